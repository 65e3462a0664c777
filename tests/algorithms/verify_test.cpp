// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/verify.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/oracle/betweenness.hpp"
#include "algorithms/oracle/breadth_first.hpp"
#include "algorithms/oracle/components.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/hits.hpp"
#include "algorithms/oracle/k_core.hpp"
#include "algorithms/oracle/page_rank.hpp"
#include "algorithms/oracle/relaxation.hpp"
#include "algorithms/oracle/shortest_paths.hpp"
#include "algorithms/oracle/triangles.hpp"
#include "algorithms/oracle/widest_paths.hpp"

// Results of the oracles pass, and wrong ones do not: single values are replaced in many ways, several at a time at
// random. In verify/, what verifiers could be deceived by is tried by hand.
namespace warpgraph::test {
namespace {

constexpr VertexId kSource = 1;

template <class T>
std::vector<T> others_than(T value) {
  std::vector<T> others;
  if constexpr (std::is_integral_v<T>) {
    const auto bits = static_cast<std::make_unsigned_t<T>>(value);  // these may overflow
    others = {static_cast<T>(bits + 1), static_cast<T>(bits - 1), T{}, std::numeric_limits<T>::max(),
              static_cast<T>(value / 2)};
    for (int bit = 0; bit < static_cast<int>(8 * sizeof(T)) - std::is_signed_v<T>; bit += 5)
      others.push_back(static_cast<T>(value ^ static_cast<T>(T{1} << bit)));
  } else {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    others = {std::nextafter(value, kInfinity),
              std::nextafter(value, -kInfinity),
              value * 2,
              value / 2,
              -value,
              T{},
              value + 1,
              kInfinity,
              -kInfinity,
              std::numeric_limits<T>::quiet_NaN()};
  }
  std::erase(others, value);
  return others;
}

// Every way to replace one value, and random ways to replace several by what their neighbours in the array have. The
// result is unique, so each of them has to be found.
template <class T, class Verify>
void expect_finds_all_changes(const std::vector<T>& right, Verify&& verify) {
  ASSERT_EQ(verify(right), Problem());
  std::vector<T> wrong = right;
  for (std::size_t v = 0; v < right.size(); ++v) {
    for (const T other : others_than(right[v])) {
      wrong[v] = other;
      EXPECT_NE(verify(wrong), Problem()) << "value " << v << ": " << right[v] << " became " << other;
    }
    wrong[v] = right[v];
  }
  std::mt19937_64 random(1);
  for (int round = 0; round < 60 && right.size() > 1; ++round) {
    wrong = right;
    for (std::uint64_t i = 0; i <= random() % 4; ++i) {
      const std::size_t v = random() % (wrong.size() - 1);
      if (random() % 2 == 0)
        std::swap(wrong[v], wrong[v + 1]);
      else
        wrong[v] = wrong[random() % wrong.size()];
    }
    EXPECT_EQ(verify(wrong).has_value(), wrong != right) << "round " << round;
  }
}

struct Case {
  std::string generator;
  GeneratorArguments arguments;
};

void PrintTo(const Case& each, std::ostream* out) { *out << each.generator; }

class Verifiers : public testing::TestWithParam<Case> {
 protected:
  template <class E>
  [[nodiscard]] Graph<E> graph(const BuildOptions& options = {}) const {
    ThreadPool threads(1);
    GeneratorArguments arguments = GetParam().arguments;
    arguments["weights"] = "uniform";
    arguments["permute"] = "true";
    return build_graph<E>(threads, generate(parse_generator(GetParam().generator, arguments), threads), options);
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

TEST_P(Verifiers, FindWrongLevels) {
  const auto graph = this->graph<NoValue>();
  expect_finds_all_changes(oracle::breadth_first_levels(graph, kSource),
                           [&](const auto& level) { return verify_bfs_levels(graph, kSource, level); });
}

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

template <class E>
void expect_finds_wrong_distances(const Graph<E>& graph) {
  expect_finds_all_changes(oracle::shortest_paths<Distance<E>>(graph, kSource),
                           [&](const auto& distance) { return verify_sssp(graph, kSource, distance); });
}

TEST_P(Verifiers, FindWrongDistances) {
  expect_finds_wrong_distances(graph<NoValue>());
  expect_finds_wrong_distances(graph<std::int32_t>());
  expect_finds_wrong_distances(graph<std::int64_t>());
  expect_finds_wrong_distances(graph<float>());
  expect_finds_wrong_distances(graph<double>({.symmetrise = true}));
}

template <class E>
void expect_finds_wrong_widths(const Graph<E>& graph) {
  auto right = oracle::widest_paths<Width<E>>(graph, kSource);
  for (auto& width : right) width = width == 0 ? kNoWidth<Width<E>> : width;
  expect_finds_all_changes(right, [&](const auto& width) { return verify_widest_path(graph, kSource, width); });
}

TEST_P(Verifiers, FindWrongWidths) {
  expect_finds_wrong_widths(graph<NoValue>());
  expect_finds_wrong_widths(graph<std::int32_t>());
  expect_finds_wrong_widths(graph<float>());
  expect_finds_wrong_widths(graph<double>({.symmetrise = true}));
}

TEST_P(Verifiers, FindWrongComponents) {
  const auto graph = this->graph<NoValue>();
  expect_finds_all_changes(oracle::components(graph),
                           [&](const auto& label) { return verify_components(graph, label); });
}

TEST_P(Verifiers, FindWrongCoreNumbers) {
  const auto graph = this->graph<NoValue>();
  expect_finds_all_changes(oracle::core_numbers(graph),
                           [&](const auto& core) { return verify_core_numbers(graph, core); });
}

TEST_P(Verifiers, FindWrongTriangleCounts) {
  const auto graph = this->graph<NoValue>();
  expect_finds_all_changes(oracle::triangles_of_vertices(graph),
                           [&](const auto& count) { return verify_triangles(graph, count); });
  const std::uint64_t count = oracle::triangle_count(graph);
  EXPECT_EQ(verify_triangle_count(graph, count), Problem());
  for (const std::uint64_t other : others_than(count)) EXPECT_NE(verify_triangle_count(graph, other), Problem());
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
  const std::vector<std::uint64_t> sources{0, 3, 5, 17};
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

TEST(Verify, TakesGraphsWithoutVertices) {
  const Graph<NoValue> none;
  EXPECT_EQ(verify_components(none, {}), Problem());
  EXPECT_EQ(verify_core_numbers(none, {}), Problem());
  EXPECT_EQ(verify_triangles(none, {}), Problem());
  EXPECT_EQ(verify_pagerank(none, std::span<const float>()), Problem());
}

}  // namespace
}  // namespace warpgraph::test
