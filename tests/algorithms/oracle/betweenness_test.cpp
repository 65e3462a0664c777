// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/betweenness.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Centralities = std::vector<double>;

// Vertex v of a path lies between v vertices on one side and n - 1 - v on the other, in both directions.
TEST(BetweennessOracle, OfAPathIsTheProductOfItsSides) {
  EXPECT_EQ(betweenness(graph_of(5, path(5))), (Centralities{0, 6, 8, 6, 0}));
}

TEST(BetweennessOracle, OfAStarIsAllInTheMiddle) {
  EXPECT_EQ(betweenness(graph_of(5, star(5))), (Centralities{12, 0, 0, 0, 0}));
}

TEST(BetweennessOracle, OfACliqueIsZero) { EXPECT_EQ(betweenness(graph_of(4, clique(0, 4))), Centralities(4)); }

// Each end of the bridge lies between the two others of its clique and the three of the other.
TEST(BetweennessOracle, OfABridgeIsLarge) {
  EXPECT_EQ(betweenness(graph_of(6, bridged_cliques(3))), (Centralities{0, 0, 12, 12, 0, 0}));
}

// 0 - 1 - 2 - 3 - 0: one of two ways leads through each vertex.
TEST(BetweennessOracle, SharesOutWaysOfTheSameLength) {
  EXPECT_EQ(betweenness(graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}})), (Centralities{1, 1, 1, 1}));
  EXPECT_EQ(betweenness(graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}), {0}), (Centralities{0, 0.5, 0, 0.5}));
}

TEST(BetweennessOracle, FollowsDirections) {
  EXPECT_EQ(betweenness(graph_of(3, path(3), Direction::kDirected)), (Centralities{0, 1, 0}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
