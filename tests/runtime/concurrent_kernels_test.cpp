// SPDX-License-Identifier: Apache-2.0
#include "concurrent_kernels.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "support/machines.hpp"

// Kernels of several devices that wait for each other: where they may, and that one set of them runs at a time.
namespace warpgraph::test {
namespace {

class ConcurrentKernelsTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_PAIRS(ConcurrentKernelsTest);

TEST_P(ConcurrentKernelsTest, KernelsMeetWhereQueuedWorkGetsOn) {
  EXPECT_EQ(runtime().supports_concurrent_kernels(), is_concurrent());
}

TEST_P(ConcurrentKernelsTest, AnOptionTurnsItOff) {
  RuntimeOptions options = GetParam().options;
  options.concurrent_kernels = false;
  EXPECT_FALSE(Runtime(on_gpus_here(GetParam().devices), options).supports_concurrent_kernels());
}

TEST_P(ConcurrentKernelsTest, TheEnvironmentTurnsItOff) {
  setenv("WARPGRAPH_CONCURRENT_KERNELS", "0", 1);
  EXPECT_FALSE(runtime().supports_concurrent_kernels());
  setenv("WARPGRAPH_CONCURRENT_KERNELS", "1", 1);
  EXPECT_EQ(runtime().supports_concurrent_kernels(), is_concurrent());
  unsetenv("WARPGRAPH_CONCURRENT_KERNELS");
}

TEST(ConcurrentKernels, KernelsWhoseLaunchesBlockDoNotMeet) {
  RuntimeOptions options;
  options.host.launches_block = true;
  EXPECT_FALSE(Runtime("host:2", options).supports_concurrent_kernels());
  EXPECT_TRUE(Runtime("host", options).supports_concurrent_kernels()) << "one device has nothing to wait for";
}

TEST(ConcurrentKernels, ATrialThatFailsIsMadeAgain) {
  RuntimeOptions options;
  options.host.faults.failing_allocation = 0;
  Runtime runtime("host:2", options);
  EXPECT_THROW((void)runtime.supports_concurrent_kernels(), OutOfMemory);
  EXPECT_TRUE(runtime.supports_concurrent_kernels());
}

TEST(ConcurrentKernels, AYesHoldsForGood) {
  detail::SideBySide found;
  EXPECT_FALSE(found.answer().has_value());
  found.tell(true);
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(found.answer(), std::optional(true));
}

TEST(ConcurrentKernels, ANoHoldsForTwiceAsManyQuestionsEachTime) {
  detail::SideBySide found;
  for (std::uint64_t patience = detail::SideBySide::kFirstPatience; patience < 5000; patience *= 2) {
    found.tell(false);
    for (std::uint64_t i = 0; i < patience; ++i) ASSERT_EQ(found.answer(), std::optional(false)) << i << patience;
    ASSERT_FALSE(found.answer().has_value()) << patience;
  }
  found.tell(true);
  EXPECT_EQ(found.answer(), std::optional(true));
}

// Whether another thread gets `lock` while the caller holds `held`. Lets go of what is held. `expected` is the answer
// that ends the wait at once: a thread that is to get the lock has a minute for it, one that is not has some
// milliseconds to get it by mistake.
template <class Lock>
bool is_free(Runtime::ConcurrentKernelsLock held, Lock lock, bool expected) {
  const std::future<void> other = std::async(std::launch::async, [lock] { (void)lock(); });
  const auto patience = expected ? std::chrono::milliseconds(60000) : std::chrono::milliseconds(30);
  const bool is_ready = other.wait_for(patience) == std::future_status::ready;
  held.clear();  // before the future waits for the thread
  return is_ready;
}

TEST(ConcurrentKernels, GpusThatAreSharedAreLocked) {
  EXPECT_FALSE(is_free(
      detail::lock_gpus({0, 1}),
      [] {
        return detail::lock_gpus({1, 2});
      },
      false));
}

TEST(ConcurrentKernels, OtherGpusAreNotLocked) {
  EXPECT_TRUE(is_free(
      detail::lock_gpus({0, 1}),
      [] {
        return detail::lock_gpus({2, 3});
      },
      true));
}

TEST(ConcurrentKernels, AGpuOfSeveralDevicesIsLockedOnce) { EXPECT_EQ(detail::lock_gpus({1, 0, 1, 1}).size(), 2u); }

// Threads that lock two GPUs in different orders get both, one thread at a time.
TEST(ConcurrentKernels, LocksInAnyOrderDoNotWaitForEachOther) {
  constexpr int kTimes = 10000;
  int count = 0;  // not atomic: the locks alone keep the threads apart
  const auto lock_often = [&count](const std::vector<int>& gpus) {
    for (int i = 0; i < kTimes; ++i) {
      const auto held = detail::lock_gpus(gpus);
      ++count;
    }
  };
  auto forth = std::async(std::launch::async, lock_often, std::vector<int>{0, 1});
  auto back = std::async(std::launch::async, lock_often, std::vector<int>{1, 0});
  forth.get();
  back.get();
  EXPECT_EQ(count, 2 * kTimes);
}

// Virtual devices belong to their runtime alone.
TEST_P(ConcurrentKernelsTest, RuntimesOnTheSameGpusTakeTurns) {
  Runtime other(on_gpus_here(GetParam().devices), GetParam().options);
  const auto lock_other = [&] { return other.lock_concurrent_kernels(); };
  EXPECT_EQ(is_free(runtime().lock_concurrent_kernels(), lock_other, !on_cuda()), !on_cuda());
}

}  // namespace
}  // namespace warpgraph::test
