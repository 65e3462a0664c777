// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/sssp_parents.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/ranks/grid_part.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

// The library's algorithms on grids of ranks, which are threads here with one virtual device each, against one device.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

std::vector<ranks::RankGrid> grids() {
  std::vector<ranks::RankGrid> some{{2, 2}, {2, 3}};
  if (!kSanitized) some.insert(some.end(), {{3, 2}, {4, 1}, {4, 4}, {5, 4}});
  return some;
}

class RanksGridTest : public ::testing::TestWithParam<ranks::RankGrid> {
 protected:
  template <class E>
  static ShardedGraph<E> shard_on(Ranks& ranks, Runtime& runtime, const Graph<E>& graph, ranks::RankGrid grid) {
    ThreadPool threads(1);
    return shards::shard_part(ranks, runtime, ranks::on_grid(ranks, threads, part_of(graph, ranks), grid),
                              {.copies = Copies::kRead});
  }
  // run(sharded) on all ranks; the values of all vertices, from the first.
  template <class Value, class E, class Run>
  static std::vector<Value> on_all(const Graph<E>& graph, const Run& run) {
    std::vector<Value> values;
    on_ranks(static_cast<int>(GetParam().ranks()), [&](Ranks& ranks) {
      Runtime runtime("host:1");
      const auto sharded = shard_on(ranks, runtime, graph, GetParam());
      const auto result = run(sharded);
      std::vector<Value> all = ranks::gather_on_first(ranks, result.to_host(sharded.streams()));
      if (ranks.rank() == 0) values = std::move(all);
    });
    return values;
  }
  template <class E, class Call>
  static auto on_one(const Graph<E>& graph, const Call& call) {
    Runtime runtime("host:1");
    return call(runtime, graph).values;
  }
};

// Directed and undirected.
const std::vector<std::pair<std::string, Graph<std::int32_t>>>& grid_graphs() {
  static const auto all = [] {
    std::vector<std::pair<std::string, Graph<std::int32_t>>> list;
    const generators::GeneratorArguments kron{{"scale", "11"}, {"weights", "uniform"}, {"lowest-weight", "1"}};
    list.emplace_back("kron", make_graph("kron", kron, true));
    list.emplace_back("rmat", make_graph("rmat", kron, false));
    list.emplace_back("lattice",
                      make_graph("grid2d", {{"width", "8"}, {"height", "88"}, {"weights", "uniform"}}, true));
    return list;
  }();
  return all;
}

TEST_P(RanksGridTest, BreadthFirstSearchFindsTheSameLevelsAndParents) {
  for (const auto& [name, graph] : grid_graphs()) {
    SCOPED_TRACE(name);
    BfsOptions options{.source = 1};
    options.engine.deterministic = true;
    EXPECT_EQ(
        on_all<std::uint32_t>(graph, [&](const auto& sharded) { return bfs_levels(sharded, options); }),
        on_one(graph, [&](Runtime& runtime, const auto& whole) { return bfs_levels(on(runtime, whole), options); }));
    EXPECT_EQ(
        on_all<VertexId>(graph, [&](const auto& sharded) { return bfs_parents(sharded, options); }),
        on_one(graph, [&](Runtime& runtime, const auto& whole) { return bfs_parents(on(runtime, whole), options); }));
  }
}

// The lattice's lengths begin with 0.
TEST_P(RanksGridTest, ShortestPathsHaveTheSameParents) {
  for (const auto& [name, graph] : grid_graphs()) {
    SCOPED_TRACE(name);
    const SsspOptions options{.source = 1};
    EXPECT_EQ(on_all<VertexId>(graph, [&](const auto& sharded) { return shortest_paths(sharded, options).parent; }),
              [&] {
                Runtime runtime("host:1");
                return shortest_paths(on(runtime, graph), options).parent;
              }());
  }
}

TEST_P(RanksGridTest, ShortestAndWidestPathsAreTheSame) {
  for (const auto& [name, graph] : grid_graphs()) {
    SCOPED_TRACE(name);
    const SsspOptions near{.source = 1};
    EXPECT_EQ(on_all<Distance<std::int32_t>>(graph, [&](const auto& sharded) { return sssp(sharded, near); }),
              on_one(graph, [&](Runtime& runtime, const auto& whole) { return sssp(on(runtime, whole), near); }));
    const WidestPathOptions wide{.source = 1};
    EXPECT_EQ(
        on_all<Width<std::int32_t>>(graph, [&](const auto& sharded) { return widest_path(sharded, wide); }),
        on_one(graph, [&](Runtime& runtime, const auto& whole) { return widest_path(on(runtime, whole), wide); }));
  }
}

TEST_P(RanksGridTest, LabelsOfComponentsAreTheSame) {
  const auto& graph = grid_graphs().front().second;
  EXPECT_EQ(on_all<VertexId>(graph, [&](const auto& sharded) { return component_labels(sharded); }),
            on_one(graph, [&](Runtime& runtime, const auto& whole) { return component_labels(on(runtime, whole)); }));
}

void expect_near(const std::vector<float>& found, const std::vector<float>& expected, float error) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) ASSERT_NEAR(found[v], expected[v], error) << "vertex " << v;
}

TEST_P(RanksGridTest, RanksOfPagesAreTheSameUpToRounding) {
  for (const auto& [name, graph] : grid_graphs()) {
    SCOPED_TRACE(name);
    expect_near(on_all<float>(graph, [&](const auto& sharded) { return pagerank(sharded); }),
                on_one(graph, [&](Runtime& runtime, const auto& whole) { return pagerank(on(runtime, whole)); }),
                1e-6F);
  }
}

TEST_P(RanksGridTest, SumsOfFloatsAreTheSameBitsInEveryRun) {
  const auto& graph = grid_graphs().front().second;
  const auto run = [&] { return on_all<float>(graph, [](const auto& sharded) { return pagerank(sharded); }); };
  EXPECT_EQ(run(), run());
}

// The rate depends on the largest sum of a row, of which each rank has a part.
TEST_P(RanksGridTest, HeatFlowsTheSameUpToRounding) {
  const auto& graph = grid_graphs().front().second;
  HeatOptions options;
  options.hot = {{1, 5.0F}, {40, -2.0F}};
  options.max_iterations = 20;
  expect_near(on_all<float>(graph, [&](const auto& sharded) { return heat(sharded, options); }),
              on_one(graph, [&](Runtime& runtime, const auto& whole) { return heat(on(runtime, whole), options); }),
              1e-5F);
}

// Two lengths whose sum does not fit; no rank knows both rows whole.
TEST_P(RanksGridTest, ADistanceThatDoesNotFitIsRefusedOnAllRanks) {
  ThreadPool threads(1);
  const auto find_distances = [&](std::int64_t length) {
    EdgeList list;
    list.vertex_count = 3000;
    list.source = {0, 1500, 2500};
    list.target = {1500, 2500, 2999};
    list.values = std::vector<std::int64_t>{length, length, 1};
    const auto graph = build_graph<std::int64_t>(threads, std::move(list));
    return on_all<Distance<std::int64_t>>(graph, [](const auto& sharded) { return sssp(sharded, {.source = 0}); });
  };
  EXPECT_EQ(find_distances(std::int64_t{1} << 61)[2999], (std::uint64_t{1} << 62) + 1);
  EXPECT_THROW((void)find_distances(std::int64_t{1} << 62), Error);
}

INSTANTIATE_TEST_SUITE_P(Host, RanksGridTest, ::testing::ValuesIn(grids()), [](const auto& grid) {
  return std::to_string(grid.param.rows) + "x" + std::to_string(grid.param.columns);
});

TEST(RanksGrid, WhatIsNoVertexProgramSaysSo) {
  const Graph<std::int32_t> graph = make_graph("kron", {{"scale", "9"}, {"weights", "uniform"}}, true);
  // A rank that refuses ends the others wherever they are, so only the call as a whole can be caught.
  try {
    on_ranks(4, [&](Ranks& ranks) {
      Runtime runtime("host:1");
      ThreadPool threads(1);
      (void)connected_components(
          shards::shard_part(ranks, runtime, ranks::on_grid(ranks, threads, part_of(graph, ranks), {2, 2})));
    });
    ADD_FAILURE() << "it ran";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("grid of ranks"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace warpgraph::test
