// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

// 0 - 1 - 2
// |   |   |
// 3 - 4 - 5
TEST(GridTest, TwoRowsOfThree) {
  const std::vector<EdgePair> expected = {{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {4, 5}};
  EXPECT_EQ(sorted_undirected(generated("grid2d", {{"width", "3"}, {"height", "2"}})), expected);
}

TEST(GridTest, BordersOfAPeriodicGridAreJoined) {
  const EdgeList edges = generated("grid2d", {{"width", "5"}, {"height", "4"}, {"periodic", "true"}});
  for (const std::uint64_t degree : degrees(edges)) EXPECT_EQ(degree, 4u);
  EXPECT_FALSE(has_duplicates(sorted_undirected(edges)));
  EXPECT_EQ(count_self_loops(edges), 0u);
  EXPECT_EQ(search(edges, 7).levels, 5u);
}

// Going around a line of two or of one would give a second edge, or a loop.
TEST(GridTest, ShortPeriodicLinesHaveNoExtraEdges) {
  const EdgeList edges = generated("grid3d", {{"width", "2"}, {"height", "1"}, {"depth", "3"}, {"periodic", "true"}});
  const std::vector<EdgePair> expected = {{0, 1}, {0, 2}, {0, 4}, {1, 3}, {1, 5}, {2, 3}, {2, 4}, {3, 5}, {4, 5}};
  EXPECT_EQ(sorted_undirected(edges), expected);
}

TEST(GridTest, ThreeDimensionsHaveSixNeighboursInside) {
  const EdgeList edges = generated("grid3d", {{"width", "5"}, {"height", "6"}, {"depth", "7"}});
  EXPECT_EQ(edges.vertex_count, 210u);
  EXPECT_EQ(edges.size(), 4u * 42 + 5u * 35 + 6u * 30);
  const auto degree = degrees(edges);
  EXPECT_EQ(degree[0], 3u);
  EXPECT_EQ(degree[(3 * 6 + 3) * 5 + 2], 6u);
  EXPECT_EQ(search(edges, 0).levels, 4u + 5 + 6 + 1);
}

}  // namespace
}  // namespace warpgraph::test
