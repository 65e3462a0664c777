// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cancellation.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "support/machines.hpp"
#include "support/refusal.hpp"

namespace warpgraph::test {
namespace {

class CancellationTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(CancellationTest);

TEST_P(CancellationTest, AWaitThrowsOnceTheFlagIsTrue) {
  std::atomic<bool> flag = false;
  const cancellation::Scope scope(flag);
  stream().synchronize();
  flag = true;
  EXPECT_THROW(stream().synchronize(), cancellation::Cancelled);
}

TEST_P(CancellationTest, AWaitThrowsOnceTheFunctionSaysSo) {
  int waits = 0;
  const std::function<bool()> is_given_up = [&] { return ++waits == 2; };
  const cancellation::Scope scope(is_given_up);
  stream().synchronize();
  EXPECT_THROW(stream().synchronize(), cancellation::Cancelled);
  EXPECT_EQ(waits, 2);
}

TEST_P(CancellationTest, WhatWasQueuedIsDoneWhenAWaitThrows) {
  std::atomic<bool> flag = true;
  std::atomic<bool> is_done = false;
  stream().call("work", [&] { is_done = true; });
  {
    const cancellation::Scope scope(flag);
    EXPECT_THROW(stream().synchronize(), cancellation::Cancelled);
  }
  EXPECT_TRUE(is_done);
}

TEST_P(CancellationTest, WaitsAfterTheScopeAndOfOtherThreadsDoNotThrow) {
  std::atomic<bool> flag = true;
  {
    const cancellation::Scope scope(flag);
    std::thread([&] { EXPECT_NO_THROW(stream().synchronize()); }).join();
  }
  EXPECT_NO_THROW(stream().synchronize());
}

TEST(CancellationScopeTest, TheInnermostScopeCounts) {
  std::atomic<bool> outer = true;
  std::atomic<bool> inner = false;
  const cancellation::Scope around(outer);
  {
    const cancellation::Scope scope(inner);
    EXPECT_NO_THROW(cancellation::check());
  }
  EXPECT_THROW(cancellation::check(), cancellation::Cancelled);
}

TEST(CancellationScopeTest, AScopeWithAFunctionCoversOneWithAFlagAndTheOtherWayRound) {
  std::atomic<bool> flag = true;
  const std::function<bool()> never = [] { return false; };
  const cancellation::Scope around(flag);
  {
    const cancellation::Scope scope(never);
    EXPECT_NO_THROW(cancellation::check());
    {
      const cancellation::Scope inner(flag);
      EXPECT_THROW(cancellation::check(), cancellation::Cancelled);
    }
    EXPECT_NO_THROW(cancellation::check());
  }
  EXPECT_THROW(cancellation::check(), cancellation::Cancelled);
}

class ControlTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ControlTest);

TEST_P(ControlTest, TheFunctionIsToldOfEachWait) {
  std::vector<cancellation::Progress> told;
  const cancellation::Control control{.on_progress = [&](const cancellation::Progress& progress) {
    told.push_back(progress);
    return true;
  }};
  const int left = cancellation::controlled("work", control, [&] {
    for (int i = 0; i < 3; ++i) stream().synchronize();
    return 7;
  });
  EXPECT_EQ(left, 7);
  stream().synchronize();
  ASSERT_EQ(told.size(), 4u);
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].waits, i);
    EXPECT_GE(told[i].seconds, i == 0 ? 0 : told[i - 1].seconds);
  }
}

TEST_P(ControlTest, TheFunctionMayWaitForDevicesItself) {
  int told = 0;
  const cancellation::Control control{.on_progress = [&](const cancellation::Progress&) {
    stream().synchronize();
    ++told;
    return true;
  }};
  cancellation::controlled("work", control, [&] { stream().synchronize(); });
  EXPECT_EQ(told, 2);
}

TEST_P(ControlTest, AFunctionThatSaysStopEndsTheWork) {
  const cancellation::Control control{
      .on_progress = [](const cancellation::Progress& progress) { return progress.waits != 1; }};
  int steps = 0;
  const auto work = [&] {
    for (;; ++steps) stream().synchronize();
  };
  EXPECT_NE(refusal<cancellation::Cancelled>([&] {
              cancellation::controlled("work", control, work);
            }).find("work was cancelled after "),
            std::string::npos);
  EXPECT_EQ(steps, 0);
  EXPECT_NO_THROW(stream().synchronize());
}

TEST_P(ControlTest, ATimeLimitEndsTheWorkAndSaysHowLongItTook) {
  const cancellation::Control control{.time_limit = std::chrono::milliseconds(20)};
  const auto begin = std::chrono::steady_clock::now();
  const std::string message = refusal<cancellation::OutOfTime>([&] {
    cancellation::controlled("work", control, [&] {
      while (true) stream().synchronize();
    });
  });
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(20));
  EXPECT_EQ(message.find("work has taken 0.0"), 0u) << message;
  EXPECT_NE(message.find(", more than its time limit of 0.02 s"), std::string::npos) << message;
}

TEST(ControlScopeTest, ATimeLimitIsANumberFromZeroOn) {
  const auto controlled_for = [](double seconds) {
    cancellation::controlled("work", {.time_limit = std::chrono::duration<double>(seconds)}, [] {});
  };
  EXPECT_THROW(controlled_for(-1), UsageError);
  EXPECT_THROW(controlled_for(std::numeric_limits<double>::quiet_NaN()), UsageError);
  EXPECT_NO_THROW(controlled_for(0));
  EXPECT_NO_THROW(controlled_for(std::numeric_limits<double>::infinity()));
}

TEST(ControlScopeTest, TheScopeAroundAControlCountsAsWell) {
  std::atomic<bool> flag = false;
  const cancellation::Scope around(flag);
  const std::atomic<bool> never = false;
  const cancellation::Control control{.is_cancelled = &never};
  cancellation::ControlledScope scope("work", control);
  EXPECT_NO_THROW(cancellation::check());
  flag = true;
  EXPECT_THROW(cancellation::check(), cancellation::Cancelled);
  EXPECT_FALSE(scope.has_ended_it());
}

TEST(ControlScopeTest, AControlThatAsksForNothingLeavesTheScopeAroundIt) {
  int asked = 0;
  const std::function<bool()> never = [&] { return ++asked < 0; };
  const cancellation::Scope around(never);
  cancellation::controlled("work", {}, [] { cancellation::check(); });
  EXPECT_EQ(asked, 1);
}

TEST(ControlScopeTest, ThreadsThatAreWaitedForEndWithTheCaller) {
  std::atomic<bool> is_given_up = false;
  std::vector<std::future<int>> running;
  for (int i = 0; i < 2; ++i) {
    running.push_back(std::async(std::launch::async, [&] {
      while (!is_given_up) std::this_thread::yield();
      return 1;
    }));
  }
  const cancellation::Control control{.time_limit = std::chrono::milliseconds(1)};
  const auto wait = [&] { cancellation::wait_for_threads(running, [&] { is_given_up = true; }); };
  EXPECT_THROW(cancellation::controlled("work", control, wait), cancellation::OutOfTime);
  EXPECT_EQ(running[0].get() + running[1].get(), 2);
}

}  // namespace
}  // namespace warpgraph::test
