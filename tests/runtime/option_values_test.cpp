// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/option_values.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace warpgraph::option {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(OptionValuesTest, NumbersAreAsShortAsPeopleWriteThem) {
  EXPECT_EQ(to_text(1e-4), "1e-4");
  EXPECT_EQ(to_text(1e-12), "1e-12");
  EXPECT_EQ(to_text(.85), "0.85");
  EXPECT_EQ(to_text(std::uint64_t{100}), "100");
}

TEST(OptionValuesTest, RangesSayWhichEndsBelongToThem) {
  EXPECT_EQ(describe(RealRange{0, 1}), "a number from 0 to 1");
  EXPECT_EQ(describe(RealRange{0, 1, false, true}), "a number from 0 to below 1");
  EXPECT_EQ(describe(RealRange{0, 1, true}), "a number above 0 and up to 1");
  EXPECT_EQ(describe(RealRange{0, kInfinite}), "a number from 0 on");
  EXPECT_EQ(describe(WholeRange{1, 31}), "a whole number from 1 to 31");
  EXPECT_EQ(describe(WholeRange{0, ~std::uint64_t{0}}), "a whole number from 0 on");
}

TEST(OptionValuesTest, RangesHoldTheEndsThatBelongToThem) {
  EXPECT_TRUE(contains(RealRange{0, 1}, 0));
  EXPECT_TRUE(contains(RealRange{0, 1}, 1));
  EXPECT_FALSE(contains(RealRange{0, 1, true}, 0));
  EXPECT_FALSE(contains(RealRange{0, 1, false, true}, 1));
  EXPECT_TRUE(contains(RealRange{0, kInfinite}, 1e300));
}

TEST(OptionValuesTest, AValueOutsideOfTheRangeLeavesTheMemberAsItIs) {
  double damping = .5;
  EXPECT_FALSE(assign("1.5", damping, RealRange{0, 1}));
  EXPECT_FALSE(assign("nan", damping, RealRange{0, 1}));
  EXPECT_EQ(damping, .5);
  EXPECT_TRUE(assign(".25", damping, RealRange{0, 1}));
  EXPECT_EQ(damping, .25);
}

}  // namespace
}  // namespace warpgraph::option
