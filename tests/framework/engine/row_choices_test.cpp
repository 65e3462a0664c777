// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/row_choices.hpp>

#include <gtest/gtest.h>

#include <warpgraph/framework/tuning.hpp>

namespace warpgraph {
namespace {

constexpr rows::RowLengths rows(EdgeId longest, double mean) { return {longest, 0, mean}; }
constexpr rows::RowLengths kSkewed = rows(1 << 20, 30);

TEST(RowChoices, RowsAreSkewedWhereTheLongestIsFarAboveTheMean) {
  EXPECT_TRUE(rows::is_skewed(kSkewed));
  EXPECT_FALSE(rows::is_skewed(rows(30, 30)));
  EXPECT_FALSE(rows::is_skewed(rows(20, 1))) << "short rows all of them";
}

TEST(RowChoices, LongerRowsGetMoreLanes) {
  const auto shape = [](EdgeId longest, double mean) {
    return rows::choose_shape(rows(longest, mean), DeviceKind::kGpu);
  };
  EXPECT_EQ(shape(4, 2), GatherShape::kThread);
  EXPECT_EQ(shape(tuning::kLongestForThread + 1, 7), GatherShape::kVirtual2);
  EXPECT_EQ(shape(40, 15), GatherShape::kVirtual4);
  EXPECT_EQ(shape(60, 30), GatherShape::kVirtual8);
  EXPECT_EQ(shape(100, 70), GatherShape::kVirtual16);
  EXPECT_EQ(shape(300, 200), GatherShape::kVirtual32);
}

TEST(RowChoices, HeavyVerticesSplitTheEdgesEqually) {
  EXPECT_EQ(rows::choose_shape(kSkewed, DeviceKind::kGpu), GatherShape::kEqualSplit);
  EXPECT_EQ(rows::choose_shape(kSkewed, DeviceKind::kHost), GatherShape::kSegments)
      << "virtual devices have no idle lanes";
}

TEST(RowChoices, EdgesAreCutWhereWhatIsSeenIsMoreThanTwoBlocks) {
  constexpr VertexId kVertices = 1 << 20;
  const auto blocks = [](EdgeId edges_per_vertex, std::uint64_t block_bytes) {
    return rows::choose_blocks(kVertices, edges_per_vertex * kVertices, kVertices, sizeof(float), block_bytes);
  };
  EXPECT_EQ(blocks(32, 0), 0u);
  EXPECT_EQ(blocks(32, std::uint64_t{1} << 63), 0u);
  EXPECT_EQ(blocks(32, 2u << 20), 0u);
  EXPECT_EQ(blocks(32, (2u << 20) - 1), 3u);
  EXPECT_EQ(blocks(32, 1u << 20), 4u);
  EXPECT_EQ(blocks(32, 1u << 10), 8u) << "four edges of a row in each";
  EXPECT_EQ(blocks(7, 1u << 20), 0u) << "one block is none";
  EXPECT_EQ(rows::choose_blocks(kVertices / 4, 8 * kVertices, kVertices, sizeof(float), 1u << 20), 4u)
      << "one of four devices, which sees all vertices";
  EXPECT_EQ(rows::choose_blocks(0, 0, 0, sizeof(float), 1), 0u);
  EXPECT_EQ(rows::choose_blocks(0, 0, kVertices, sizeof(float), 1), 0u);
}

TEST(RowChoices, ShortRowsHaveAFixedNumberOfLanesForPushing) {
  EXPECT_EQ(rows::short_row_lanes(rows(4, 3)), 1u);
  EXPECT_EQ(rows::short_row_lanes(rows(16, 10)), 4u);
  EXPECT_EQ(rows::short_row_lanes(rows(32, 30)), 8u);
  EXPECT_EQ(rows::short_row_lanes(rows(64, 60)), 0u);
  EXPECT_EQ(rows::short_row_lanes(kSkewed), 0u);
}

TEST(RowChoices, DistancesAreTakenTogetherFartherWhereRowsAreShort) {
  EXPECT_DOUBLE_EQ(rows::distance_step(rows(1 << 20, 10)), tuning::kStepSkewed);
  EXPECT_DOUBLE_EQ(rows::distance_step(kSkewed), tuning::kStepSkewedLong);
  EXPECT_DOUBLE_EQ(rows::distance_step(rows(4, 2)), tuning::kStepRoads / 2);
  EXPECT_DOUBLE_EQ(rows::distance_step(rows(30, 16)), tuning::kStepOthers / 16);
}

TEST(RowChoices, UnsettledVerticesPullWhereHeavyVerticesHaveMostEdges) {
  constexpr std::uint64_t kMany = tuning::kValueBytesForPriority + 1;
  EXPECT_TRUE(rows::pulls_unsettled(kSkewed, kMany));
  EXPECT_FALSE(rows::pulls_unsettled(kSkewed, kMany - 1)) << "the values fit a cache";
  EXPECT_FALSE(rows::pulls_unsettled(rows(1 << 20, 5), kMany)) << "paths are long";
  EXPECT_FALSE(rows::pulls_unsettled(rows(30, 30), kMany));
}

}  // namespace
}  // namespace warpgraph
