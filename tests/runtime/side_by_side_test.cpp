// SPDX-License-Identifier: Apache-2.0
#include "side_by_side.hpp"

#include <chrono>
#include <cstdlib>
#include <future>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "support/machines.hpp"

// Kernels of several devices that wait for each other: where they may, and that one set of them runs at a time.
namespace warpgraph::test {
namespace {

class SideBySideTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_PAIRS(SideBySideTest);

TEST_P(SideBySideTest, KernelsMeetWhereQueuedWorkGetsOn) { EXPECT_EQ(runtime().runs_side_by_side(), is_concurrent()); }

TEST_P(SideBySideTest, AnOptionTurnsItOff) {
  RuntimeOptions options = GetParam().options;
  options.side_by_side = false;
  EXPECT_FALSE(Runtime(GetParam().devices, options).runs_side_by_side());
}

TEST_P(SideBySideTest, TheEnvironmentTurnsItOff) {
  setenv("WARPGRAPH_SIDE_BY_SIDE", "0", 1);
  EXPECT_FALSE(runtime().runs_side_by_side());
  setenv("WARPGRAPH_SIDE_BY_SIDE", "1", 1);
  EXPECT_EQ(runtime().runs_side_by_side(), is_concurrent());
  unsetenv("WARPGRAPH_SIDE_BY_SIDE");
}

TEST(SideBySide, KernelsWhoseLaunchesBlockDoNotMeet) {
  RuntimeOptions options;
  options.host.launches_block = true;
  EXPECT_FALSE(Runtime("host:2", options).runs_side_by_side());
  EXPECT_TRUE(Runtime("host", options).runs_side_by_side()) << "one device has nothing to wait for";
}

TEST(SideBySide, ATrialThatFailsIsMadeAgain) {
  RuntimeOptions options;
  options.host.faults.failing_allocation = 0;
  Runtime runtime("host:2", options);
  EXPECT_THROW((void)runtime.runs_side_by_side(), OutOfMemory);
  EXPECT_TRUE(runtime.runs_side_by_side());
}

// Whether another thread gets `lock` while the caller holds `held`. Lets go of what is held.
template <class Lock>
bool is_free(Runtime::SideBySideLock held, Lock lock) {
  const std::future<void> other = std::async(std::launch::async, [lock] { (void)lock(); });
  const bool is_ready = other.wait_for(std::chrono::milliseconds(100)) == std::future_status::ready;
  held.clear();  // before the future waits for the thread
  return is_ready;
}

TEST(SideBySide, GpusThatAreSharedAreLocked) {
  EXPECT_FALSE(is_free(detail::lock_gpus({0, 1}), [] { return detail::lock_gpus({1, 2}); }));
}

TEST(SideBySide, OtherGpusAreNotLocked) {
  EXPECT_TRUE(is_free(detail::lock_gpus({0, 1}), [] { return detail::lock_gpus({2, 3}); }));
}

TEST(SideBySide, LocksInAnyOrderDoNotWaitForEachOther) {
  const auto lock_often = [](const std::vector<int>& gpus) {
    for (int i = 0; i < 20000; ++i) (void)detail::lock_gpus(gpus);
  };
  auto forth = std::async(std::launch::async, lock_often, std::vector<int>{0, 1});
  auto back = std::async(std::launch::async, lock_often, std::vector<int>{1, 0});
  forth.get();
  back.get();
}

// Virtual devices belong to their runtime alone.
TEST_P(SideBySideTest, RuntimesOnTheSameGpusTakeTurns) {
  Runtime other(GetParam().devices, GetParam().options);
  EXPECT_EQ(is_free(runtime().lock_side_by_side(), [&] { return other.lock_side_by_side(); }), !on_cuda());
}

}  // namespace
}  // namespace warpgraph::test
