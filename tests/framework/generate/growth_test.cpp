// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

TEST(PreferentialAttachmentTest, NewcomersJoinEarlierVertices) {
  const EdgeList edges = generated("preferential", {{"vertices", "5000"}, {"degree", "4"}});
  EXPECT_EQ(edges.size(), 10u + (5000 - 5) * 4);  // a clique of 5, then 4 each
  for (std::size_t i = 10; i < edges.size(); ++i) {
    EXPECT_EQ(edges.source[i], 5 + (i - 10) / 4);
    EXPECT_LT(edges.target[i], edges.source[i]);
  }
  EXPECT_EQ(components(edges).size(), 1u);
}

// P(degree >= k) = d (d + 1) / (k (k + 1)) for Barabasi and Albert's graph.
TEST(PreferentialAttachmentTest, DegreesFollowThePowerLaw) {
  const EdgeList edges = generated("preferential", {{"vertices", "100k"}, {"degree", "4"}});
  const auto degree = degrees(edges);
  for (const double k : {8.0, 16.0, 64.0}) {
    const auto large = std::count_if(degree.begin(), degree.end(), [&](auto d) { return static_cast<double>(d) >= k; });
    const double expected = 100000 * 20 / (k * (k + 1));
    EXPECT_NEAR(static_cast<double>(large), expected, .08 * expected + 5 * std::sqrt(expected)) << "k = " << k;
  }
  EXPECT_GT(*std::max_element(degree.begin(), degree.end()), 500u);
}

TEST(SmallWorldTest, WithoutRewiringIsARing) {
  const EdgeList edges = generated("small-world", {{"vertices", "100"}, {"degree", "4"}, {"rewire", "0"}});
  for (const std::uint64_t degree : degrees(edges)) EXPECT_EQ(degree, 4u);
  EXPECT_EQ(search(edges, 0).levels, 26u);  // 50 steps of at most 2, and the source
}

TEST(SmallWorldTest, RewiringMovesItsShareAndShortensPaths) {
  const EdgeList ring = generated("small-world", {{"vertices", "20000"}, {"degree", "8"}, {"rewire", "0"}});
  const EdgeList edges = generated("small-world", {{"vertices", "20000"}, {"degree", "8"}, {"rewire", ".1"}});
  double moved = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    EXPECT_EQ(edges.source[i], ring.source[i]);
    moved += edges.target[i] != ring.target[i] ? 1 : 0;
  }
  EXPECT_NEAR(moved / static_cast<double>(edges.size()), .1, .005);
  EXPECT_EQ(count_self_loops(edges), 0u);
  EXPECT_LT(search(edges, 0).levels, 30u);
  EXPECT_GT(search(ring, 0).levels, 2000u);
}

}  // namespace
}  // namespace warpgraph::test
