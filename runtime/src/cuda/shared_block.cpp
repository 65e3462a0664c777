// SPDX-License-Identifier: Apache-2.0
#include "../shared_block.hpp"

#include <cstring>
#include <exception>
#include <string_view>

#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>

#include "device.hpp"
#include "scoped_device.hpp"

namespace warpgraph::detail {

namespace {

static_assert(sizeof(cudaIpcMemHandle_t) <= sizeof(SharedHandle));

// Pools have no memory that other processes map: theirs grows in pieces.
void* allocate(std::size_t bytes) {
  void* data = nullptr;
  const cudaError_t status = cudaMalloc(&data, bytes);
  if (status == cudaSuccess) return data;
  static_cast<void>(cudaGetLastError());
  if (status != cudaErrorMemoryAllocation) check(status);
  return nullptr;
}

// For destructors.
template <class Call>
void on_device(int ordinal, const Call& call) noexcept {
  try {
    const ScopedDevice device(ordinal);
    log_failure(call());
  } catch (const std::exception&) {  // a fault of the device, which every wait reports
  }
}

}  // namespace

SharedBlock CudaDevice::share_memory(Device& device, std::size_t bytes, std::string_view name) {
  const ScopedDevice current(ordinal_);
  void* data = allocate(bytes);
  if (data == nullptr) {
    trim_pool();
    data = allocate(bytes);
  }
  if (data == nullptr) throw OutOfMemory(device.name(), name, bytes, device.memory().free);
  SharedBlock block;
  block.data = {data, [ordinal = ordinal_](void* mine) { on_device(ordinal, [&] { return cudaFree(mine); }); }};
  cudaIpcMemHandle_t handle;
  if (cudaIpcGetMemHandle(&handle, data) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return {};
  }
  std::memcpy(block.handle.bytes.data(), &handle, sizeof handle);
  return block;
}

std::shared_ptr<void> CudaDevice::map_memory(const SharedHandle& handle, std::size_t) {
  const ScopedDevice current(ordinal_);
  cudaIpcMemHandle_t found;
  std::memcpy(&found, handle.bytes.data(), sizeof found);
  void* data = nullptr;
  if (cudaIpcOpenMemHandle(&data, found, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return nullptr;
  }
  return {data,
          [ordinal = ordinal_](void* theirs) { on_device(ordinal, [&] { return cudaIpcCloseMemHandle(theirs); }); }};
}

}  // namespace warpgraph::detail
