// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include <nvtx3/nvToolsExt.h>

#include "../machines.hpp"
#include "check.hpp"
#include "device.hpp"
#include "nccl_hubs.hpp"
#include "primitives.hpp"
#include "scoped_device.hpp"

namespace warpgraph::detail {

namespace {

// No driver, one too old and one that only stands in at link time are no devices. A driver that is there and broken
// throws, so that nobody wonders where the GPUs went.
int count_devices() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver || status == cudaErrorStubLibrary) {
    static_cast<void>(cudaGetLastError());
    return 0;
  }
  check(status);
  return count;
}

DeviceInfo describe(int ordinal) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal));
  DeviceInfo info;
  info.kind = DeviceKind::kGpu;
  info.name = "cuda:" + std::to_string(ordinal);
  info.model = properties.name;
  info.ordinal = ordinal;
  info.multiprocessors = properties.multiProcessorCount;
  info.memory_bytes = properties.totalGlobalMem;
  info.l2_bytes = static_cast<std::size_t>(properties.l2CacheSize);
  info.architecture = "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
  return info;
}

bool can_access(int from, int to) {
  int can = 0;
  check(cudaDeviceCanAccessPeer(&can, from, to));
  return can != 0;
}

// For memory outside of the pools, which have access rights of their own.
void enable_peer_access(int from, int to) {
  const ScopedDevice device(from);
  const cudaError_t status = cudaDeviceEnablePeerAccess(to, 0);
  if (status == cudaErrorPeerAccessAlreadyEnabled) {
    static_cast<void>(cudaGetLastError());
    return;
  }
  check(status);
}

}  // namespace

std::vector<DeviceInfo> CudaMachine::devices() {
  const int count = count_devices();
  std::vector<DeviceInfo> infos;
  for (int ordinal = 0; ordinal < count; ++ordinal) infos.push_back(describe(ordinal));
  return infos;
}

std::vector<std::unique_ptr<DeviceBackend>> CudaMachine::open(const std::vector<int>& ordinals) {
  std::vector<std::unique_ptr<DeviceBackend>> opened;
  for (const int ordinal : ordinals) {
    const auto sharers = static_cast<unsigned>(std::ranges::count(ordinals, ordinal));
    auto device = std::make_unique<CudaDevice>(*this, ordinal, sharers);
    devices_.push_back(device.get());
    opened.push_back(std::move(device));
  }
  return opened;
}

void CudaMachine::connect(int ordinal, CudaMemoryPool& pool) {
  for (CudaDevice* const other : devices_) {
    if (!other->is_open() || other->ordinal() == ordinal) continue;
    if (can_access(ordinal, other->ordinal())) {
      enable_peer_access(ordinal, other->ordinal());
      other->pool().allow_access_from(ordinal);
    }
    if (can_access(other->ordinal(), ordinal)) {
      enable_peer_access(other->ordinal(), ordinal);
      pool.allow_access_from(other->ordinal());
    }
  }
}

Link CudaMachine::link(int from_ordinal, int to_ordinal) {
  if (from_ordinal == to_ordinal) return Link::kPeerAtomics;  // devices that share a GPU share its memory
  if (!can_access(from_ordinal, to_ordinal)) return Link::kNone;
  int atomics = 0;
  check(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, from_ordinal, to_ordinal));
  return atomics != 0 ? Link::kPeerAtomics : Link::kPeer;
}

// Any context serves, for portable memory is seen by all; that of a device in use costs nothing.
void* CudaMachine::allocate_pinned(std::size_t bytes) {
  const auto used = std::ranges::find_if(devices_, &CudaDevice::is_open);
  const ScopedDevice device((used == devices_.end() ? devices_.front() : *used)->ordinal());
  return pinned_.allocate(bytes);
}

void CudaMachine::free_pinned(void* block, std::size_t bytes) noexcept { pinned_.free(block, bytes); }

void CudaMachine::push_range(const char* name) noexcept { nvtxRangePushA(name); }

void CudaMachine::pop_range() noexcept { nvtxRangePop(); }

std::string CudaMachine::address(int ordinal) {
  std::array<char, 32> address{};
  check(cudaDeviceGetPCIBusId(address.data(), static_cast<int>(address.size()), ordinal));
  return address.data();
}

const Primitives& CudaMachine::primitives() const { return cuda_primitives(); }

const CollectiveHubs* CudaMachine::collective_hubs() const noexcept { return nccl_hubs(); }

constinit const MachineKind kCudaMachine{"cuda",
                                         "CUDA device",
                                         MachineKind::Numbers::kOrdinals,
                                         true,
                                         [](Runtime&, int) -> std::unique_ptr<Machine> {
                                           return count_devices() == 0 ? nullptr : std::make_unique<CudaMachine>();
                                         },
                                         []() -> std::string_view { return "the driver shows none"; }};

}  // namespace warpgraph::detail

namespace warpgraph {

std::vector<DeviceInfo> cuda_devices() { return detail::CudaMachine().devices(); }

}  // namespace warpgraph
