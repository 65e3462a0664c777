// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/detail/give_core.hpp>

#include <chrono>
#include <thread>

namespace warpgraph::detail {

bool give_core_briefly() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kBriefly{200};
  constexpr int kSleeps = 64;  // then it looks again whether the others are gone
  thread_local int sleeps_left = 0;
  if (sleeps_left > 0) {
    --sleeps_left;
    return false;
  }
  const auto begin = Clock::now();
  std::this_thread::yield();
  if (Clock::now() - begin > kBriefly) sleeps_left = kSleeps;
  return sleeps_left == 0;
}

}  // namespace warpgraph::detail
