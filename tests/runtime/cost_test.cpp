// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cost.hpp>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

TEST(MachineCost, GathersBetweenTwoTablesLieOnTheLineOfTheirLogarithms) {
  const costs::MachineCost cost{{{1 << 10, 800}, {1 << 14, 200}}, 0, 0, 0};
  EXPECT_DOUBLE_EQ(cost.gathers_per_second(1 << 10), 800);
  EXPECT_NEAR(cost.gathers_per_second(1 << 12), 400, 1e-9);
  EXPECT_DOUBLE_EQ(cost.gathers_per_second(1 << 14), 200);
}

TEST(MachineCost, GathersBeyondTheTablesAreThoseOfTheNearest) {
  const costs::MachineCost cost{{{1 << 10, 800}, {1 << 14, 200}}, 0, 0, 0};
  EXPECT_DOUBLE_EQ(cost.gathers_per_second(0), 800);
  EXPECT_DOUBLE_EQ(cost.gathers_per_second(1e12), 200);
  EXPECT_DOUBLE_EQ(costs::MachineCost{}.gathers_per_second(1), 0);
}

TEST(LinkCost, ARoundIsALatencyFurtherMessagesAndBytes) {
  const costs::LinkCost link{5, 2, 10};
  EXPECT_DOUBLE_EQ(link.seconds(0, 0), 0);
  EXPECT_DOUBLE_EQ(link.seconds(1, 0), 5);
  EXPECT_DOUBLE_EQ(link.seconds(4, 30), 5 + 3 * 2 + 3);
}

}  // namespace
}  // namespace warpgraph::test
