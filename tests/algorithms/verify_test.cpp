// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/verify.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
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
// random, and what verifiers could be deceived by is tried by hand.
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

// 0 - 1 - 2 and 0 - 3 - 2, 4 alone
TEST(VerifyParents, TakesAnyParentALevelAbove) {
  const auto graph = oracle::graph_of(5, {{0, 1}, {1, 2}, {0, 3}, {3, 2}});
  using Parents = std::vector<VertexId>;
  const auto problem = [&](const Parents& parents) { return verify_bfs_parents(graph, 0, parents); };
  EXPECT_EQ(problem({0, 0, 1, 0, kNoVertex}), Problem());
  EXPECT_EQ(problem({0, 0, 3, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({0, 0, 0, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({0, 2, 1, 0, kNoVertex}), Problem());  // 1 and 2 are each other's
  EXPECT_NE(problem({0, 0, kNoVertex, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({1, 0, 1, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({0, 0, 1, 0, 0}), Problem());
  EXPECT_NE(problem({0, 0, 1, 0, 99}), Problem());
  EXPECT_THROW(problem({0, 0, 1, 0}), UsageError);
}

// 0 -> 1 of length 5, and 1 <-> 2 of length 0: at any distance from 0 to 5, 1 and 2 explain each other.
TEST(VerifyDistances, AreNotDeceivedByACycleOfLengthZero) {
  const auto graph =
      oracle::weighted_graph_of<std::int32_t>(3, {{0, 1}, {1, 2}, {2, 1}}, {5, 0, 0}, Direction::kDirected);
  using Distances = std::vector<std::uint32_t>;
  EXPECT_EQ(verify_sssp(graph, 0, Distances{0, 5, 5}), Problem());
  for (std::uint32_t wrong = 0; wrong < 5; ++wrong)
    EXPECT_NE(verify_sssp(graph, 0, Distances{0, wrong, wrong}), Problem()) << wrong;
}

// The same with a length that is lost in rounding.
TEST(VerifyDistances, AreNotDeceivedByACycleOfLittleLength) {
  const auto graph =
      oracle::weighted_graph_of<float>(3, {{0, 1}, {1, 2}, {2, 1}}, {5, 1e-9f, 1e-9f}, Direction::kDirected);
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<float>{0, 5, 5}), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 4, 4}), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 4, 4}, 1e-6), Problem());
}

TEST(VerifyDistances, AllowForTheRoundingThatTheyAreTold) {
  const auto graph = oracle::weighted_graph_of<float>(3, oracle::path(3), {0.1f, 0.2f});
  const float right = 0.1f + 0.2f;
  const std::vector<float> off{0, 0.1f, std::nextafter(right, 1.0f)};
  EXPECT_NE(verify_sssp(graph, 0, off), Problem());
  EXPECT_EQ(verify_sssp(graph, 0, off, 1e-6), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 0.1f, right * 1.001f}, 1e-6), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 0.1f, right / 1.001f}, 1e-6), Problem());
}

TEST(VerifyDistances, AreNotThoseOfNoPathWhereThereIsOneThatIsTooLong) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(4, oracle::path(4), {0x7fffffff, 0x7fffffff, 5});
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<std::uint32_t>{0, 0x7fffffff, 0xfffffffe, 0xffffffff}),
            "vertex 3 has no distance, and an edge from 2, which has 4294967294");
  EXPECT_NE(verify_sssp(graph, 0, std::vector<std::uint32_t>{0, 0x7fffffff, 0xfffffffe, 3}), Problem());
  const auto real = oracle::weighted_graph_of<float>(3, oracle::path(3), {3e38f, 3e38f});
  EXPECT_NE(verify_sssp(real, 0, std::vector<float>{0, 3e38f, kUnreachable<float>}), Problem());
}

TEST(VerifyDistances, NeedLengthsThatAreFinite) {
  const auto graph = oracle::weighted_graph_of<float>(2, oracle::path(2), {std::numeric_limits<float>::infinity()});
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<float>{0, kUnreachable<float>}),
            "the edge from 1 to 0 has the length inf");
}

TEST(VerifyDistances, NeedLengthsThatAreNotNegative) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(2, oracle::path(2), {-1});
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<std::uint32_t>{0, 1}), "the edge from 1 to 0 has a negative length");
}

// 0 - 1 of width 1, and 1 - 2 - 3 - 1 of width 9, which no path from 0 has.
TEST(VerifyWidths, AreNotDeceivedByACycle) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(4, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}, {1, 9, 9, 9});
  const std::int32_t all = kUnlimited<std::int32_t>;
  EXPECT_EQ(verify_widest_path(graph, 0, std::vector<std::int32_t>{all, 1, 1, 1}), Problem());
  EXPECT_NE(verify_widest_path(graph, 0, std::vector<std::int32_t>{all, 9, 9, 9}), Problem());
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

TEST(VerifyPageRank, StrandsSurfersWhereTheyStart) {
  const auto graph = oracle::graph_of(3, {{0, 1}, {1, 2}}, Direction::kDirected);
  // x0 = .15 + .85 x2, x1 = .85 x0, x2 = .85 x1: everybody starts at 0.
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
