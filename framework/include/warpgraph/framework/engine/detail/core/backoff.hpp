// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

namespace warpgraph::detail {

// Between two looks at something that the host waits for. Short waits answer at once; long ones leave the core to
// others.
class Backoff {
 public:
  void operator()() {
    if (std::chrono::steady_clock::now() < sleeps_from_)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(kSleep);
  }

 private:
  static constexpr std::chrono::milliseconds kAwake{1};
  static constexpr std::chrono::microseconds kSleep{20};
  std::chrono::steady_clock::time_point sleeps_from_ = std::chrono::steady_clock::now() + kAwake;
};

}  // namespace warpgraph::detail
