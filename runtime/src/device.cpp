// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/device.hpp>

#include <algorithm>
#include <utility>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

Device::Device(DeviceId id, DeviceInfo info, std::unique_ptr<detail::DeviceBackend> backend, std::size_t memory_limit,
               Runtime& runtime)
    : id_(id), info_(std::move(info)), memory_limit_(memory_limit), runtime_(&runtime), backend_(std::move(backend)) {}

Device::~Device() = default;

MemoryUse Device::memory() const {
  MemoryUse use;
  use.capacity = info_.memory_bytes;
  backend().report_memory(use);
  account_.report(use);
  if (memory_limit_ != 0) {
    use.capacity = std::min(use.capacity, memory_limit_);
    use.free = std::min(use.free, use.capacity - std::min(use.capacity, use.in_use));
  }
  return use;
}

void Device::require(const MemoryPlan& plan, std::string_view purpose) const {
  const std::size_t free = memory().free;
  if (plan.total() <= free) return;
  throw OutOfMemory(name(), std::string(purpose) + " (" + plan.describe() + ")", plan.total(), free);
}

void Device::check_limit(std::size_t bytes, std::string_view purpose) const {
  if (memory_limit_ == 0) return;
  const std::size_t in_use = account_.in_use();
  const std::size_t free = memory_limit_ - std::min(memory_limit_, in_use);
  if (bytes > free) throw OutOfMemory(name(), purpose, bytes, free);
}

}  // namespace warpgraph
