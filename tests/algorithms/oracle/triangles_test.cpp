// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/triangles.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(TrianglesOracle, AreNoneInTrees) {
  EXPECT_EQ(triangle_count(graph_of(5, path(5))), 0u);
  EXPECT_EQ(triangle_count(graph_of(5, star(5))), 0u);
}

TEST(TrianglesOracle, OfACliqueAreAllThreesOfVertices) {
  EXPECT_EQ(triangle_count(graph_of(6, clique(0, 6))), 20u);
  EXPECT_EQ(triangle_count(graph_of(8, bridged_cliques(4))), 8u);
}

TEST(TrianglesOracle, AreCountedOnceWhateverTheEdges) {
  const auto graph = graph_of(4, {{0, 1}, {1, 0}, {1, 2}, {0, 2}, {2, 2}, {2, 3}}, Direction::kDirected);
  EXPECT_EQ(triangle_count(graph), 1u);
  EXPECT_EQ(triangles_of_vertices(graph), (Counts{1, 1, 1, 0}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
