// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/memory.hpp>

namespace warpgraph::test {
namespace {

TEST(MemoryPlan, IsEmptyAtFirst) {
  EXPECT_EQ(MemoryPlan().total(), 0u);
  EXPECT_EQ(MemoryPlan().describe(), "");
}

TEST(MemoryPlan, AddsUp) {
  MemoryPlan plan("row", 100);
  plan.add("column", 50).add_array<std::uint64_t>("edges", 10).add("row", 7);
  EXPECT_EQ(plan.total(), 237u);
  ASSERT_EQ(plan.items().size(), 3u);
  EXPECT_EQ(plan.items()[0].bytes, 107u);
  EXPECT_EQ(plan.items()[2].name, "edges");
  EXPECT_EQ(plan.items()[2].bytes, 80u);
}

TEST(MemoryPlan, TakesInAnotherPlan) {
  MemoryPlan plan("row", 100);
  plan += MemoryPlan("column", 11);
  EXPECT_EQ(plan.total(), 111u);
  EXPECT_EQ(plan.items().size(), 2u);
}

TEST(MemoryPlan, TakesInItself) {
  MemoryPlan plan("row", 100);
  plan += plan;
  EXPECT_EQ(plan.total(), 200u);
}

TEST(MemoryPlan, DescribesTheLargestFirst) {
  MemoryPlan plan("row", 8 << 20);
  plan.add("flag", 1).add("column", 128 << 20);
  EXPECT_EQ(plan.describe(), "column 128.0 MiB, row 8.0 MiB, flag 1 B");
}

TEST(MemoryPlan, ThatCannotBeCountedIsAsLargeAsCanBe) {
  constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(MemoryPlan().add_array<std::uint64_t>("wraps to eight bytes", kMax / 8 + 2).total(), kMax);
  EXPECT_EQ(MemoryPlan("most", kMax).add("one more", 1).total(), kMax);
}

MemoryUse report(const support::MemoryAccount& account) {
  MemoryUse use;
  account.report(use);
  return use;
}

TEST(MemoryAccount, CountsByName) {
  support::MemoryAccount account;
  account.add("row", 100);
  account.add("column", 10);
  account.add("row", 5);
  account.remove("row", 100);
  const MemoryUse use = report(account);
  EXPECT_EQ(use.in_use, 15u);
  EXPECT_EQ(use.peak, 115u);
  ASSERT_EQ(use.items.size(), 2u);
  EXPECT_EQ(use.items[0].name, "column");
  EXPECT_EQ(use.items[1].name, "row");
  EXPECT_EQ(use.items[1].in_use, 5u);
  EXPECT_EQ(use.items[1].peak, 105u);
}

TEST(MemoryAccount, ResetForgetsPastPeaksAndNames) {
  support::MemoryAccount account;
  account.add("kept", 7);
  account.add("gone", 100);
  account.remove("gone", 100);
  account.reset_peak();
  const MemoryUse use = report(account);
  EXPECT_EQ(use.peak, 7u);
  ASSERT_EQ(use.items.size(), 1u);
  EXPECT_EQ(use.items[0].name, "kept");
}

TEST(MemoryAccount, CountsForManyThreads) {
  support::MemoryAccount account;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&account, i] {
      for (int round = 0; round < 500; ++round) {
        account.add("shared", 3);
        account.add(std::to_string(i), 1);
        account.remove("shared", 3);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(account.in_use(), 2000u);
}

}  // namespace
}  // namespace warpgraph::test
