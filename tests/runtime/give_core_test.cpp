// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/detail/give_core.hpp>

#include <sched.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace warpgraph::detail {
namespace {

using Clock = std::chrono::steady_clock;

// This thread and those that it starts share one core from here on.
void stay_on_one_core() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
}

// Calls until the answer is `wanted`, but not for ever.
bool comes_to(bool wanted) {
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  while (Clock::now() < deadline)
    if (give_core_briefly() == wanted) return true;
  return false;
}

TEST(GiveCore, SaysSleepWhileOthersNeedTheCore) {
  std::thread([] {
    stay_on_one_core();
    std::atomic<bool> stop{false};
    std::thread other([&] {
      while (!stop) continue;
    });
    EXPECT_TRUE(comes_to(false));
    EXPECT_FALSE(give_core_briefly());  // for some time it does not try
    stop = true;
    other.join();
    EXPECT_TRUE(comes_to(true));
  }).join();
}

}  // namespace
}  // namespace warpgraph::detail
