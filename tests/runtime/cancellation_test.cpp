// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cancellation.hpp>

#include <atomic>
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

}  // namespace
}  // namespace warpgraph::test
