// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

double variance(const std::vector<std::uint64_t>& values) {
  double sum = 0;
  double squares = 0;
  for (const std::uint64_t value : values) {
    const auto x = static_cast<double>(value);
    sum += x;
    squares += x * x;
  }
  const auto n = static_cast<double>(values.size());
  return squares / n - sum / n * sum / n;
}

TEST(UniformRandomTest, DegreesArePoisson) {
  const EdgeList edges = generated("urand", {{"vertices", "20000"}});
  EXPECT_EQ(edges.size(), 320000u);
  EXPECT_EQ(edges.direction, Direction::kUndirectedOnce);
  EXPECT_NEAR(variance(degrees(edges)), 32, 1.5);
  EXPECT_EQ(components(edges).size(), 1u);
}

TEST(UniformRandomTest, DirectedOnRequest) {
  EXPECT_EQ(generated("urand", {{"vertices", "100"}, {"directed", "true"}}).direction, Direction::kDirected);
}

TEST(ErdosRenyiTest, AllEdgesAreDifferentAndNoneIsALoop) {
  const EdgeList edges = generated("erdos-renyi", {{"vertices", "1000"}, {"edges", "100k"}});
  EXPECT_EQ(edges.size(), 100000u);
  EXPECT_FALSE(has_duplicates(sorted_undirected(edges)));
  EXPECT_EQ(count_self_loops(edges), 0u);
}

TEST(ErdosRenyiTest, DirectedEdgesMayHaveTheirReverse) {
  const EdgeList edges = generated("erdos-renyi", {{"vertices", "300"}, {"edges", "50k"}, {"directed", "true"}});
  EXPECT_FALSE(has_duplicates(pairs_of(edges)));
  EXPECT_TRUE(has_duplicates(sorted_undirected(edges)));
  EXPECT_EQ(count_self_loops(edges), 0u);
}

TEST(ErdosRenyiTest, AllEdgesThereAreIsTheCompleteGraph) {
  for (const char* vertices : {"12", "13"}) {
    const EdgeList complete = generated("complete", {{"vertices", vertices}});
    const EdgeList all = generated("erdos-renyi", {{"vertices", vertices}, {"edges", std::to_string(complete.size())}});
    EXPECT_EQ(sorted_undirected(all), sorted_undirected(complete));
  }
}

// Degrees are nearly binomial: n = 5000, mean 40.
TEST(ErdosRenyiTest, DegreesAreBinomial) {
  const EdgeList edges = generated("erdos-renyi", {{"vertices", "5000"}, {"edges", "100k"}});
  EXPECT_NEAR(variance(degrees(edges)), 40, 4);
}

TEST(RandomBlocksTest, BlocksAreOfEqualSizeAndNotConnected) {
  const EdgeList edges = generated("random-blocks", {{"edges", "100k"}, {"density", ".01"}, {"blocks", "7"}});
  EXPECT_EQ(edges.vertex_count, 3162u);  // sqrt(100000 / .01)
  const auto sizes = components(edges);
  ASSERT_EQ(sizes.size(), 7u);
  for (const std::size_t size : sizes) EXPECT_TRUE(size == 451 || size == 452) << size;
}

}  // namespace
}  // namespace warpgraph::test
