// SPDX-License-Identifier: Apache-2.0
#include <cub/device/device_scan.cuh>

#include "primitives_cub.cuh"

namespace warpgraph::detail {

std::size_t CudaPrimitives::run(const Job& job, const ScanCall& call) const {
  return with_reduction(call.number, call.op, [&]<class T, class Op>(T, Op op) {
    return run_cub(job, call, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
      const T* const in = call.in.as<T>().data();
      T* const out = call.out.as<T>().data();
      return call.inclusive
                 ? cub::DeviceScan::InclusiveScan(scratch, bytes, in, out, cub_operator(op), call.in.size, stream)
                 : cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, cub_operator(op), call.initial.as<T>(),
                                                  call.in.size, stream);
    });
  });
}

}  // namespace warpgraph::detail
