// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/component_count.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/copying_test.hpp"

// The algorithms that are one vertex program each, against serial ones that were written without knowing them.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

template <class E>
Graph<E> generated_graph(std::string_view generator, generators::GeneratorArguments arguments,
                         const BuildOptions& options = {}) {
  ThreadPool threads(1);
  arguments["weights"] = "uniform";
  return build_graph<E>(threads, generators::generate(generators::parse_generator(generator, arguments), threads),
                        options);
}

// Best-first search: values leave the queue in their final state. `Better` orders them, `Extend` follows an edge.
template <class T, class E, class Better, class Extend>
std::vector<T> best_first(const Graph<E>& graph, VertexId source, T at_source, T unreached, Better better,
                          Extend extend) {
  using Entry = std::pair<T, VertexId>;
  const auto later = [&](const Entry& a, const Entry& b) { return better(b.first, a.first); };
  std::priority_queue<Entry, std::vector<Entry>, decltype(later)> queue(later);
  std::vector<T> best(graph.vertex_count(), unreached);
  best[source] = at_source;
  queue.push({at_source, source});
  while (!queue.empty()) {
    const auto [value, u] = queue.top();
    queue.pop();
    if (value != best[u]) continue;
    for (EdgeId e = graph.outgoing().row[u]; e < graph.outgoing().row[u + 1]; ++e) {
      const VertexId w = graph.outgoing().column[e];
      const T next = extend(value, e);
      if (!better(next, best[w])) continue;
      best[w] = next;
      queue.push({next, w});
    }
  }
  return best;
}

template <class T, class E>
std::vector<T> shortest(const Graph<E>& graph, VertexId source) {
  return best_first(graph, source, T{}, kUnreachable<T>, std::less<T>(), [&](T distance, EdgeId e) {
    if constexpr (graphs::kHasValue<E>)
      return static_cast<T>(distance + static_cast<T>(graph.outgoing().value[e]));
    else
      return static_cast<T>(distance + 1);
  });
}

class VertexProgramTest : public CopyingTest {
 protected:
  template <class E>
  void expect_shortest(const Graph<E>& graph, VertexId source) {
    const auto on_device = copied(graph);
    const auto result = sssp(stream(), on_device, {.source = graph.ids().name_of(source)});
    EXPECT_EQ(result.to_host(stream()), shortest<Distance<E>>(graph, source));
  }

  // 100 -> 101 -> 102 -> ...
  template <class E>
  static Graph<E> path_of(const std::vector<E>& lengths) {
    ThreadPool threads(1);
    EdgeList list;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      list.source.push_back(list.vertex_count);
      list.target.push_back(++list.vertex_count);
    }
    ++list.vertex_count;
    list.ids.base = 100;
    list.values = lengths;
    return build_graph<E>(threads, std::move(list), {.outgoing = true});
  }
  // The same by all plans.
  template <class E>
  std::vector<Distance<E>> distances_of(const std::vector<E>& lengths, const std::vector<Plan>& plans) {
    const auto graph = path_of(lengths);
    const auto on_device = copied(graph);
    const SsspOptions standard{.source = 100};
    const auto distances = sssp(stream(), on_device, standard).to_host(stream());
    for (const Plan plan : plans) {
      SsspOptions options = standard;
      options.engine.plan = plan;
      EXPECT_EQ(sssp(stream(), on_device, options).to_host(stream()), distances) << to_string(plan);
    }
    return distances;
  }
  template <class E>
  void expect_too_far(const std::vector<E>& lengths, const std::string& part) {
    const auto graph = path_of(lengths);
    const auto on_device = copied(graph);
    for (const Plan plan : kPlans) {
      SsspOptions options{.source = 100};
      options.engine.plan = plan;
      try {
        (void)sssp(stream(), on_device, options);
        ADD_FAILURE() << "no error: " << part << ", " << to_string(plan);
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
      }
    }
  }
  static inline const std::vector<Plan> kPlans{Plan::kPullAll, Plan::kPullActive, Plan::kPullUnsettled,
                                               Plan::kPush,    Plan::kPushLoop,   Plan::kPriority};
};

TEST_P(VertexProgramTest, BfsLevelsAreDistancesWithoutLengths) {
  const auto graph = generated_graph<NoValue>("rmat", {{"scale", "9"}}, {.outgoing = true});
  const AnyDeviceGraph on_device = copied(graph);
  const auto result = bfs_levels(stream(), on_device, {.source = 3});
  EXPECT_EQ(result.to_host(stream()), shortest<std::uint32_t>(graph, 3));
}

TEST_P(VertexProgramTest, BfsParentsAreOneLevelCloser) {
  const auto graph = generated_graph<NoValue>("kron", {{"scale", "8"}});
  const AnyDeviceGraph on_device = copied(graph);
  const auto parent = bfs_parents(stream(), on_device, {.source = 3}).to_host(stream());
  const auto level = shortest<std::uint32_t>(graph, 3);
  EXPECT_EQ(parent[3], 3u);
  for (VertexId v = 0; v < parent.size(); ++v) {
    if (v == 3) continue;
    if (level[v] == kNoVertex)
      EXPECT_EQ(parent[v], kNoVertex);
    else
      EXPECT_EQ(level[parent[v]] + 1, level[v]);
  }
}

TEST_P(VertexProgramTest, BfsRefusesASourceThatIsNotThere) {
  const auto graph = generated_graph<NoValue>("path", {{"vertices", "5"}});
  const auto on_device = copied(graph);
  EXPECT_THROW(bfs_levels(stream(), on_device, {.source = 5}), InputError);
}

TEST_P(VertexProgramTest, ShortestPathsOfAllValueTypes) {
  const generators::GeneratorArguments rmat{{"scale", "8"}};
  expect_shortest(generated_graph<NoValue>("rmat", rmat, {.outgoing = true}), 1);
  expect_shortest(generated_graph<std::int32_t>("rmat", rmat, {.outgoing = true}), 1);
  expect_shortest(generated_graph<std::int64_t>("rmat", rmat, {.outgoing = true}), 1);
  expect_shortest(generated_graph<float>("rmat", rmat, {.outgoing = true}), 1);
  expect_shortest(generated_graph<double>("road", {{"width", "20"}, {"height", "15"}}), 1);
}

TEST_P(VertexProgramTest, ShortestPathsRefuseNegativeLengths) {
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = 2;
  list.source = {0};
  list.target = {1};
  list.values = std::vector<std::int32_t>{-1};
  const auto graph = build_graph<std::int32_t>(threads, std::move(list));
  const auto on_device = copied(graph);
  EXPECT_THROW(sssp(stream(), on_device), InputError);
}

TEST_P(VertexProgramTest, ShortestPathsRefuseLengthsThatAreNotFinite) {
  for (const float length : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    const auto graph = path_of<float>({1, length});
    const auto on_device = copied(graph);
    EXPECT_THROW(sssp(stream(), on_device, {.source = 100}), InputError) << length;
  }
}

TEST_P(VertexProgramTest, ShortestPathsOfTheLargestDistancesThatFit) {
  using Lengths = std::vector<std::uint32_t>;
  EXPECT_EQ(distances_of<std::int32_t>({INT32_MAX, INT32_MAX}, kPlans), (Lengths{0, 0x7fffffffu, 0xfffffffeu}));
  EXPECT_EQ(distances_of<std::int64_t>({INT64_MAX - 1, 1}, kPlans),
            (std::vector<std::uint64_t>{0, (1ull << 63) - 2, (1ull << 63) - 1}));
  EXPECT_EQ(distances_of<float>({2e38f, 1e38f}, kPlans), (std::vector<float>{0, 2e38f, 2e38f + 1e38f}));
}

TEST_P(VertexProgramTest, ShortestPathsNameAVertexWhoseDistanceDoesNotFit) {
  expect_too_far<std::int32_t>({INT32_MAX, INT32_MAX, INT32_MAX, 1}, "vertex 103 does not fit into 32 bits");
  expect_too_far<std::int32_t>({INT32_MAX, 1, INT32_MAX, 0}, "vertex 103 does not fit into 32 bits");
  expect_too_far<std::int64_t>({INT64_MAX, 1, 0, 5}, "vertex 102 is 2^63 or more");
  expect_too_far<std::int64_t>({INT64_MAX, INT64_MAX, INT64_MAX, 5}, "vertex 102 is 2^63 or more");
  expect_too_far<float>({3e38f, 1, 3e38f, 5}, "vertex 103 is beyond the range of float");
  expect_too_far<double>({1e308, 1e308, 5, 0}, "vertex 102 is beyond the range of double");
}

// What a run that was ended early has not reached may be near.
TEST_P(VertexProgramTest, ShortestPathsThatEndEarlyNameNoVertex) {
  const auto graph = path_of<std::int32_t>({INT32_MAX, 1, 5, 5});
  const auto on_device = copied(graph);
  SsspOptions options{.source = 100};
  options.engine.plan = Plan::kPush;
  options.engine.max_supersteps = 2;
  const auto result = sssp(stream(), on_device, options);
  EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(result.to_host(stream())[2], 0x80000000u);
}

// 100 -> 101 -> 102 are too long, and 100 -> 102 is not.
TEST_P(VertexProgramTest, ShortestPathsMayPassByOnesThatDoNotFit) {
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = 3;
  list.source = {0, 1, 0};
  list.target = {1, 2, 2};
  list.values = std::vector<std::int64_t>{INT64_MAX, INT64_MAX, 7};
  const auto graph = build_graph<std::int64_t>(threads, std::move(list), {.outgoing = true});
  const auto on_device = copied(graph);
  EXPECT_EQ(sssp(stream(), on_device).to_host(stream()), (std::vector<std::uint64_t>{0, INT64_MAX, 7}));
}

TEST_P(VertexProgramTest, WidestPathsAreAsWideAsTheirNarrowestEdge) {
  const auto graph = generated_graph<float>("rmat", {{"scale", "9"}}, {.outgoing = true});
  const auto on_device = copied(graph);
  const auto result = widest_path(stream(), on_device, {.source = 3});
  const auto expected = best_first(graph, 3, kUnlimited<float>, kNoWidth<float>, std::greater<float>(),
                                   [&](float width, EdgeId e) { return std::min(width, graph.outgoing().value[e]); });
  EXPECT_EQ(result.to_host(stream()), expected);
}

TEST_P(VertexProgramTest, ComponentsAreNamedByTheirLowestVertex) {
  const auto graph = generated_graph<NoValue>("urand", {{"vertices", "600"}, {"edge-factor", ".7"}});
  const auto on_device = copied(graph);
  const auto label = component_labels(stream(), on_device).to_host(stream());

  VertexId components = 0;
  for (VertexId v = 0; v < label.size(); ++v) {
    EXPECT_LE(label[v], v);
    EXPECT_EQ(label[label[v]], label[v]);
    if (label[v] == v) ++components;
    for (const VertexId u : graph.incoming().neighbours(v)) EXPECT_EQ(label[u], label[v]);
  }
  EXPECT_EQ(components, count_components(graph.incoming().row.span(), graph.incoming().column.span()));
}

TEST_P(VertexProgramTest, ComponentsRefuseDirectedGraphs) {
  const auto graph = generated_graph<NoValue>("rmat", {{"scale", "5"}}, {.outgoing = true});
  const auto on_device = copied(graph);
  EXPECT_THROW(component_labels(stream(), on_device), UsageError);
}

// The definition, in double precision.
std::vector<double> rank_serially(const Graph<NoValue>& graph, const PageRankOptions& options, int iterations) {
  const auto& in = graph.incoming();
  const std::size_t n = graph.vertex_count();
  std::vector<double> degree(n);
  for (const VertexId u : in.column) ++degree[u];
  std::vector<double> start(n, options.sources.empty() ? 1.0 / static_cast<double>(n) : 0.0);
  for (const VertexName s : options.sources) start[s.value()] += 1.0 / static_cast<double>(options.sources.size());
  std::vector<double> rank = start;
  for (int i = 0; i < iterations; ++i) {
    double dangling = 0;
    for (std::size_t u = 0; u < n; ++u) dangling += degree[u] == 0 ? rank[u] : 0;
    std::vector<double> next(n);
    for (VertexId v = 0; v < n; ++v) {
      double sum = 0;
      for (const VertexId u : in.neighbours(v)) sum += rank[u] / degree[u];
      next[v] = (1 - options.damping) * start[v] + options.damping * (sum + dangling * start[v]);
    }
    rank = std::move(next);
  }
  return rank;
}

double distance_of(const std::vector<float>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(static_cast<double>(a[i]) - b[i]);
  return sum;
}

TEST_P(VertexProgramTest, PageRankDoesFixedIterationsInAllShapes) {
  const auto graph = generated_graph<NoValue>("rmat", {{"scale", "9"}});
  const auto on_device = copied(graph);
  PageRankOptions options{.tolerance = 0, .max_iterations = 12};
  const auto expected = rank_serially(graph, options, 12);
  for (int shape = 0; shape < kGatherShapeCount; ++shape) {
    options.engine.tuning.shape = static_cast<GatherShape>(shape);
    const auto result = pagerank(stream(), on_device, options);
    EXPECT_EQ(result.supersteps.size(), 12u);
    EXPECT_LT(distance_of(result.to_host(stream()), expected), 1e-5) << shape;
  }
}

TEST_P(VertexProgramTest, PageRankStopsAtItsTolerance) {
  const auto graph = generated_graph<NoValue>("rmat", {{"scale", "9"}});
  const auto on_device = copied(graph);
  const auto result = pagerank(stream(), on_device, {.tolerance = 1e-3});
  EXPECT_TRUE(result.converged());
  EXPECT_LT(result.supersteps.size(), 60u);
  EXPECT_LT(distance_of(result.to_host(stream()), rank_serially(graph, {}, 100)), 1e-2);
}

TEST_P(VertexProgramTest, PersonalisedPageRankStartsOverAtItsSources) {
  const auto graph = generated_graph<NoValue>("web", {{"vertices", "500"}});
  const auto on_device = copied(graph);
  const PageRankOptions options{.tolerance = 0, .max_iterations = 15, .sources = {3, 77}};
  const auto result = pagerank(stream(), on_device, options);
  EXPECT_LT(distance_of(result.to_host(stream()), rank_serially(graph, options, 15)), 1e-5);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(VertexProgramTest);

}  // namespace
}  // namespace warpgraph::test
