// SPDX-License-Identifier: Apache-2.0
#include "primitives_sort.cuh"

namespace warpgraph::detail {

std::size_t sort_wide_keys(const Job& job, const SortCall& call) {
  switch (call.number) {
    case NumberType::kInt64:
      return sort<std::int64_t>(job, call);
    case NumberType::kUint64:
      return sort<std::uint64_t>(job, call);
    default:
      return sort<double>(job, call);
  }
}

}  // namespace warpgraph::detail
