// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/oracle/betweenness.hpp"
#include "algorithms/oracle/breadth_first.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/hits.hpp"
#include "algorithms/oracle/page_rank.hpp"
#include "algorithms/oracle/relaxation.hpp"

// Results of the oracles pass, and those that are just too far away do not. catalogue_verify_test.cpp changes results
// that leave no room. In verify/, what verifiers could be deceived by is tried by hand.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr std::uint64_t kSource = 1;

struct Case {
  std::string generator;
  generators::GeneratorArguments arguments;
};

void PrintTo(const Case& each, std::ostream* out) { *out << each.generator; }

class Verifiers : public testing::TestWithParam<Case> {
 protected:
  template <class E>
  [[nodiscard]] Graph<E> graph(const BuildOptions& options = {}) const {
    ThreadPool threads(1);
    generators::GeneratorArguments arguments = GetParam().arguments;
    arguments["weights"] = "uniform";
    arguments["permute"] = "true";
    return build_graph<E>(
        threads, generators::generate(generators::parse_generator(GetParam().generator, arguments), threads), options);
  }
};

INSTANTIATE_TEST_SUITE_P(Host, Verifiers,
                         testing::Values(Case{"rmat", {{"scale", "6"}, {"edge-factor", "3"}}},
                                         Case{"erdos-renyi", {{"vertices", "80"}, {"edges", "70"}}},
                                         Case{"path", {{"vertices", "40"}}}, Case{"star", {{"vertices", "40"}}},
                                         Case{"cycle", {{"vertices", "30"}}},
                                         Case{"road", {{"width", "8"}, {"height", "7"}}},
                                         Case{"grid2d", {{"width", "7"}, {"height", "9"}}},
                                         Case{"web", {{"vertices", "60"}}}),
                         [](const auto& suite) {
                           std::string name = suite.param.generator;
                           std::erase(name, '-');
                           return name;
                         });

// Any tree of shortest hops is right, so a change is wrong unless it leads from one to another.
TEST_P(Verifiers, FindWrongParents) {
  const auto graph = this->graph<NoValue>();
  const auto level = oracle::breadth_first_levels(graph, kSource);
  const auto is_parent = [&](VertexId parent, VertexId v) {
    if (v == kSource || level[v] == kNoVertex) return parent == (v == kSource ? v : kNoVertex);
    const auto sources = graph.incoming().neighbours(v);
    return std::ranges::count(sources, parent) != 0 && level[parent] + 1 == level[v];
  };
  std::vector<VertexId> parent(level.size());
  for (VertexId v = 0; v < parent.size(); ++v) {
    for (parent[v] = 0; parent[v] < parent.size() && !is_parent(parent[v], v);) ++parent[v];
    if (parent[v] == parent.size()) parent[v] = kNoVertex;
  }
  ASSERT_EQ(verify_bfs_parents(graph, kSource, parent), Problem());
  for (VertexId v = 0; v < parent.size(); ++v) {
    const VertexId right = parent[v];
    for (VertexId other = 0; other <= parent.size(); ++other) {
      parent[v] = other == parent.size() ? kNoVertex : other;
      EXPECT_EQ(verify_bfs_parents(graph, kSource, parent).has_value(), !is_parent(parent[v], v)) << v << ' ' << other;
    }
    parent[v] = right;
  }
}

TEST_P(Verifiers, FindRanksThatAreNotThere) {
  const auto graph = this->graph<NoValue>({.symmetrise = true});  // the oracle strands surfers anywhere
  const PageRankOptions options{.tolerance = 1e-7};
  const std::vector<double> exact = oracle::page_rank(graph);
  const std::vector<float> rounded(exact.begin(), exact.end());
  EXPECT_EQ(verify_pagerank(graph, exact, options), Problem());
  EXPECT_EQ(verify_pagerank(graph, rounded, options), Problem());
  for (VertexId v = 0; v < exact.size(); ++v) {
    for (const double other : {0.0, -exact[v], 2 * exact[v], exact[v] + 1e-5, exact[v] - 1e-5, 1.0, std::nan(""),
                               std::numeric_limits<double>::infinity()}) {
      std::vector<double> wrong = exact;
      wrong[v] = other;
      EXPECT_NE(verify_pagerank(graph, wrong, options), Problem()) << v << ' ' << other;
      std::vector<float> wrong_float(wrong.begin(), wrong.end());
      EXPECT_NE(verify_pagerank(graph, wrong_float, options), Problem()) << v << ' ' << other;
    }
  }
}

TEST_P(Verifiers, FindWrongBetweenness) {
  const auto graph = this->graph<NoValue>();
  const std::vector<VertexName> sources{0, 3, 5, 17};
  const std::vector<double> right = oracle::betweenness(graph, {0, 3, 5, 17});
  const std::vector<float> rounded(right.begin(), right.end());
  EXPECT_EQ(verify_betweenness(graph, sources, right), Problem());
  EXPECT_EQ(verify_betweenness(graph, sources, rounded), Problem());
  for (VertexId v = 0; v < right.size(); ++v) {
    for (const double other : {right[v] + 1, right[v] * 1.01 + 0.01, right[v] - 0.01, -right[v] - 1, std::nan("")}) {
      std::vector<double> wrong = right;
      wrong[v] = other;
      EXPECT_NE(verify_betweenness(graph, sources, wrong), Problem()) << v << ' ' << other;
    }
  }
}

// Each of the values is replaced by others that are far away; none of them may pass.
template <class Verify>
void expect_finds_far_values(const std::vector<double>& exact, double far, Verify&& verify) {
  const std::vector<float> right(exact.begin(), exact.end());
  ASSERT_EQ(verify(right), Problem());
  for (std::size_t v = 0; v < right.size(); ++v) {
    for (const float other : {right[v] + static_cast<float>(far), right[v] - static_cast<float>(far), std::nanf(""),
                              std::numeric_limits<float>::infinity()}) {
      std::vector<float> wrong = right;
      wrong[v] = other;
      EXPECT_NE(verify(wrong), Problem()) << v << ' ' << other;
    }
  }
}

TEST_P(Verifiers, FindWrongPotentials) {
  const auto graph = this->graph<double>({.symmetrise = true, .drop_self_loops = true});
  const CircuitOptions options{.fixed = {{0, 8}, {3, -2}}, .tolerance = 1e-5};
  std::vector<bool> is_fixed(graph.vertex_count());
  std::vector<double> start(graph.vertex_count(), 0.0);
  is_fixed[0] = is_fixed[3] = true;
  start[0] = 8;
  start[3] = -2;
  expect_finds_far_values(
      oracle::settle(start, 1e-6, [&](const auto& now) { return serial_circuit_step(graph, now, is_fixed); }), 0.1,
      [&](const auto& potential) { return verify_circuit(graph, potential, options); });
}

TEST_P(Verifiers, FindWrongTemperatures) {
  const auto graph = this->graph<NoValue>(
      {.symmetrise = true, .drop_self_loops = true, .duplicates = Duplicates::kFirst});  // of degree 79 at most
  const HeatOptions options{.hot = {{0, 8}, {3, -2}}, .rate = 0.01, .tolerance = 1e-5};
  std::vector<double> start(graph.vertex_count(), 0.0);
  start[0] = 8;
  start[3] = -2;
  expect_finds_far_values(
      oracle::settle(start, 1e-6, [&](const auto& now) { return serial_heat_step(graph, now, 0.01); }), 0.5,
      [&](const auto& temperature) { return verify_heat(graph, temperature, options); });
}

TEST_P(Verifiers, FindWrongHubsAndAuthorities) {
  const auto graph = this->graph<NoValue>();
  const HitsOptions options{.tolerance = 1e-6};
  const oracle::Hits right = oracle::hits(graph, 1e-7);
  expect_finds_far_values(right.hub, 0.01, [&](const auto& hub) { return verify_hubs(graph, hub, options); });
  expect_finds_far_values(right.authority, 0.01,
                          [&](const auto& authority) { return verify_authorities(graph, authority, options); });
}

// 0 -> 2 <- 1, 2 -> 3
TEST(VerifyNeuralNetwork, FindsWrongOutputs) {
  const auto graph = oracle::weighted_graph_of<float>(4, {{0, 2}, {1, 2}, {2, 3}}, {2, -0.5, 1}, Direction::kDirected);
  const NeuralNetworkOptions options{.inputs = {{0, 1}, {1, 3}}};
  const double middle = std::tanh(0.5);
  expect_finds_far_values({1, 3, middle, std::tanh(middle)}, 0.01,
                          [&](const auto& output) { return verify_neural_network(graph, output, options); });
}

TEST(Verify, SpeaksOfVerticesAsTheUserDoes) {
  EdgeList list = oracle::list_of(3, oracle::path(3), Direction::kDirected);
  list.ids.original = {70, 50, 60};
  ThreadPool threads(1);
  const AnyGraph graph = build_graph(threads, std::move(list));
  EXPECT_EQ(verify_bfs_levels(graph, 70, std::vector<std::uint32_t>{0, 1, 2}), Problem());
  EXPECT_EQ(verify_bfs_levels(graph, 70, std::vector<std::uint32_t>{0, 1, 3}),
            "vertex 60 has level 3, and an edge from 50 of level 1");
  EXPECT_EQ(verify_components(graph, std::vector<VertexId>{0, 0, 1}),
            "vertex 60 has the label 50, and its component that of 70");
  EXPECT_THROW(verify_bfs_levels(graph, 0, std::vector<std::uint32_t>{0, 1, 2}), InputError);
  EXPECT_THROW(verify_bfs_levels(graph, 70, std::vector<std::uint32_t>{0}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
