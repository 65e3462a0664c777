// SPDX-License-Identifier: Apache-2.0
#include "primitives_sort.cuh"

namespace warpgraph::detail {

std::size_t CudaPrimitives::run(const Job& job, const SortCall& call) const {
  return with_number(call.number, [&]<class Key>(Key) {
    return sizeof(Key) == 4 ? sort_narrow_keys(job, call) : sort_wide_keys(job, call);
  });
}

std::size_t sort_narrow_keys(const Job& job, const SortCall& call) {
  switch (call.number) {
    case NumberType::kInt32:
      return sort<std::int32_t>(job, call);
    case NumberType::kUint32:
      return sort<std::uint32_t>(job, call);
    default:
      return sort<float>(job, call);
  }
}

}  // namespace warpgraph::detail
