// SPDX-License-Identifier: Apache-2.0
//
// Runs on a thread of their own: how they are asked, cancelled, replaced and destroyed.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/no_threads.hpp"

namespace warpgraph::test {
namespace {

using Running = RunningProgram<int, int>;

// Goes on until it is cancelled, then takes its time. Counts its end.
Running start_endless(std::atomic<int>& ended) {
  return Running([&ended](const std::atomic<bool>* cancelled) {
    while (!cancelled->load()) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return ++ended;
  });
}
Running start_short() {
  return Running([](const std::atomic<bool>*) { return 7; });
}

TEST(RunningProgram, IsDoneWhenItsRunIs) {
  std::atomic<int> ended = 0;
  Running running = start_endless(ended);
  EXPECT_FALSE(running.is_done());
  running.cancel();
  while (!running.is_done()) std::this_thread::yield();
  EXPECT_EQ(running.wait(), 1);
}

TEST(RunningProgram, IsStillDoneWhenItWasWaitedFor) {
  Running running = start_short();
  EXPECT_EQ(running.wait(), 7);
  EXPECT_TRUE(running.is_done());
}

TEST(RunningProgram, IsWaitedForOnce) {
  Running running = start_short();
  EXPECT_EQ(running.wait(), 7);
  EXPECT_THROW((void)running.wait(), UsageError);
}

TEST(RunningProgram, ThrowsWhatItsRunThrew) {
  Running running([](const std::atomic<bool>*) -> int { throw DeviceError("on purpose"); });
  EXPECT_THROW((void)running.wait(), DeviceError);
}

TEST(RunningProgram, IsCancelledAndWaitedForWhenItIsDestroyed) {
  std::atomic<int> ended = 0;
  { const Running running = start_endless(ended); }
  EXPECT_EQ(ended, 1);
}

TEST(RunningProgram, IsCancelledAndWaitedForWhenItIsReplaced) {
  std::atomic<int> ended = 0;
  Running running = start_endless(ended);
  running = start_short();
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(running.wait(), 7);
}

TEST(RunningProgram, GoesOnWhereItWasMovedTo) {
  std::atomic<int> ended = 0;
  Running first = start_endless(ended);
  Running second = std::move(first);
  first.cancel();  // NOLINT(bugprone-use-after-move): of a run that it no longer has
  EXPECT_TRUE(first.is_done());
  EXPECT_THROW((void)first.wait(), UsageError);
  EXPECT_FALSE(second.is_done());
  second.cancel();
  EXPECT_EQ(second.wait(), 1);
}

TEST(RunningProgram, SurvivesItsOwnAssignment) {
  Running running = start_short();
  Running& same = running;
  running = std::move(same);
  EXPECT_EQ(running.wait(), 7);
}

TEST(RunningProgram, NeedsAThread) {
  const NoThreads none;
  EXPECT_THROW((void)start_short(), OutOfMemory);
}

}  // namespace
}  // namespace warpgraph::test
