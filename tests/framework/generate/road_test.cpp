// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

TEST(RoadTest, IsConnectedWithMeanDegree2point4AndThousandsOfLevels) {
  const EdgeList edges = generated("road", {{"width", "700"}, {"height", "700"}});
  EXPECT_NEAR(mean_degree(edges), 2.4, .01);
  const Reached reached = search(edges, 0);
  EXPECT_EQ(reached.vertices, edges.vertex_count);
  EXPECT_GT(reached.levels, 1800u);
  EXPECT_LT(reached.levels, 5000u);
}

TEST(RoadTest, HasNoDuplicatesLoopsOrCrossingsOfMoreThanFourRoads) {
  const EdgeList edges = generated("road", {{"width", "80"}, {"height", "50"}});
  EXPECT_FALSE(has_duplicates(sorted_undirected(edges)));
  EXPECT_EQ(count_self_loops(edges), 0u);
  const auto degree = degrees(edges);
  EXPECT_EQ(*std::max_element(degree.begin(), degree.end()), 4u);
  EXPECT_EQ(*std::min_element(degree.begin(), degree.end()), 1u);
}

TEST(RoadTest, KeepingNothingLeavesATree) {
  const EdgeList edges = generated("road", {{"width", "80"}, {"height", "50"}, {"keep", "0"}});
  EXPECT_TRUE(is_forest(edges));
  EXPECT_EQ(components(edges).size(), 1u);
}

TEST(RoadTest, KeepingEverythingInOnePieceIsTheGrid) {
  const generators::GeneratorArguments size = {{"width", "17"}, {"height", "9"}};
  generators::GeneratorArguments road = size;
  road.insert({{"keep", "1"}, {"segments", "1"}});
  EXPECT_EQ(sorted_undirected(generated("road", road)), sorted_undirected(generated("grid2d", size)));
}

// The lattice of the comparisons with other systems: no chains, a fifth of the spare edges.
TEST(RoadTest, ALatticeWithDeletionsHasTheSameMeanDegree) {
  const EdgeList edges = generated("road", {{"width", "300"}, {"height", "400"}, {"keep", ".2"}, {"segments", "1"}});
  EXPECT_EQ(edges.vertex_count, 120000u);
  EXPECT_NEAR(mean_degree(edges), 2.4, .01);
}

TEST(RoadTest, IdsOfNeighboursAreNear) {
  const EdgeList edges = generated("road", {{"width", "100"}, {"height", "100"}});
  for (const auto& [u, v] : sorted_undirected(edges)) EXPECT_LE(v - u, 400u);
}

}  // namespace
}  // namespace warpgraph::test
