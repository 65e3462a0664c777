// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include <warpgraph/runtime/kernel/host/lane_order.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::detail {

// Draws the faults of a FaultPlan. The n-th draw depends on the seed and on n alone. Thread-safe.
class Faults {
 public:
  explicit Faults(const FaultPlan& plan) : plan_(plan) {}

  [[nodiscard]] bool next_allocation_fails() {
    const std::uint64_t n = allocations_.fetch_add(1, std::memory_order_relaxed);
    return static_cast<std::int64_t>(n) == plan_.failing_allocation || uniform(2 * n) < plan_.allocation_failure;
  }

  [[nodiscard]] bool pinning_fails() const { return plan_.pinned_failure; }

  // Counts a piece of work of the device; whether the device is lost by then.
  [[nodiscard]] bool next_work_is_lost(int ordinal) {
    return ordinal == plan_.lost_device && work_.fetch_add(1, std::memory_order_relaxed) >= plan_.lost_after;
  }
  [[nodiscard]] bool is_lost(int ordinal) const {
    return ordinal == plan_.lost_device && work_.load(std::memory_order_relaxed) > plan_.lost_after;
  }

  void delay() {
    if (plan_.longest_delay.count() == 0) return;
    const std::uint64_t n = delays_.fetch_add(1, std::memory_order_relaxed);
    std::this_thread::sleep_for(uniform(2 * n + 1) * plan_.longest_delay);
  }

 private:
  [[nodiscard]] double uniform(std::uint64_t n) const {
    return static_cast<double>(LaneOrder::mix(plan_.seed ^ LaneOrder::mix(n)) >> 11) * 0x1p-53;
  }

  FaultPlan plan_;
  std::atomic<std::uint64_t> allocations_{0};
  std::atomic<std::uint64_t> delays_{0};
  std::atomic<std::int64_t> work_{0};  // of the device that is to be lost
};

}  // namespace warpgraph::detail
