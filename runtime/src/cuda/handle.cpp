// SPDX-License-Identifier: Apache-2.0
#include "handle.hpp"

#include <cstdint>
#include <limits>

#include "scoped_device.hpp"

namespace warpgraph::detail {

CudaStreamHandle make_cuda_stream(int ordinal) {
  const ScopedDevice device(ordinal);
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return CudaStreamHandle(stream);
}

CudaEventHandle make_cuda_event(int ordinal) {
  const ScopedDevice device(ordinal);
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, cudaEventDefault));
  return CudaEventHandle(event);
}

CudaPoolHandle make_cuda_pool(int ordinal) {
  const ScopedDevice device(ordinal);
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.handleTypes = cudaMemHandleTypeNone;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = ordinal;
  cudaMemPool_t handle = nullptr;
  check(cudaMemPoolCreate(&handle, &properties));
  CudaPoolHandle pool(handle);
  std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
  check(cudaMemPoolSetAttribute(handle, cudaMemPoolAttrReleaseThreshold, &keep));
  return pool;
}

}  // namespace warpgraph::detail
