// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cancellation.hpp>

#include <atomic>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "support/machines.hpp"

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

}  // namespace
}  // namespace warpgraph::test
