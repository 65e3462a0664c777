// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include <gtest/gtest.h>

namespace warpgraph::cli {
namespace {

TEST(Text, CountsAreGroupedByThousands) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(1048576), "1,048,576");
  EXPECT_EQ(format_count(~std::uint64_t{0}), "18,446,744,073,709,551,615");
}

TEST(Text, SecondsHaveAUnitThatFits) {
  EXPECT_EQ(format_seconds(0.0012), "1.2 ms");
  EXPECT_EQ(format_seconds(0.25), "250 ms");
  EXPECT_EQ(format_seconds(3.21), "3.2 s");
}

TEST(Text, CountedKnowsOne) {
  EXPECT_EQ(counted(1, "edge", "edges"), "1 edge");
  EXPECT_EQ(counted(0, "edge", "edges"), "0 edges");
}

}  // namespace
}  // namespace warpgraph::cli
