// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>

#if !WARPGRAPH_ON_GPU
#include <algorithm>
#include <chrono>
#include <thread>
#endif

namespace warpgraph {

// Between two looks at something that another device, or the host, is to write. On a GPU the looks follow each other.
// On the host, others may need this core: short waits only yield it and see a change at once, long ones sleep, for a
// small part of the time that they have lasted. Sleep costs tens of microseconds of processor time, so many virtual
// devices that wait for one must not wake often.
class Backoff {
 public:
#if !WARPGRAPH_ON_GPU
  using Clock = std::chrono::steady_clock;
  Backoff() = default;
  // What waits for a GPU sleeps no longer than it may be late.
  explicit Backoff(Clock::duration longest_sleep) : longest_sleep_(longest_sleep) {}
#endif

  WARPGRAPH_DEVICE void operator()() {
#if !WARPGRAPH_ON_GPU
    const auto waited = Clock::now() - begin_;
    if (waited < kAwake)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::min<Clock::duration>(waited / 8, longest_sleep_));
#endif
  }

#if !WARPGRAPH_ON_GPU
 private:
  static constexpr std::chrono::microseconds kAwake{400};
  Clock::time_point begin_ = Clock::now();
  Clock::duration longest_sleep_ = std::chrono::milliseconds(1);
#endif
};

}  // namespace warpgraph
