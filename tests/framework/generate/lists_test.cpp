// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

TEST(LinkedListsTest, OrderedAndReversed) {
  const std::vector<EdgePair> ordered = {{0, 1}, {1, 2}, {2, 3}};
  const std::vector<EdgePair> reversed = {{3, 2}, {2, 1}, {1, 0}};
  EXPECT_EQ(pairs_of(generated("list", {{"vertices", "4"}, {"order", "ordered"}})), ordered);
  EXPECT_EQ(pairs_of(generated("list", {{"vertices", "4"}, {"order", "reversed"}})), reversed);
}

// 0 - 1 - 2 - 3, 4 - 5 - 6, 7 - 8 - 9
TEST(LinkedListsTest, SeveralListsAreOfEqualLengthUpToOne) {
  const EdgeList edges = generated("list", {{"vertices", "10"}, {"lists", "3"}, {"order", "ordered"}});
  const std::vector<EdgePair> expected = {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}, {7, 8}, {8, 9}};
  EXPECT_EQ(pairs_of(edges), expected);
  EXPECT_EQ(edges.direction, Direction::kUndirectedOnce);
}

TEST(LinkedListsTest, DirectedListsEndInThemselves) {
  const EdgeList edges =
      generated("list", {{"vertices", "5"}, {"lists", "2"}, {"order", "ordered"}, {"directed", "true"}});
  const std::vector<EdgePair> expected = {{0, 1}, {1, 2}, {2, 2}, {3, 4}, {4, 4}};
  EXPECT_EQ(pairs_of(edges), expected);
  EXPECT_EQ(edges.direction, Direction::kDirected);
}

TEST(LinkedListsTest, ARandomListVisitsEveryVertexFromVertexZero) {
  const EdgeList edges = generated("list", {{"vertices", "5000"}, {"directed", "true"}});
  std::vector<VertexId> next(5000);
  for (const auto& [u, v] : pairs_of(edges)) next[u] = v;
  std::vector<bool> seen(5000);
  VertexId v = 0;
  for (int steps = 1; steps < 5000; ++steps) {
    seen[v] = true;
    v = next[v];
    ASSERT_FALSE(seen[v]);
  }
  EXPECT_EQ(next[v], v);
}

TEST(LinkedListsTest, NeighboursOfARandomListAreFarApart) {
  double distance = 0;
  for (const auto& [u, v] : pairs_of(generated("list", {{"vertices", "30000"}})))
    distance += std::abs(static_cast<double>(u) - static_cast<double>(v));
  EXPECT_NEAR(distance / 30000, 10000, 300);
}

TEST(LinkedListsTest, ManyRandomLists) {
  for (const char* lists : {"2", "999", "1000"}) {
    const EdgeList edges = generated("list", {{"vertices", "1000"}, {"lists", lists}});
    EXPECT_TRUE(is_forest(edges));
    EXPECT_EQ(std::to_string(components(edges).size()), lists);
    for (const std::uint64_t degree : degrees(edges)) EXPECT_LE(degree, 2u);
  }
}

}  // namespace
}  // namespace warpgraph::test
