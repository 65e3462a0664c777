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

TEST(Text, BytesMayHaveAUnit) {
  EXPECT_EQ(parse_bytes("4096"), 4096u);
  EXPECT_EQ(parse_bytes("3K"), 3072u);
  EXPECT_EQ(parse_bytes("512M"), std::size_t{512} << 20);
  EXPECT_EQ(parse_bytes("8G"), std::size_t{8} << 30);
  EXPECT_EQ(parse_bytes("2T"), std::size_t{2} << 40);
  for (const char* const wrong : {"", "M", "-1", "8g", "8GB", "1.5G", " 1", "99999999T", "99999999999999999999"})
    EXPECT_EQ(parse_bytes(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace warpgraph::cli
