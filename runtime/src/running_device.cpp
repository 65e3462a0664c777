// SPDX-License-Identifier: Apache-2.0
#include "running_device.hpp"

#include <cstdint>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

namespace {

thread_local const RunningDevice* current = nullptr;

// The checks run for every access. What they throw is put together in functions of their own, because strings in a
// function's frame cost a build with AddressSanitizer more than the check.
[[noreturn, gnu::cold, gnu::noinline]] void throw_outside(std::size_t index, std::size_t size) {
  throw UsageError("index " + std::to_string(index) + " is outside of a view of " + std::to_string(size) + " elements");
}
[[noreturn, gnu::cold, gnu::noinline]] void throw_not_reached(unsigned owner) {
  const std::string memory = " memory of device " + std::to_string(owner);
  if (current == nullptr) throw DeviceError("host code touches" + memory + " through a view; copy it first");
  throw DeviceError(current->name + " touches" + memory + " without peer access");
}
[[noreturn, gnu::cold, gnu::noinline]] void throw_outside(std::size_t first, std::size_t count, std::size_t size) {
  throw UsageError("a subview of " + std::to_string(count) + " elements from " + std::to_string(first) +
                   " is outside of a view of " + std::to_string(size) + " elements");
}
[[noreturn, gnu::cold, gnu::noinline]] void throw_misaligned(std::size_t alignment) {
  throw UsageError("a view of elements aligned to " + std::to_string(alignment) + " bytes begins between two of them");
}

}  // namespace

const RunningDevice* running_device() noexcept { return current; }

ScopedRunningDevice::ScopedRunningDevice(const RunningDevice* device) noexcept : before_(current) { current = device; }
ScopedRunningDevice::~ScopedRunningDevice() { current = before_; }

// It reads nothing that another thread writes, so ThreadSanitizer need not look at what it reads.
[[gnu::no_sanitize("thread")]] void check_view_access(std::size_t index, std::size_t size, MemorySpace space) {
  if (index >= size) [[unlikely]]
    throw_outside(index, size);
  if (space == MemorySpace::kAnywhere) return;
  const auto owner = static_cast<unsigned>(space);
  if (current == nullptr || (current->reaches >> owner & 1) == 0) [[unlikely]]
    throw_not_reached(owner);
}

void check_subview(std::size_t first, std::size_t count, std::size_t size) {
  if (first > size || count > size - first) [[unlikely]]
    throw_outside(first, count, size);
}

void check_view_alignment(const void* data, std::size_t alignment) {
  if (reinterpret_cast<std::uintptr_t>(data) % alignment != 0) [[unlikely]]
    throw_misaligned(alignment);
}

void check_fine_tasks(std::uint64_t count) {
  if (count < std::uint64_t{1} << 31) [[likely]]
    return;
  throw UsageError("a warp engages in " + std::to_string(count) + " fine tasks; 2^31 are too many");
}

}  // namespace warpgraph::detail
