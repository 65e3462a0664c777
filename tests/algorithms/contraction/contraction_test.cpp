// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/contraction.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/copying_test.hpp"
#include "algorithms/oracle/breadth_first.hpp"
#include "algorithms/oracle/shortest_paths.hpp"
#include "graphs.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using oracle::Ends;
using Names = std::vector<VertexName>;

// One vertex, the two ends of the numbers, about a third of all, and all.
std::vector<Names> kept_sets(VertexId vertices) {
  std::mt19937_64 random(vertices);
  Names third{random() % vertices};
  for (std::uint64_t v = 0; v < vertices; ++v)
    if (random() % 3 == 0) third.push_back(v);
  Names all;
  for (std::uint64_t v = 0; v < vertices; ++v) all.push_back(v);
  return {{random() % vertices}, {0, vertices - std::uint64_t{1}}, third, all};
}

// Five of these, or all if there are fewer.
Names some_of(const Names& names) {
  Names some;
  for (std::size_t i = 0; i < names.size(); i += names.size() / 5 + 1) some.push_back(names[i]);
  return some;
}

std::size_t vertices_left(const AnyDeviceGraph& graph) {
  return std::visit([](const auto& each) -> std::size_t { return each.vertex_count(); }, graph);
}
std::size_t edges_left(const AnyDeviceGraph& graph) {
  return std::visit([](const auto& each) -> std::size_t { return each.edge_count(); }, graph);
}

class Contraction : public CopyingTest {
 protected:
  // expect(contracted, source) for kept sets of a graph, and for sources from each.
  template <EdgeValueType EdgeValue, class Contract, class Expect>
  void for_sources(const Graph<EdgeValue>& graph, const Contract& contract, const Expect& expect) {
    const DeviceGraph<EdgeValue> on_device = copied(graph);
    for (const Names& keep : kept_sets(graph.vertex_count())) {
      SCOPED_TRACE("keeps " + std::to_string(keep.size()));
      const auto contracted = contract(on_device, ContractionOptions{.keep = keep});
      for (const VertexName source : some_of(keep)) {
        SCOPED_TRACE("from " + to_string(source));
        expect(contracted, source);
        if (HasFailure()) return;
      }
    }
  }
  template <EdgeValueType EdgeValue>
  void expect_distances(const Graph<EdgeValue>& graph) {
    for_sources(
        graph, [&](const auto& each, const auto& options) { return contract(stream(), each, options); },
        [&](const auto& contracted, VertexName source) {
          const auto found = to_host(stream(), sssp(stream(), contracted, {.source = source}).values);
          if constexpr (std::is_floating_point_v<EdgeValue>) {
            const Problem problem = verify_sssp<EdgeValue>(graph, source, found, kContractionRounding<EdgeValue>);
            EXPECT_FALSE(problem) << *problem;
          } else {
            EXPECT_EQ(found, oracle::shortest_paths<Distance<EdgeValue>>(graph, static_cast<VertexId>(source.value())));
          }
        });
  }
  template <EdgeValueType EdgeValue>
  [[nodiscard]] ContractedGraph<EdgeValue> contracted(const DeviceGraph<EdgeValue>& graph, const Names& keep) const {
    return contract(stream(), graph, {.keep = keep});
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Contraction);

TEST_P(Contraction, LeavesDistancesOfIntegersAsTheyAre) {
  for (const ForestCase& each : contraction_cases()) {
    SCOPED_TRACE(each.name);
    expect_distances(with_lengths<std::int32_t>(each, 1));
  }
}

TEST_P(Contraction, LeavesDistancesOfLongChainsAsTheyAre) {
  std::size_t turn = 0;
  for (const ForestCase& each : contraction_cases()) {
    SCOPED_TRACE(each.name);
    if (turn++ % 3 == 0) expect_distances(with_lengths<std::int32_t>(each, each.vertices > 60 ? 1 : 10'000'000));
    if (turn % 3 == 0) expect_distances(with_lengths<std::int64_t>(each, std::int64_t{1} << 48));
  }
}

TEST_P(Contraction, LeavesDistancesOfFloatsUpToRounding) {
  std::size_t turn = 0;
  for (const ForestCase& each : contraction_cases()) {
    SCOPED_TRACE(each.name);
    if (turn++ % 3 == 0) expect_distances(with_lengths<float>(each, 0.1F));
    if (turn % 3 == 0) expect_distances(with_lengths<double>(each, 1e-3));
  }
}

TEST_P(Contraction, LeavesLevelsAsTheyAre) {
  for (const ForestCase& each : contraction_cases()) {
    SCOPED_TRACE(each.name);
    const Graph<NoValue> graph = oracle::graph_of(each.vertices, each.edges);
    for_sources(
        graph, [&](const auto& on, const auto& options) { return contract_for_levels(stream(), on, options); },
        [&](const ContractedGraph<NoValue>& contracted, VertexName source) {
          EXPECT_EQ(to_host(stream(), bfs_levels(stream(), contracted, {.source = source}).values),
                    oracle::breadth_first_levels(graph, static_cast<VertexId>(source.value())));
        });
  }
}

TEST_P(Contraction, ForLevelsCountsEdgesWhateverTheirValues) {
  const Graph<float> graph = with_lengths<float>(theta({3, 3, 9}), -1);
  const DeviceGraph<float> on_device = copied(graph);
  const auto contracted = contract_for_levels(stream(), on_device, {.keep = Names{7}});
  EXPECT_EQ(to_host(stream(), bfs_levels(stream(), contracted, {.source = 7}).values),
            oracle::breadth_first_levels(graph, 7));
}

// 0 - 1 - ... - 9
TEST_P(Contraction, MakesAnEdgeOfAPath) {
  const DeviceGraph<NoValue> graph = copied(oracle::graph_of(10, oracle::path(10)));
  const auto left = contracted(graph, {0, 9});
  EXPECT_EQ(vertices_left(left.graph()), 2u);
  EXPECT_EQ(edges_left(left.graph()), 2u);
  EXPECT_EQ(left.chained_count(), 8u);
  EXPECT_EQ(left.number_of(0), 0u);
  EXPECT_EQ(left.number_of(9), 1u);
}
TEST_P(Contraction, LeavesOneVertexOfATreeAndOneOfACycle) {
  Ends edges = oracle::star(20);
  for (const auto& [a, b] : cycle(7)) edges.emplace_back(a + 20, b + 20);
  const DeviceGraph<NoValue> graph = copied(oracle::graph_of(27, edges));
  const auto left = contracted(graph, {});
  EXPECT_EQ(vertices_left(left.graph()), 2u);
  EXPECT_EQ(edges_left(left.graph()), 0u);
}
TEST_P(Contraction, LeavesTheShortestOfParallelChains) {
  const ForestCase each = theta({2, 1, 5});
  const DeviceGraph<NoValue> graph = copied(oracle::graph_of(each.vertices, each.edges));
  const auto left = contracted(graph, {});
  ASSERT_EQ(vertices_left(left.graph()), 2u);
  EXPECT_EQ(to_host(stream(), std::get<DeviceGraph<std::int32_t>>(left.graph()).view().incoming.value),
            (std::vector<std::int32_t>{2, 2}));
}
TEST_P(Contraction, KeepsAVertexThatIsNamedTwiceOnce) {
  const DeviceGraph<NoValue> graph = copied(oracle::graph_of(10, oracle::path(10)));
  EXPECT_EQ(vertices_left(contracted(graph, {4, 4, 4}).graph()), 1u);
}
TEST_P(Contraction, TakesGraphsWithoutVerticesAndWithoutEdges) {
  const DeviceGraph<NoValue> none;
  EXPECT_EQ(contracted(none, {}).whole_vertex_count(), 0u);
  EXPECT_THROW((void)sssp(stream(), contracted(none, {}), {.source = 0}), UnknownVertex);
  const DeviceGraph<NoValue> graph = copied(oracle::graph_of(3, {}));
  const auto left = contracted(graph, {1});
  EXPECT_EQ(to_host(stream(), bfs_levels(stream(), left, {.source = 1}).values),
            (std::vector<std::uint32_t>{kNoVertex, 0, kNoVertex}));
}

// 5 - 8 - 11 - 14
TEST_P(Contraction, KnowsVerticesByTheirNames) {
  EdgeList list = oracle::list_of(4, oracle::path(4), Direction::kUndirectedOnce);
  for (std::uint64_t v = 0; v < 4; ++v) list.ids.original.push_back(3 * v + 5);
  ThreadPool threads(1);
  const DeviceGraph<NoValue> graph = copied(build_graph<NoValue>(threads, std::move(list)));
  const auto left = contracted(graph, {11});
  EXPECT_EQ(to_host(stream(), bfs_levels(stream(), left, {.source = 11}).values),
            (std::vector<std::uint32_t>{2, 1, 0, 1}));
  EXPECT_THROW((void)contracted(graph, {6}), UnknownVertex);
}

TEST_P(Contraction, RefusesASourceThatWasNotKept) {
  const DeviceGraph<NoValue> graph = copied(oracle::graph_of(5, oracle::star(5)));
  const auto left = contracted(graph, {3});
  try {
    (void)bfs_levels(stream(), left, {.source = 0});
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "contraction: the source 0 is not among the vertices that were kept");
  }
  EXPECT_THROW((void)bfs_levels(stream(), left, {.source = 5}), UnknownVertex);
}

TEST_P(Contraction, RefusesDirectedGraphs) {
  const auto graph = copied(oracle::graph_of(3, {{0, 1}, {1, 2}}, Direction::kDirected));
  EXPECT_THROW((void)contracted(graph, {0}), UsageError);
  EXPECT_THROW((void)contract_for_levels(stream(), graph, {}), UsageError);
}

// Distances of a search that ends early are lengths of paths, and nothing is too far.
TEST_P(Contraction, EndsWhereTheEngineIsToldTo) {
  const ForestCase each = road(6, 5, "8");
  const Graph<std::int32_t> graph = with_lengths<std::int32_t>(each, 1);
  const DeviceGraph<std::int32_t> on_device = copied(graph);
  const auto left = contracted(on_device, {0});
  SsspOptions options;
  options.engine.max_supersteps = 1;
  const auto found = sssp(stream(), left, options);
  EXPECT_EQ(found.end, RunEnd::kSuperstepLimit);
  const auto values = to_host(stream(), found.values);
  const auto least = oracle::shortest_paths<std::uint32_t>(graph, 0);
  for (std::size_t v = 0; v < values.size(); ++v) EXPECT_GE(values[v], least[v]) << v;
}

// On one machine: the arrays are those of all others.
class ContractionMemory : public Contraction {};
INSTANTIATE_TEST_SUITE_P(Host, ContractionMemory, testing::Values(host_machines().front()), machine_name);

// What contracting and searching take, and what they are said to take.
TEST_P(ContractionMemory, TakesNoMoreMemoryThanIsPredicted) {
  constexpr std::size_t kConstant = std::size_t{1} << 17;
  for (const ForestCase& each :
       {ForestCase{"path", 30000, oracle::path(30000)}, ForestCase{"star", 20000, oracle::star(20000)},
        random_forest(20000, 50, 0, 1), random_sparse(20000, 26000, 1), road(40, 30, "8"),
        ForestCase{"clique", 300, oracle::clique(0, 300)}}) {
    SCOPED_TRACE(each.name);
    const DeviceGraph<std::int32_t> graph = copied(with_lengths<std::int32_t>(each, 1));
    const MemoryPlan plan = contraction_memory<std::int32_t>(device(), graph.vertex_count(), graph.edge_count());
    device().reset_peak_memory();
    const std::size_t before = device().memory().in_use;
    const auto left = contracted(graph, {0, std::uint64_t{each.vertices} - 1});
    const std::size_t taken = device().memory().peak - before;
    EXPECT_LE(taken, plan.total() + kConstant / 4) << plan.describe();
    EXPECT_LE(plan.total(), (each.name == "path" ? 2 : 5) * taken + kConstant) << plan.describe();
    device().reset_peak_memory();
    const std::size_t between = device().memory().in_use;
    (void)sssp(stream(), left, {.source = 0});
    EXPECT_LE(device().memory().peak - between, contracted_search_memory(stream(), left).total() + kConstant / 4);
  }
}

}  // namespace
}  // namespace warpgraph::test
