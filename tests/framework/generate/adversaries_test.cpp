// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

using Pairs = std::vector<EdgePair>;

TEST(AdversariesTest, Star) {
  EXPECT_EQ(pairs_of(generated("star", {{"vertices", "5"}})), (Pairs{{0, 1}, {0, 2}, {0, 3}, {0, 4}}));
}

TEST(AdversariesTest, Path) {
  EXPECT_EQ(pairs_of(generated("path", {{"vertices", "4"}})), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(AdversariesTest, Cycle) {
  EXPECT_EQ(pairs_of(generated("cycle", {{"vertices", "4"}})), (Pairs{{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
}

TEST(AdversariesTest, CompleteOfEvenAndOddSize) {
  for (const char* vertices : {"2", "3", "4", "5", "100", "101"}) {
    const EdgeList edges = generated("complete", {{"vertices", vertices}});
    const std::size_t n = edges.vertex_count;
    EXPECT_EQ(edges.size(), n * (n - 1) / 2);
    EXPECT_EQ(count_self_loops(edges), 0u);
    EXPECT_FALSE(has_duplicates(sorted_undirected(edges))) << vertices;
  }
}

TEST(AdversariesTest, CompleteBipartite) {
  EXPECT_EQ(pairs_of(generated("bipartite", {{"left", "2"}, {"right", "3"}})),
            (Pairs{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
}

TEST(AdversariesTest, DisjointCliques) {
  EXPECT_EQ(sorted_undirected(generated("cliques", {{"cliques", "2"}, {"size", "3"}})),
            (Pairs{{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}}));
}

TEST(AdversariesTest, OnlyEveryStridethRowHasEdges) {
  const EdgeList edges = generated("empty-rows", {{"vertices", "10001"}, {"stride", "10"}, {"edge-factor", "8"}});
  EXPECT_EQ(edges.size(), 1001u * 8);
  const auto degree = degrees(edges);
  for (std::size_t v = 0; v < degree.size(); ++v) {
    if (v % 10 == 0)
      EXPECT_GT(degree[v], 0u) << v;
    else
      EXPECT_EQ(degree[v], 0u) << v;
  }
}

TEST(AdversariesTest, TheHeavyVertexHasAllAsNeighbours) {
  const EdgeList edges = generated("heavy-vertex", {{"vertices", "1000"}, {"edge-factor", "3"}});
  EXPECT_EQ(edges.size(), 999u + 3000);
  std::vector<bool> met(1000);
  for (std::size_t i = 0; i < 999; ++i) {
    EXPECT_EQ(edges.source[i], 500u);
    EXPECT_NE(edges.target[i], 500u);
    met[edges.target[i]] = true;
  }
  EXPECT_EQ(std::count(met.begin(), met.end(), true), 999);
}

TEST(AdversariesTest, AllAreUndirected) {
  for (const char* name : {"star", "path", "cycle", "complete", "bipartite", "cliques", "empty-rows", "heavy-vertex"})
    EXPECT_EQ(generated(name, small_arguments(name)).direction, Direction::kUndirectedOnce);
}

}  // namespace
}  // namespace warpgraph::test
