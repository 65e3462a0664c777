// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/page_rank.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/expect_near.hpp"
#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

TEST(PageRankOracle, IsTheSameWhereAllVerticesAreAlike) {
  expect_near(page_rank(graph_of(4, clique(0, 4))), {0.25, 0.25, 0.25, 0.25});
}

// centre = 0.15 / n + 0.85 * leaves, and all ranks add up to 1
TEST(PageRankOracle, OfAStarIsHighInTheMiddle) {
  const double centre = (0.15 / 5 + 0.85) / 1.85;
  const double leaf = (1 - centre) / 4;
  expect_near(page_rank(graph_of(5, star(5))), {centre, leaf, leaf, leaf, leaf});
}

// 0 -> 1, from which the surfer goes anywhere: a = 0.075 + 0.85 b / 2, b = a + 0.85 a
TEST(PageRankOracle, SpreadsWhatIsStrandedOverAllVertices) {
  const double a = 1 / 2.85;
  expect_near(page_rank(graph_of(2, path(2), Direction::kDirected)), {a, 1 - a});
}

// The surfer begins at 0 and walks to and fro: a = 0.15 + 0.85 b
TEST(PageRankOracle, BeginsWhereItIsToldTo) {
  const double a = 1 / 1.85;
  expect_near(page_rank(graph_of(2, path(2)), {.personalisation = {1, 0}}), {a, 1 - a});
}

// 0 -> 1, from which the surfer goes back to 0, where he begins: a = 0.15 + 0.85 b
TEST(PageRankOracle, BeginsAnewWhereItIsStranded) {
  const double a = 1 / 1.85;
  expect_near(
      page_rank(graph_of(2, path(2), Direction::kDirected), {.personalisation = {1, 0}, .stranded_begin_anew = true}),
      {a, 1 - a});
}

TEST(PageRankOracle, SumsUpToOne) {
  const std::vector<double> ranks =
      page_rank(graph_of(8, {{0, 1}, {0, 2}, {2, 0}, {3, 3}, {5, 6}, {5, 6}}, Direction::kDirected));
  EXPECT_NEAR(std::accumulate(ranks.begin(), ranks.end(), 0.0), 1, 1e-10);
}

}  // namespace
}  // namespace warpgraph::test::oracle
