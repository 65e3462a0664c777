// SPDX-License-Identifier: Apache-2.0
#include "running_device.hpp"

#include <cstdint>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

namespace {
thread_local const RunningDevice* current = nullptr;
}

const RunningDevice* running_device() noexcept { return current; }

ScopedRunningDevice::ScopedRunningDevice(const RunningDevice* device) noexcept : before_(current) { current = device; }
ScopedRunningDevice::~ScopedRunningDevice() { current = before_; }

void check_view_access(std::size_t index, std::size_t size, MemorySpace space) {
  if (index >= size) [[unlikely]] {
    throw UsageError("index " + std::to_string(index) + " is outside of a view of " + std::to_string(size) +
                     " elements");
  }
  if (space == MemorySpace::kAnywhere) return;
  const auto owner = static_cast<unsigned>(space);
  if (current == nullptr) [[unlikely]] {
    throw DeviceError("host code touches memory of device " + std::to_string(owner) + " through a view; copy it first");
  }
  if ((current->reaches >> owner & 1) == 0) [[unlikely]] {
    throw DeviceError(current->name + " touches memory of device " + std::to_string(owner) + " without peer access");
  }
}

void check_subview(std::size_t first, std::size_t count, std::size_t size) {
  if (first <= size && count <= size - first) [[likely]]
    return;
  throw UsageError("a subview of " + std::to_string(count) + " elements from " + std::to_string(first) +
                   " is outside of a view of " + std::to_string(size) + " elements");
}

void check_view_alignment(const void* data, std::size_t alignment) {
  if (reinterpret_cast<std::uintptr_t>(data) % alignment == 0) [[likely]]
    return;
  throw UsageError("a view of elements aligned to " + std::to_string(alignment) + " bytes begins between two of them");
}

void check_fine_tasks(std::uint64_t count) {
  if (count < std::uint64_t{1} << 31) [[likely]]
    return;
  throw UsageError("a warp engages in " + std::to_string(count) + " fine tasks; 2^31 are too many");
}

}  // namespace warpgraph::detail
