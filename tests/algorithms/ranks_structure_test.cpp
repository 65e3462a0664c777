// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/forest_case.hpp"
#include "algorithms/oracle/components.hpp"
#include "algorithms/oracle/triangles.hpp"
#include "algorithms/rank_parts.hpp"
#include "support/sanitizers.hpp"
#include "support/thread_ranks.hpp"

// What is particular to algorithms that are no vertex program on several ranks, which are threads here, with one or
// more virtual devices each.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Graphs = std::vector<std::pair<std::string, Graph<std::int32_t>>>;

const Graphs& undirected_graphs() {
  static const Graphs all = [] {
    Graphs list;
    const std::pair<std::string, std::string> weights{"weights", "uniform"};
    const auto add = [&](const std::string& family, generators::GeneratorArguments arguments) {
      arguments.insert(weights);
      list.emplace_back(family, make_graph(family, arguments, true));
    };
    add("kron", {{"scale", "10"}});
    add("erdos-renyi", {{"vertices", "3000"}, {"edges", "1650"}});
    add("urand", {{"vertices", "2000"}, {"edge-factor", "8"}});
    add("road", {{"width", "30"}, {"height", "20"}});
    add("list", {{"vertices", "1500"}});
    add("star", {{"vertices", "900"}});
    add("complete", {{"vertices", "150"}});
    add("path", {{"vertices", "3"}});
    return list;
  }();
  return all;
}

// Of each of the graphs, at every vertex; counted once, because the oracle is slow.
const std::vector<std::uint64_t>& triangles_of(std::size_t graph) {
  static const std::vector<std::vector<std::uint64_t>> all = [] {
    std::vector<std::vector<std::uint64_t>> list;
    for (const auto& [name, each] : undirected_graphs()) list.push_back(oracle::triangles_of_vertices(each));
    return list;
  }();
  return all[graph];
}

class RanksStructureTest : public ::testing::TestWithParam<std::tuple<Shape, Copies>> {
 protected:
  // act(ranks, sharded) on all ranks.
  template <class E, class Act>
  static void on_all(const Graph<E>& graph, const Act& act, ShardOptions options = {}) {
    const auto [shape, copies] = GetParam();
    options.copies = copies;
    on_ranks(shape.ranks, [&, devices = shape.devices](Ranks& ranks) {
      Runtime runtime("host:" + std::to_string(devices));
      const ShardedGraph<E> sharded = shards::shard_part(ranks, runtime, part_of(graph, ranks), options);
      act(ranks, sharded);
    });
  }
  // With a sanitizer, half of the runs are left out, others for each kind of copies.
  [[nodiscard]] bool is_left_out() {
    const auto& [shape, copies] = GetParam();
    return kSanitized && (turn_++ + shape.devices + (copies == Copies::kRead ? 1 : 0)) % 2 == 1;
  }
  // The values of all vertices that run(sharded) leaves.
  template <class Value, class E, class Run>
  static std::vector<Value> values_of(const Graph<E>& graph, const Run& run, const ShardOptions& options = {}) {
    std::vector<Value> values;
    on_all(
        graph,
        [&](Ranks& ranks, const ShardedGraph<E>& sharded) {
          const auto result = run(sharded);
          std::vector<Value> all = ranks::gather_on_first(ranks, result.to_host(sharded.streams()));
          if (ranks.rank() == 0) values = std::move(all);
        },
        options);
    return values;
  }

 private:
  int turn_ = 0;
};

TEST_P(RanksStructureTest, UnionFindLeavesDirectionsOutOfAccount) {
  const Graph<std::int32_t> graph = make_graph("rmat", {{"scale", "10"}, {"edge-factor", "2"}}, false);
  for (const bool outgoing : {true, false}) {
    SCOPED_TRACE(outgoing);
    EXPECT_EQ(values_of<VertexId>(graph, [](const auto& sharded) { return connected_components(sharded); },
                                  {.outgoing = outgoing}),
              oracle::components(graph));
  }
}

// What all ranks know of a forest, and the edges and their places, which the first has.
template <class E>
struct FoundForest {
  oracle::WeighedEdges<E> edges = {};
  std::vector<EdgeId> places = {};
};
template <class E>
FoundForest<E> found_by(Ranks& ranks, const ShardedGraph<E>& sharded, const SpanningForestOptions& options,
                        const oracle::WeighedEdges<E>& expected) {
  const ShardedSpanningForest<E> forest = minimum_spanning_forest(sharded, options);
  ForestWeight<E> weight{};
  for (const auto& each : expected) weight += static_cast<ForestWeight<E>>(std::get<0>(each));
  EXPECT_EQ(forest.weight, weight);
  EXPECT_EQ(forest.edge_count, expected.size());
  EXPECT_EQ(forest.component_count, sharded.vertex_count() - expected.size());
  EXPECT_EQ(forest.devices.size(), sharded.layout().held.size());
  const EdgeList edges = to_edge_list(sharded, forest);
  if (ranks.rank() == 0) return {weighed_edges<E>(edges), to_host(sharded.stream(0), forest.entry)};
  EXPECT_EQ(edges.size(), 0u);
  return {};
}

TEST_P(RanksStructureTest, ForestIsThatOfOneDeviceByAllMethods) {
  const GraphCase cases[] = {{"kron", {{"scale", "9"}, {"edge-factor", "6"}}},
                             {"road", {{"width", "30"}, {"height", "20"}}},
                             {"urand", {{"vertices", "900"}, {"edge-factor", "3"}}},
                             {"star", {{"vertices", "700"}}},
                             {"path", {{"vertices", "3"}}}};
  for (const GraphCase& each : cases) {
    const Graph<std::int32_t> graph = graph_with_ties<std::int32_t>(each);
    const auto expected = oracle::spanning_forest(graph);
    for (const SpanningForestOptions& options : kAllOptions) {
      if (is_left_out()) continue;
      SCOPED_TRACE(each.generator + " " + std::to_string(static_cast<int>(options.method)));
      on_all(graph, [&](Ranks& ranks, const ShardedGraph<std::int32_t>& sharded) {
        const FoundForest<std::int32_t> found = found_by(ranks, sharded, options, expected);
        if (ranks.rank() != 0) return;
        EXPECT_EQ(found.edges, expected);
        EXPECT_TRUE(std::ranges::is_sorted(found.places));
        for (const EdgeId place : found.places) ASSERT_LT(place, graph.incoming().column.size());
      });
    }
  }
}

template <class E>
class RanksForestOf : public ::testing::Test {};
using WeightTypes = ::testing::Types<NoValue, std::int64_t, float, double>;
TYPED_TEST_SUITE(RanksForestOf, WeightTypes);

TYPED_TEST(RanksForestOf, WeightsOfAnyTypeIsThatOfTheOracle) {
  const auto graph = graph_with_ties<TypeParam>({"urand", {{"vertices", "900"}, {"edge-factor", "3"}}});
  const auto expected = oracle::spanning_forest(graph);
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:2");
    const auto sharded = shards::shard_part(ranks, runtime, part_of(graph, ranks), {.copies = Copies::kRead});
    const FoundForest<TypeParam> found = found_by(ranks, sharded, {}, expected);
    if (ranks.rank() != 0) return;
    EXPECT_EQ(found.edges, expected);
  });
}

TEST(RanksStructure, RanksKeepTheirTimeLimit) {
  const Graph<std::int32_t> graph = make_graph("kron", {{"scale", "7"}, {"weights", "uniform"}}, true);
  on_ranks(2, [&](Ranks& ranks) {
    constexpr std::chrono::minutes kLimit(2);
    ranks.set_time_limit(kLimit);
    Runtime runtime("host:1");
    const auto sharded = shards::shard_part(ranks, runtime, part_of(graph, ranks));
    (void)connected_components(sharded);
    EXPECT_EQ(ranks.time_limit(), kLimit);
    (void)minimum_spanning_forest(sharded);
    EXPECT_EQ(ranks.time_limit(), kLimit);
    (void)count_triangles(sharded);
    EXPECT_EQ(ranks.time_limit(), kLimit);
  });
}

TEST(RanksStructure, WeightThatIsNoNumberIsAnErrorOnAllRanks) {
  Graph<double> graph = path_of_weights_that_cancel();
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    ranks::GraphPart<double> part = part_of(graph, ranks);
    if (ranks.rank() == 1)
      part.incoming.value = std::vector<double>(part.incoming.column.size(), std::numeric_limits<double>::quiet_NaN());
    const auto sharded = shards::shard_part(ranks, runtime, part);
    if (ranks.rank() == 1) {
      EXPECT_THROW((void)minimum_spanning_forest(sharded), InputError);
    } else {
      EXPECT_THROW((void)minimum_spanning_forest(sharded), RankError);
    }
  });
}

TEST(RanksStructure, TotalWeightDoesNotDependOnTheOrderOfAdditions) {
  const Graph<double> graph = path_of_weights_that_cancel();
  on_ranks(4, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    const auto sharded = shards::shard_part(ranks, runtime, part_of(graph, ranks), {.copies = Copies::kRead});
    EXPECT_EQ(minimum_spanning_forest(sharded).weight, kWeightOfThePath);
  });
}

TEST_P(RanksStructureTest, TrianglesOfVerticesAreThoseOfTheOracleInAnyNumberOfRounds) {
  for (std::size_t i = 0; i < undirected_graphs().size(); ++i) {
    const auto& [name, graph] = undirected_graphs()[i];
    for (const std::uint64_t edges_a_round : {std::uint64_t{1} << 21, std::uint64_t{700}}) {
      if (is_left_out()) continue;
      SCOPED_TRACE(name);
      const TriangleOptions options{.of_vertices = true, .edges_a_round = edges_a_round};
      EXPECT_EQ(values_of<std::uint64_t>(graph, [&](const auto& sharded) { return count_triangles(sharded, options); }),
                triangles_of(i));
    }
  }
}

TEST(RanksStructure, RepeatedEdgesAndLoopsMakeNoTriangles) {
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = 400;
  for (VertexId v = 0; v < 400; ++v) {
    for (const VertexId u : {v, (v + 1) % 400, (v + 1) % 400, (v + 131) % 400, (v + 132) % 400}) {
      list.source.push_back(v);
      list.target.push_back(u);
    }
  }
  const auto graph = build_graph<NoValue>(threads, std::move(list), {.symmetrise = true});
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    const auto sharded = shards::shard_part(ranks, runtime, part_of(graph, ranks), {.copies = Copies::kRead});
    EXPECT_EQ(count_triangles(sharded).total, oracle::triangle_count(graph));
  });
}

INSTANTIATE_TEST_SUITE_P(Shapes, RanksStructureTest,
                         ::testing::Combine(::testing::ValuesIn(rank_shapes(2)),
                                            ::testing::Values(Copies::kAll, Copies::kRead)),
                         shape_name);

TEST(RanksStructure, OneRankRunsAsAProcess) {
  const Graph<std::int32_t>& graph = undirected_graphs().front().second;
  on_ranks(1, [&](Ranks& ranks) {
    Runtime runtime("host:2");
    const auto sharded = shards::shard_part(ranks, runtime, part_of(graph, ranks));
    EXPECT_EQ(connected_components(sharded).to_host(sharded.streams()), oracle::components(graph));
  });
}

}  // namespace
}  // namespace warpgraph::test
