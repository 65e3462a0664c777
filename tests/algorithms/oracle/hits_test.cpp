// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/hits.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/expect_near.hpp"
#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

TEST(HitsOracle, IsTheSameWhereAllVerticesAreAlike) {
  const Hits result = hits(graph_of(4, clique(0, 4)));
  expect_near(result.hub, {0.25, 0.25, 0.25, 0.25});
  expect_near(result.authority, {0.25, 0.25, 0.25, 0.25});
}

TEST(HitsOracle, OfAStarThatPointsOutwardsHasOneHub) {
  const Hits result = hits(graph_of(4, star(4), Direction::kDirected));
  expect_near(result.hub, {1, 0, 0, 0});
  expect_near(result.authority, {0, 1.0 / 3, 1.0 / 3, 1.0 / 3});
}

// 0 -> 2, 0 -> 3, 1 -> 3: the hubs are the main eigenvector of (2 1; 1 1), whose ratio is the golden one.
TEST(HitsOracle, IsAnEigenvector) {
  const Hits result = hits(graph_of(4, {{0, 2}, {0, 3}, {1, 3}}, Direction::kDirected));
  const double golden = (1 + std::sqrt(5.0)) / 2;
  expect_near(result.hub, {golden / (1 + golden), 1 / (1 + golden), 0, 0});
  expect_near(result.authority, {0, 0, 1 / (1 + golden), golden / (1 + golden)});
}

TEST(HitsOracle, IsZeroWithoutEdges) { EXPECT_EQ(hits(graph_of(3, {})).authority, (std::vector<double>{0, 0, 0})); }

}  // namespace
}  // namespace warpgraph::test::oracle
