// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

// The fraction of edges in each quadrant of the matrix, at the given level (0: the whole matrix is cut).
std::vector<double> quadrant_fractions(const EdgeList& edges, unsigned scale, unsigned level) {
  std::vector<double> fraction(4);
  const unsigned bit = scale - 1 - level;
  for (const auto& [u, v] : pairs_of(edges)) fraction[2 * (u >> bit & 1) + (v >> bit & 1)] += 1;
  for (double& x : fraction) x /= static_cast<double>(edges.size());
  return fraction;
}

TEST(RmatTest, EveryLevelFallsIntoTheQuadrantsAsAsked) {
  for (const unsigned scale : {12u, 13u, 14u, 15u}) {
    const EdgeList edges = generated("rmat", {{"scale", std::to_string(scale)}});
    for (unsigned level = 0; level < scale; ++level) {
      const std::vector<double> fraction = quadrant_fractions(edges, scale, level);
      EXPECT_NEAR(fraction[0], .45, .01) << "scale " << scale << ", level " << level;
      EXPECT_NEAR(fraction[1], .25, .01);
      EXPECT_NEAR(fraction[2], .15, .01);
      EXPECT_NEAR(fraction[3], .15, .01);
    }
  }
}

TEST(RmatTest, LevelsAreIndependent) {
  const EdgeList edges = generated("rmat", {{"scale", "16"}});
  for (const auto& [one, other] : {std::pair{0u, 1u}, {2u, 3u}, {3u, 4u}, {7u, 8u}, {5u, 12u}}) {
    double both = 0;
    for (const auto& [u, v] : pairs_of(edges)) {
      const VertexId upper = (u | v) >> (15 - one) & 1;
      const VertexId lower = (u | v) >> (15 - other) & 1;
      both += upper == 0 && lower == 0 ? 1 : 0;
    }
    EXPECT_NEAR(both / static_cast<double>(edges.size()), .45 * .45, .003) << one << " and " << other;
  }
}

TEST(RmatTest, HasTheSizeThatWasAskedFor) {
  const EdgeList edges = generated("rmat", {{"scale", "10"}, {"edge-factor", "2.5"}});
  EXPECT_EQ(edges.vertex_count, 1024u);
  EXPECT_EQ(edges.size(), 2560u);
  EXPECT_EQ(edges.direction, Direction::kDirected);
}

// The first vertex has the fraction (a + b)^scale of all edges.
TEST(RmatTest, DegreesAreSkewed) {
  const EdgeList edges = generated("rmat", {{"scale", "14"}});
  const auto out = count_occurrences(edges.source, edges.vertex_count);
  const double expected = static_cast<double>(edges.size()) * std::pow(.7, 14);
  EXPECT_NEAR(static_cast<double>(out[0]), expected, 5 * std::sqrt(expected));
  EXPECT_EQ(*std::max_element(out.begin(), out.end()), out[0]);
  EXPECT_GT(std::count(out.begin(), out.end(), 0u), 1000);
}

TEST(RmatTest, KroneckerIsUndirectedAndItsHeavyVerticesHaveAnyNumber) {
  const EdgeList edges = generated("kron", {{"scale", "14"}});
  EXPECT_EQ(edges.direction, Direction::kUndirectedOnce);
  const auto degree = degrees(edges);
  const auto heavy = std::max_element(degree.begin(), degree.end()) - degree.begin();
  EXPECT_NE(heavy, 0);
  EXPECT_NEAR(static_cast<double>(degree[static_cast<std::size_t>(heavy)]),
              2 * static_cast<double>(edges.size()) * std::pow(.76, 14), 500);
}

TEST(RmatTest, EqualQuadrantsMakeAUniformGraph) {
  const EdgeList edges = generated("rmat", {{"scale", "12"}, {"a", ".25"}, {"b", ".25"}, {"c", ".25"}});
  const auto out = count_occurrences(edges.source, edges.vertex_count);
  EXPECT_LT(*std::max_element(out.begin(), out.end()), 45u);
}

TEST(RmatTest, OneQuadrantMayTakeAll) {
  for (const auto& [u, v] : pairs_of(generated("rmat", {{"scale", "6"}, {"a", "1"}, {"b", "0"}, {"c", "0"}}))) {
    EXPECT_EQ(u, 0u);
    EXPECT_EQ(v, 0u);
  }
  for (const auto& [u, v] : pairs_of(generated("rmat", {{"scale", "6"}, {"a", "0"}, {"b", "0"}, {"c", "0"}}))) {
    EXPECT_EQ(u, 63u);
    EXPECT_EQ(v, 63u);
  }
}

TEST(RmatTest, TheLargestScaleReachesItsLastVertices) {
  const EdgeList edges =
      generated("rmat", {{"scale", "31"}, {"edge-factor", "1e-5"}, {"a", ".1"}, {"b", ".2"}, {"c", ".3"}});
  EXPECT_EQ(edges.vertex_count, 1u << 31);
  EXPECT_GT(*std::max_element(edges.source.begin(), edges.source.end()), 0x7ff00000u);
  EXPECT_LT(*std::max_element(edges.target.begin(), edges.target.end()), 1u << 31);
}

}  // namespace
}  // namespace warpgraph::test
