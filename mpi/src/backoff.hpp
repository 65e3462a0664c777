// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

#include <warpgraph/runtime/detail/give_core.hpp>

namespace warpgraph::detail {

// Pauses between polls. MPI moves messages while it is called, so the thread sleeps only when nothing has ended for
// long; before that, other threads may have the core.
class MpiBackoff {
 public:
  void reset() {
    begin_ = Clock::now();
    sleep_ = kShortest;
  }
  void pause() {
    if (Clock::now() - begin_ < kPatience && give_core_briefly()) return;
    std::this_thread::sleep_for(sleep_);
    sleep_ = std::min(2 * sleep_, kLongest);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPatience{5};
  static constexpr std::chrono::microseconds kShortest{10};
  static constexpr std::chrono::microseconds kLongest{200};

  Clock::time_point begin_ = Clock::now();
  std::chrono::microseconds sleep_ = kShortest;
};

}  // namespace warpgraph::detail
