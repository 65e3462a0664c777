// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/edge_balanced_ranges.hpp>

#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {
namespace {

std::vector<EdgeId> offsets(const std::vector<EdgeId>& degrees) {
  std::vector<EdgeId> row(degrees.size() + 1, 0);
  std::partial_sum(degrees.begin(), degrees.end(), row.begin() + 1);
  return row;
}

TEST(EdgeBalancedRanges, SplitsEqualRowsEqually) {
  const auto ranges = edge_balanced_ranges(offsets(std::vector<EdgeId>(12, 5)), 3);

  EXPECT_EQ(ranges, (std::vector<VertexRange>{{0, 4}, {4, 8}, {8, 12}}));
}

TEST(EdgeBalancedRanges, CountsEdgesAndNotVertices) {
  const auto ranges = edge_balanced_ranges(offsets({8, 1, 1, 1, 1, 1, 1, 1, 1}), 2);

  EXPECT_EQ(ranges, (std::vector<VertexRange>{{0, 1}, {1, 9}}));
}

TEST(EdgeBalancedRanges, LeavesRangesEmptyWhereThereAreFewerVerticesThanParts) {
  const auto ranges = edge_balanced_ranges(offsets({4, 4}), 4);

  ASSERT_EQ(ranges.size(), 4u);
  EXPECT_EQ(ranges.front().first, 0u);
  EXPECT_EQ(ranges.back().last, 2u);
}

TEST(EdgeBalancedRanges, GivesAllVerticesOfAGraphWithoutEdgesToSomePart) {
  const auto ranges = edge_balanced_ranges(offsets({0, 0, 0}), 2);

  EXPECT_EQ(ranges[0].size() + ranges[1].size(), 3u);
}

TEST(EdgeBalancedRanges, MissesTheFairShareByAtMostTheLongestRow) {
  std::mt19937 random(1);
  for (const int parts : {1, 2, 3, 4, 7}) {
    SCOPED_TRACE(parts);
    std::vector<EdgeId> degrees(1000);
    for (EdgeId& degree : degrees) degree = random() % 50;
    const auto row = offsets(degrees);

    const auto ranges = edge_balanced_ranges(row, parts);

    VertexId next = 0;
    for (const VertexRange& range : ranges) {
      EXPECT_EQ(range.first, next);
      next = range.last;
      const auto edges = static_cast<double>(row[range.last] - row[range.first]);
      EXPECT_NEAR(edges, static_cast<double>(row.back()) / parts, 50.0);
    }
    EXPECT_EQ(next, degrees.size());
  }
}

TEST(EdgeBalancedRanges, RefusesNoParts) { EXPECT_THROW(edge_balanced_ranges(offsets({1}), 0), UsageError); }

}  // namespace
}  // namespace warpgraph
