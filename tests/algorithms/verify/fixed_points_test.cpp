// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/verify.hpp>

#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/relaxation.hpp"

// Results of iterations: what has not settled is found, and what was stopped early is allowed its distance.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// 20 hubs link to a star's middle alone, so shares that have moved among them are found, and so are the middle's.
TEST(VerifyHits, FindsSharesThatHaveMoved) {
  oracle::Ends ends;
  for (VertexId v = 1; v < 20; ++v) ends.emplace_back(v, 0);
  const auto graph = oracle::graph_of(20, ends, Direction::kDirected);
  std::vector<float> hub(20, 1.f / 19);
  hub[0] = 0;
  EXPECT_EQ(verify_hubs(graph, hub), Problem());
  hub[1] += 0.01f;
  hub[2] -= 0.01f;
  EXPECT_NE(verify_hubs(graph, hub), Problem());
  EXPECT_EQ(verify_hubs(graph, hub, {}, false), Problem());
  std::vector<float> authority(20);
  authority[0] = 1;
  EXPECT_EQ(verify_authorities(graph, authority), Problem());
  std::swap(authority[0], authority[1]);
  EXPECT_NE(verify_authorities(graph, authority), Problem());
}

// The same star: what a float cannot tell a double can.
TEST(VerifyHits, ExpectOfDoublesWhatTheyCanHold) {
  oracle::Ends ends;
  for (VertexId v = 1; v < 20; ++v) ends.emplace_back(v, 0);
  const auto graph = oracle::graph_of(20, ends, Direction::kDirected);
  const HitsOptions options{.tolerance = 1e-12};
  std::vector<double> hub(20, 1.0 / 19);
  hub[0] = 0;
  EXPECT_EQ(verify_hubs(graph, hub, options), Problem());
  hub[1] += 1e-9;
  hub[2] -= 1e-9;
  EXPECT_NE(verify_hubs(graph, hub, options), Problem());
  EXPECT_EQ(verify_hubs(graph, std::vector<float>(hub.begin(), hub.end()), options), Problem());
  std::vector<double> authority(20);
  authority[0] = 1;
  EXPECT_EQ(verify_authorities(graph, authority, options), Problem());
  authority[1] = 1e-9;
  authority[0] -= 1e-9;
  EXPECT_NE(verify_authorities(graph, authority, options), Problem());
}

// 0 - 1 - 2 with 1 held at 5: the others are on their way from 0 to that.
TEST(VerifySimulations, ExpectOfALimitOfIterationsWhatItCanDo) {
  const auto graph = oracle::graph_of(3, oracle::path(3));
  const CircuitOptions held{.fixed = {{1, 5}}};
  EXPECT_EQ(verify_circuit(graph, std::vector<float>{0, 5, 5}, held, false), Problem());
  EXPECT_NE(verify_circuit(graph, std::vector<float>{0, 5, 5}, held), Problem());
  EXPECT_NE(verify_circuit(graph, std::vector<float>{0, 4, 5}, held, false), Problem());
  EXPECT_NE(verify_circuit(graph, std::vector<float>{0, 5, 6}, held, false), Problem());
  const HeatOptions hot{.hot = {{1, 5}}};
  EXPECT_EQ(verify_heat(graph, std::vector<float>{1, 3, 1}, hot, false), Problem());
  EXPECT_NE(verify_heat(graph, std::vector<float>{1, 3, 1}, hot), Problem());
  EXPECT_NE(verify_heat(graph, std::vector<float>{-1, 3, 1}, hot, false), Problem());
  EXPECT_EQ(verify_neural_network(graph, std::vector<float>{0.5, 0, -1}, {}, false), Problem());
  EXPECT_NE(verify_neural_network(graph, std::vector<float>{0.5, 0, -1.5}, {}, false), Problem());
}

TEST(VerifyPageRank, StrandsSurfersWhereTheyStart) {
  const auto graph = oracle::graph_of(3, {{0, 1}, {1, 2}}, Direction::kDirected);
  // x0 = .15 + .85 x2, x1 = .85 x0, x2 = .85 x1: all surfers start at 0.
  const double x0 = 1 / (1 + 0.85 + 0.85 * 0.85);
  const std::vector<double> rank{x0, 0.85 * x0, 0.85 * 0.85 * x0};
  EXPECT_EQ(verify_pagerank(graph, rank, {.tolerance = 1e-12, .sources = {0}}), Problem());
  EXPECT_NE(verify_pagerank(graph, rank, {.tolerance = 1e-12}), Problem());
}

TEST(VerifyPageRank, FindsRanksOfAnotherSum) {
  const auto graph = oracle::graph_of(4, oracle::clique(0, 4));
  EXPECT_EQ(verify_pagerank(graph, std::vector<float>(4, 0.25f)), Problem());
  const Problem problem = verify_pagerank(graph, std::vector<double>(4, 0.25001));
  EXPECT_EQ(problem->substr(0, 17), "the ranks add up ");
}

// In a ring all ranks are alike. The sum of 2,500 that are right to the last bits may be off by more than one of them.
TEST(VerifyPageRank, AllowsASumWhatRoundingDoesToSoManyRanks) {
  constexpr VertexId kCount = 2500;
  oracle::Ends ends = oracle::path(kCount);
  ends.emplace_back(kCount - 1, 0);
  const auto graph = oracle::graph_of(kCount, ends);
  const auto problem = [&](double shift) {
    return verify_pagerank(graph, std::vector<double>(kCount, (1 + shift) / kCount), {.tolerance = 1e-12});
  };
  EXPECT_EQ(problem(4.5e-14), Problem());
  EXPECT_EQ(problem(-4.5e-14), Problem());
  EXPECT_NE(problem(1e-9), Problem());
  EXPECT_NE(problem(-1e-9), Problem());
}
TEST(VerifyPageRank, FindsASumThatNoRoundingMakes) {
  const auto graph = oracle::graph_of(4, oracle::clique(0, 4));
  const Problem problem = verify_pagerank(graph, std::vector<double>(4, 0.25 * (1 + 1e-9)));
  ASSERT_NE(problem, Problem());
  EXPECT_EQ(problem->substr(0, 17), "the ranks add up ");
}

TEST(VerifyPageRank, ExpectsOfALimitOfIterationsWhatItCanDo) {
  const auto graph = oracle::graph_of(5, oracle::star(5));
  const std::vector<float> first(5, 0.2f);
  EXPECT_EQ(verify_pagerank(graph, first, {.max_iterations = 1}, false), Problem());
  EXPECT_NE(verify_pagerank(graph, first, {.max_iterations = 20}, false), Problem());
}

TEST(VerifyFixedPoint, FindsValuesThatStillMove) {
  const auto graph = oracle::weighted_graph_of<double>(4, oracle::path(4), {1, 0.5, 1});
  const std::vector<bool> is_fixed = {true, false, false, true};
  const auto step = [&](const std::vector<double>& now) { return serial_circuit_step(graph, now, is_fixed); };
  const auto problem = [&](const std::vector<double>& values) {
    return verify_fixed_point(graph, std::span<const double>(values), step, 1e-6);
  };
  EXPECT_EQ(problem({8, 6, 2, 0}), Problem());
  for (const VertexId v : {1u, 2u}) {
    for (const double wrong : {0.0, 3.0, 6.1, std::nan("")}) {
      std::vector<double> values{8, 6, 2, 0};
      values[v] = wrong;
      EXPECT_NE(problem(values), Problem()) << v << ' ' << wrong;
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
