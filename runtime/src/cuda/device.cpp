// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <warpgraph/runtime/memory.hpp>

#include "../kept_at_home.hpp"
#include "event.hpp"
#include "machine.hpp"
#include "scoped_device.hpp"
#include "stream.hpp"

namespace warpgraph::detail {

namespace {

unsigned count_multiprocessors(int ordinal) {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, ordinal));
  return static_cast<unsigned>(count);
}

}  // namespace

CudaDevice::CudaDevice(CudaMachine& machine, int ordinal, unsigned sharers)
    : machine_(machine),
      ordinal_(ordinal),
      sharers_(sharers),
      kernels_(ordinal, count_multiprocessors(ordinal), sharers) {}

CudaMemoryPool& CudaDevice::pool() {
  if (CudaMemoryPool* const open = pool_.load()) return *open;
  const auto turn = machine_.lock_opening();
  if (!is_open()) {
    auto made = std::make_unique<CudaMemoryPool>(ordinal_);
    machine_.connect(ordinal_, *made);
    owned_pool_ = std::move(made);
    pool_ = owned_pool_.get();
  }
  return *owned_pool_;
}

// A kernel may reach a peer's memory on a device that has no memory of its own yet, so a stream opens its device too.
std::shared_ptr<StreamBackend> CudaDevice::make_stream(Device& device, std::string_view name) {
  static_cast<void>(pool());
  std::shared_ptr<StreamBackend> stream = kept_at_home(std::make_unique<CudaStream>(device, *this, name));
  streams_.add(stream);
  return stream;
}

std::unique_ptr<EventBackend> CudaDevice::make_event() { return std::make_unique<CudaEvent>(ordinal_); }

void CudaDevice::report_memory(MemoryUse& use) {
  use.free = free_bytes();
  use.pool_bytes = pool().reserved_bytes();
  use.pool_growths = pool().growths();
}

void CudaDevice::trim_pool() {
  if (is_open()) pool().trim();
}

void CudaDevice::synchronize() { streams_.synchronize(); }

std::size_t CudaDevice::free_bytes() {
  const ScopedDevice device(ordinal_);
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total));
  const std::size_t unused = pool().unused_bytes();
  if (sharers_ == 1) return free + unused;
  const std::size_t own = total / sharers_;
  const std::size_t reserved = pool().reserved_bytes();
  const std::size_t used = reserved - std::min(reserved, unused);
  return std::min(free + unused, own - std::min(own, used));
}

const CudaClock& CudaDevice::clock(const Runtime& runtime) {
  const std::lock_guard lock(mutex_);
  if (!clock_) clock_.emplace(ordinal_, runtime);
  return *clock_;
}

}  // namespace warpgraph::detail
