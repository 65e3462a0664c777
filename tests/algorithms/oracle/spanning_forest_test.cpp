// SPDX-License-Identifier: Apache-2.0
#include "spanning_forest.hpp"

#include <gtest/gtest.h>

#include "graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using Edges = WeighedEdges<std::int32_t>;

TEST(SpanningForestOracle, LeavesOutTheHeaviestEdgeOfACycle) {
  //  0 --1-- 1
  //  |       |
  //  3       2        4 --5-- 5
  //  |       |
  //  3 --9-- 2
  const auto graph = weighted_graph_of<std::int32_t>(6, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}}, {1, 2, 9, 3, 5});
  EXPECT_EQ(spanning_forest(graph), (Edges{{1, 1, 0}, {2, 2, 1}, {3, 3, 0}, {5, 5, 4}}));
}

TEST(SpanningForestOracle, PrefersLowerVerticesAmongEqualWeights) {
  EXPECT_EQ(spanning_forest(graph_of(3, {{2, 1}, {2, 0}, {1, 0}, {1, 1}})), (Edges{{1, 1, 0}, {1, 2, 0}}));
}

TEST(SpanningForestOracle, TakesTheLightestOfParallelEdges) {
  const auto graph = weighted_graph_of<std::int32_t>(2, {{0, 1}, {0, 1}, {1, 0}}, {4, -2, 3});
  EXPECT_EQ(spanning_forest(graph), (Edges{{-2, 1, 0}}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
