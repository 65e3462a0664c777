// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

// Kernels of several devices that wait for each other: whether they may, and one set of them at a time.
namespace warpgraph::detail {

// Whether the environment says WARPGRAPH_CONCURRENT_KERNELS=0.
bool is_side_by_side_off();

// Whether kernels on all devices of the runtime run at the same time. Launches one on each device that ends when all
// have begun, or when one has not begun after a second.
bool kernels_meet(Runtime& runtime);
// The same of kernels on these streams and others, on devices that other ranks launch them on. `has_begun`: a word of
// each device, 0 before; `first`: which of them is the first stream's.
bool kernels_meet(std::span<const StreamRef> streams, std::span<const View<std::uint32_t>> has_begun,
                  std::size_t first);

// What trials have found. A yes holds for good, a no for some questions, and for twice as many each time: a trial that
// says no takes a second. Thread-safe.
class SideBySide {
 public:
  static constexpr std::uint64_t kFirstPatience = 256;

  // None if a trial is due.
  [[nodiscard]] std::optional<bool> answer();
  void tell(bool meet);

 private:
  std::mutex mutex_;
  bool meet_ = false;
  std::uint64_t left_ = 0;  // questions that the last no answers
  std::uint64_t patience_ = kFirstPatience;
};

// The process's locks of these GPUs. Taken in ascending order, so that callers that share some of them do not wait for
// each other for ever.
Runtime::ConcurrentKernelsLock lock_gpus(std::vector<int> ordinals);

}  // namespace warpgraph::detail
