// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

TEST(MeshTest, HasTheGridsEdgesAndOneDiagonalInEverySquare) {
  const generators::GeneratorArguments size = {{"width", "40"}, {"height", "30"}};
  const auto mesh = sorted_undirected(generated("mesh", size));
  const auto grid = sorted_undirected(generated("grid2d", size));
  EXPECT_TRUE(std::includes(mesh.begin(), mesh.end(), grid.begin(), grid.end()));
  EXPECT_FALSE(has_duplicates(mesh));
  for (VertexId y = 0; y + 1 < 30; ++y)
    for (VertexId x = 0; x + 1 < 40; ++x) {
      const VertexId corner = y * 40 + x;
      const bool falls = std::binary_search(mesh.begin(), mesh.end(), EdgePair(corner, corner + 41));
      const bool rises = std::binary_search(mesh.begin(), mesh.end(), EdgePair(corner + 1, corner + 40));
      ASSERT_NE(falls, rises);
    }
}

// A triangulation of n points has nearly 3 n edges.
TEST(MeshTest, MeanDegreeIsNearlySix) {
  EXPECT_NEAR(mean_degree(generated("mesh", {{"width", "200"}, {"height", "200"}})), 6, .05);
}

TEST(MeshTest, BothDiagonalsAppearEquallyOften) {
  for (const char* jitter : {"0", ".2"}) {
    const EdgeList edges = generated("mesh", {{"width", "100"}, {"height", "100"}, {"jitter", jitter}});
    double rising = 0;
    for (const auto& [u, v] : sorted_undirected(edges)) rising += v - u == 101 ? 1 : 0;
    EXPECT_NEAR(rising / (99 * 99), .5, .03) << "jitter " << jitter;
  }
}

}  // namespace
}  // namespace warpgraph::test
