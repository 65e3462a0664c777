// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/row_choices.hpp>

#include <gtest/gtest.h>

#include <warpgraph/framework/tuning.hpp>

namespace warpgraph {
namespace {

constexpr RowLengths rows(EdgeId longest, double mean) { return {longest, 0, mean}; }
constexpr RowLengths kSkewed = rows(1 << 20, 30);

TEST(RowChoices, RowsAreSkewedWhereTheLongestIsFarAboveTheMean) {
  EXPECT_TRUE(is_skewed(kSkewed));
  EXPECT_FALSE(is_skewed(rows(30, 30)));
  EXPECT_FALSE(is_skewed(rows(20, 1))) << "short rows all of them";
}

TEST(RowChoices, LongerRowsGetMoreLanes) {
  const auto shape = [](EdgeId longest, double mean) { return choose_shape(rows(longest, mean), DeviceKind::kCuda); };
  EXPECT_EQ(shape(4, 2), GatherShape::kThread);
  EXPECT_EQ(shape(tuning::kLongestForThread + 1, 7), GatherShape::kVirtual2);
  EXPECT_EQ(shape(40, 15), GatherShape::kVirtual4);
  EXPECT_EQ(shape(60, 30), GatherShape::kVirtual8);
  EXPECT_EQ(shape(100, 70), GatherShape::kVirtual16);
  EXPECT_EQ(shape(300, 200), GatherShape::kVirtual32);
}

TEST(RowChoices, HeavyVerticesSplitTheEdgesEqually) {
  EXPECT_EQ(choose_shape(kSkewed, DeviceKind::kCuda), GatherShape::kEqualSplit);
  EXPECT_EQ(choose_shape(kSkewed, DeviceKind::kHost), GatherShape::kSegments) << "virtual devices have no idle lanes";
}

TEST(RowChoices, ShortRowsHaveAFixedNumberOfLanesForPushing) {
  EXPECT_EQ(short_row_lanes(rows(4, 3)), 1u);
  EXPECT_EQ(short_row_lanes(rows(16, 10)), 4u);
  EXPECT_EQ(short_row_lanes(rows(32, 30)), 8u);
  EXPECT_EQ(short_row_lanes(rows(64, 60)), 0u);
  EXPECT_EQ(short_row_lanes(kSkewed), 0u);
}

TEST(RowChoices, DistancesAreTakenTogetherFartherWhereRowsAreShort) {
  EXPECT_DOUBLE_EQ(distance_step(kSkewed), tuning::kStepSkewed);
  EXPECT_DOUBLE_EQ(distance_step(rows(4, 2)), tuning::kStepRoads / 2);
  EXPECT_DOUBLE_EQ(distance_step(rows(30, 16)), tuning::kStepOthers / 16);
}

TEST(RowChoices, UnsettledVerticesPullWhereHeavyVerticesHaveMostEdges) {
  EXPECT_TRUE(pulls_unsettled(kSkewed));
  EXPECT_FALSE(pulls_unsettled(rows(1 << 20, 5))) << "paths are long";
  EXPECT_FALSE(pulls_unsettled(rows(30, 30)));
}

}  // namespace
}  // namespace warpgraph
