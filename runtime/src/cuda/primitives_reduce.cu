// SPDX-License-Identifier: Apache-2.0
#include <cub/device/device_reduce.cuh>

#include "primitives_cub.cuh"

namespace warpgraph::detail {

const Primitives& cuda_primitives() {
  static const CudaPrimitives primitives;
  return primitives;
}

std::size_t CudaPrimitives::run(const Job& job, const ReduceCall& call) const {
  return with_reduction(call.number, call.op, [&]<class T, class Op>(T, Op op) {
    return run_cub(job, call, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
      return cub::DeviceReduce::Reduce(scratch, bytes, call.in.as<T>().data(), call.out.as<T>().data(), call.in.size,
                                       cub_operator(op), Op::template identity<T>(), stream);
    });
  });
}

}  // namespace warpgraph::detail
