// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

// Vertex programs on several ranks, which are threads here, with one or more virtual devices each.
namespace warpgraph::test {
namespace {

class RanksAlgorithmTest : public ::testing::TestWithParam<std::tuple<Shape, Copies>> {
 protected:
  // run(sharded) on all ranks; the values of all vertices, from the first.
  template <class Value, class E, class Run>
  std::vector<Value> on_all(const Graph<E>& graph, const Run& run, std::string machine = "") {
    const auto [shape, copies] = GetParam();
    if (machine.empty()) machine = "host:" + std::to_string(shape.devices);
    std::vector<Value> values;
    on_ranks(shape.ranks, [&, copies = copies](Ranks& ranks) {
      Runtime runtime(machine);
      const GraphPart<E> part = part_of(graph, ranks);
      const ShardedGraph<E> sharded = shard_part(ranks, runtime, part, {.copies = copies});
      const auto result = run(sharded);
      const std::vector<Value> all = gather_on_first(ranks, result.own_to_host(sharded.streams()));
      if (ranks.rank() == 0) values = all;
    });
    return values;
  }

  template <class E, class Call>
  static auto on_one(const Graph<E>& graph, const Call& call) {
    Runtime runtime("host:1");
    return call(runtime, graph).values;
  }
};

const std::vector<std::pair<std::string, Graph<std::int32_t>>>& graphs() {
  static const auto all = [] {
    std::vector<std::pair<std::string, Graph<std::int32_t>>> list;
    const GeneratorArguments kron{{"scale", "10"}, {"weights", "uniform"}, {"lowest-weight", "1"}};
    list.emplace_back("kron", make_graph("kron", kron, false));
    list.emplace_back("rmat", make_graph("rmat", kron, false));
    list.emplace_back("path", make_graph("path", {{"vertices", "700"}, {"weights", "uniform"}}, true));
    list.emplace_back("star", make_graph("star", {{"vertices", "900"}, {"weights", "uniform"}}, true));
    list.emplace_back("three vertices", make_graph("path", {{"vertices", "3"}, {"weights", "uniform"}}, false));
    return list;
  }();
  return all;
}

// Then no rank launches several supersteps at once.
TEST(RanksAlgorithm, OneRankAloneMayBeCalledAfterEachSuperstep) {
  const auto& [name, graph] = graphs().front();
  Runtime alone("host:1");
  const BfsOptions options{.source = 1};
  const std::vector<std::uint32_t> expected = bfs_levels(alone, graph, options).values;
  on_ranks(3, [&, &whole = graph](Ranks& ranks) {
    Runtime runtime("host:1");
    const auto sharded = shard_part(ranks, runtime, part_of(whole, ranks));
    int calls = 0;
    BfsOptions mine = options;
    if (ranks.rank() == 1)
      mine.engine.after_superstep = [&](const SuperstepStatistics&) {
        ++calls;
        return true;
      };
    const auto result = bfs_levels(sharded, mine);
    const auto all = gather_on_first(ranks, result.own_to_host(sharded.streams()));
    if (ranks.rank() == 0) {
      EXPECT_EQ(all, expected);
    }
    EXPECT_EQ(calls, ranks.rank() == 1 ? static_cast<int>(result.supersteps.size()) : 0);
  });
}

TEST_P(RanksAlgorithmTest, BreadthFirstSearchFindsTheSameLevels) {
  for (const auto& [name, graph] : graphs()) {
    SCOPED_TRACE(name);
    const BfsOptions options{.source = 1};
    const auto expected =
        on_one(graph, [&](Runtime& runtime, const auto& whole) { return bfs_levels(runtime, whole, options); });
    EXPECT_EQ(on_all<std::uint32_t>(graph, [&](const auto& sharded) { return bfs_levels(sharded, options); }),
              expected);
  }
}

TEST_P(RanksAlgorithmTest, ShortestAndWidestPathsAreTheSame) {
  for (const auto& [name, graph] : graphs()) {
    SCOPED_TRACE(name);
    using D = Distance<std::int32_t>;
    const SsspOptions near{.source = 1};
    const auto lengths = on_one(graph, [&](Runtime& runtime, const auto& whole) { return sssp(runtime, whole, near); });
    EXPECT_EQ(on_all<D>(graph, [&](const auto& sharded) { return sssp(sharded, near); }), lengths);
    const WidestPathOptions wide{.source = 1};
    const auto widths =
        on_one(graph, [&](Runtime& runtime, const auto& whole) { return widest_path(runtime, whole, wide); });
    EXPECT_EQ(on_all<Width<std::int32_t>>(graph, [&](const auto& sharded) { return widest_path(sharded, wide); }),
              widths);
  }
}

TEST_P(RanksAlgorithmTest, EveryPlanAndRefinementGivesTheSameDistances) {
  const Graph<std::int32_t>& graph = graphs().front().second;
  SsspOptions options{.source = 1};
  const auto expected =
      on_one(graph, [&](Runtime& runtime, const auto& whole) { return sssp(runtime, whole, options); });
  for (const Refinement refinement : {Refinement::kAll, Refinement::kMarked, Refinement::kUpdated}) {
    for (const Plan plan : {Plan::kPullAll, Plan::kPullActive, Plan::kPush, Plan::kPriority}) {
      SCOPED_TRACE(std::string(to_string(plan)) + " " + std::string(to_string(refinement)));
      options.engine.plan = plan;
      options.engine.exchange.refinement = refinement;
      EXPECT_EQ(on_all<Distance<std::int32_t>>(graph, [&](const auto& sharded) { return sssp(sharded, options); }),
                expected);
    }
  }
}

TEST_P(RanksAlgorithmTest, LabelsOfComponentsAreTheSame) {
  for (const auto& [name, graph] : graphs()) {
    if (!graph.is_undirected()) continue;
    SCOPED_TRACE(name);
    const auto expected =
        on_one(graph, [&](Runtime& runtime, const auto& whole) { return component_labels(runtime, whole); });
    EXPECT_EQ(on_all<VertexId>(graph, [&](const auto& sharded) { return component_labels(sharded); }), expected);
  }
}

template <class Value>
void expect_near(const std::vector<Value>& found, const std::vector<Value>& expected, double by) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) ASSERT_NEAR(found[v], expected[v], by) << "vertex " << v;
}

TEST_P(RanksAlgorithmTest, RanksOfPagesAreTheSameUpToRounding) {
  for (const auto& [name, graph] : graphs()) {
    SCOPED_TRACE(name);
    const auto expected = on_one(graph, [&](Runtime& runtime, const auto& whole) { return pagerank(runtime, whole); });
    expect_near(on_all<float>(graph, [&](const auto& sharded) { return pagerank(sharded); }), expected, 1e-6);
  }
}

TEST_P(RanksAlgorithmTest, RanksOfPagesInDoubleAreTheSameUpToRounding) {
  const PageRankOptions options{.tolerance = 1e-10};
  for (const auto& [name, graph] : graphs()) {
    SCOPED_TRACE(name);
    const auto expected =
        on_one(graph, [&](Runtime& runtime, const auto& whole) { return pagerank<double>(runtime, whole, options); });
    expect_near(on_all<double>(graph, [&](const auto& sharded) { return pagerank<double>(sharded, options); }),
                expected, 1e-13);
  }
}

// So many steps, in which values of one vertex spread.
template <class Options>
Options ten_steps() {
  Options options;
  options.tolerance = 0;
  options.max_iterations = 10;
  return options;
}

TEST_P(RanksAlgorithmTest, SimulationsAreTheSameUpToRounding) {
  auto resistors = ten_steps<CircuitOptions>();
  resistors.fixed = {{1, 1.0f}, {2, -1.0f}};
  auto temperatures = ten_steps<HeatOptions>();
  temperatures.hot = {{1, 1.0f}};
  auto neurons = ten_steps<NeuralNetworkOptions>();
  neurons.inputs = {{1, 1e-3f}};
  for (const auto& [name, graph] : graphs()) {
    SCOPED_TRACE(name);
    const auto expect_same = [&](const auto& call) {
      const auto expected = on_one(graph, call);
      expect_near(on_all<float>(graph, [&](const auto& sharded) { return call(sharded); }), expected, 1e-5);
    };
    expect_same([&](auto&&... on) { return circuit(on..., resistors); });
    expect_same([&](auto&&... on) { return heat(on..., temperatures); });
    expect_same([&](auto&&... on) { return neural_network(on..., neurons); });
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RanksAlgorithmTest,
                         ::testing::Combine(::testing::ValuesIn(rank_shapes(1)),
                                            ::testing::Values(Copies::kAll, Copies::kRead)),
                         shape_name);

TEST(RanksAlgorithm, WhatOneRankRefusesIsAnErrorOnAll) {
  const Graph<std::int32_t> graph = make_graph("path", {{"vertices", "1000"}, {"weights", "uniform"}}, true);
  int refused = 0;
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    GraphPart<std::int32_t> part = part_of(graph, ranks);
    if (ranks.rank() == 2) {
      std::vector<std::int32_t> negative(part.incoming.column.size(), -1);
      part.incoming.value = std::move(negative);
    }
    const auto sharded = shard_part(ranks, runtime, part);
    try {
      (void)sssp(sharded, {.source = 0});
      ADD_FAILURE() << "rank " << ranks.rank() << " refuses nothing";
    } catch (const RankError& error) {
      EXPECT_EQ(error.rank(), 2);
      EXPECT_NE(std::string(error.what()).find("negative length"), std::string::npos) << error.what();
    } catch (const Error&) {
      EXPECT_EQ(ranks.rank(), 2);
      ++refused;
    }
  });
  EXPECT_EQ(refused, 1);
}

TEST(RanksAlgorithm, WhatNeedsOneProcessSaysSo) {
  const Graph<std::int32_t> graph = make_graph("path", {{"vertices", "300"}, {"weights", "uniform"}}, true);
  on_ranks(2, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    const auto sharded = shard_part(ranks, runtime, part_of(graph, ranks));
    EXPECT_THROW((void)core_numbers(sharded), UsageError);
  });
}

}  // namespace
}  // namespace warpgraph::test
