// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/oracle/graphs.hpp"

// Betweenness on another scale, and labels and core numbers that many vertices have wrong together.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// 0 - 1 - 2 - 3: of the 6 ordered pairs of others, 4 have 1 between them.
TEST(VerifyBetweenness, ScalesAsTheOptionsSay) {
  const auto graph = oracle::graph_of(4, oracle::path(4));
  const std::vector<double> part{0, 4. / 6, 4. / 6, 0};
  EXPECT_EQ(verify_betweenness(graph, {.normalised = true}, part), Problem());
  EXPECT_NE(verify_betweenness(graph, BetweennessOptions(), part), Problem());
  EXPECT_EQ(verify_betweenness(graph, {.samples = 4, .normalised = true}, part), Problem());
  EXPECT_EQ(verify_betweenness(graph, BetweennessOptions{.sources = {0}}, std::vector<double>{0, 2, 1, 0}), Problem());
  EXPECT_THROW((void)verify_betweenness(graph, BetweennessOptions{.samples = 5}, part), UsageError);
}

TEST(VerifyComponents, FindsTwoThatAreGivenTheSameLabel) {
  const auto graph = oracle::graph_of(4, {{0, 1}, {2, 3}});
  EXPECT_EQ(verify_components(graph, std::vector<VertexId>{0, 0, 2, 2}), Problem());
  EXPECT_NE(verify_components(graph, std::vector<VertexId>{0, 0, 0, 0}), Problem());
}

// All vertices of two cliques have as many neighbours of their number as they claim, with any number that is too low.
TEST(VerifyCoreNumbers, FindsThoseThatAreTooLowTogether) {
  const auto graph = oracle::graph_of(8, oracle::bridged_cliques(4));
  EXPECT_EQ(verify_core_numbers(graph, std::vector<std::uint32_t>(8, 3)), Problem());
  EXPECT_NE(verify_core_numbers(graph, std::vector<std::uint32_t>(8, 2)), Problem());
  EXPECT_NE(verify_core_numbers(graph, std::vector<std::uint32_t>{3, 3, 3, 3, 1, 1, 1, 1}), Problem());
}

}  // namespace
}  // namespace warpgraph::test
