// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace warpgraph::detail {

// Pauses between polls: at first other threads may have the core, after some looks the thread sleeps.
class MpiBackoff {
 public:
  void reset() { looks_ = 0; }
  void pause() {
    constexpr int kLooks = 200;
    constexpr std::chrono::microseconds kShortest{10};
    constexpr std::chrono::microseconds kLongest{200};
    if (++looks_ <= kLooks)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::min(kShortest * (looks_ - kLooks), kLongest));
    looks_ = std::min(looks_, 2 * kLooks);
  }

 private:
  int looks_ = 0;
};

}  // namespace warpgraph::detail
