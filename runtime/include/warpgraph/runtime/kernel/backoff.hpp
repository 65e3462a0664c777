// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>

#if !WARPGRAPH_ON_GPU
#include <algorithm>
#include <chrono>
#include <thread>

#include <warpgraph/runtime/detail/give_core.hpp>
#endif

namespace warpgraph::kernel {

// Between two looks at something that another device, or the host, is to write. On a GPU the looks follow each other.
// On the host, others may need this core: short waits only yield it and see a change at once, long ones sleep, for a
// small part of the time that they have lasted. Sleep costs tens of microseconds of processor time, so virtual devices
// that wait for one of them must not wake often.
class Backoff {
 public:
  // How late a thread that waits for a GPU may wake, in microseconds.
  static constexpr std::uint32_t kForGpus = 20;
  // `longest_sleep`: microseconds.
  WARPGRAPH_DEVICE void operator()([[maybe_unused]] std::uint32_t longest_sleep = 1000) {
#if !WARPGRAPH_ON_GPU
    const auto waited = Clock::now() - begin_;
    if (waited >= kAwake || !detail::give_core_briefly())
      std::this_thread::sleep_for(std::min<Clock::duration>(waited / 8, std::chrono::microseconds(longest_sleep)));
#endif
  }

#if !WARPGRAPH_ON_GPU
 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::microseconds kAwake{400};
  Clock::time_point begin_ = Clock::now();
#endif
};

}  // namespace warpgraph::kernel
