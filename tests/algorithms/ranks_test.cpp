// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/sssp_parents.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/refusal.hpp"
#include "support/thread_ranks.hpp"

// What is particular to vertex programs on several ranks, which are threads here, with one or more virtual devices
// each.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class RanksAlgorithmTest : public ::testing::TestWithParam<std::tuple<Shape, Copies>> {
 protected:
  // run(sharded) on all ranks; the values of all vertices, from the first.
  template <class Value, class E, class Run>
  std::vector<Value> on_all(const Graph<E>& graph, const Run& run) {
    const auto [shape, copies] = GetParam();
    std::vector<Value> values;
    on_ranks(shape.ranks, [&, devices = shape.devices, copies = copies](Ranks& ranks) {
      Runtime runtime("host:" + std::to_string(devices));
      const ranks::GraphPart<E> part = part_of(graph, ranks);
      const ShardedGraph<E> sharded = shards::shard_part(ranks, runtime, part, {.copies = copies});
      const auto result = run(sharded);
      const std::vector<Value> all = ranks::gather_on_first(ranks, result.to_host(sharded.streams()));
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

const Graph<std::int32_t>& kron() {
  static const auto graph =
      make_graph("kron", {{"scale", "10"}, {"weights", "uniform"}, {"lowest-weight", "1"}}, false);
  return graph;
}

// Then no rank launches several supersteps at once.
TEST(RanksAlgorithm, OneRankAloneMayBeCalledAfterEachSuperstep) {
  Runtime alone("host:1");
  const BfsOptions options{.source = 1};
  const std::vector<std::uint32_t> expected = bfs_levels(on(alone, kron()), options).values;
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    const auto sharded = shards::shard_part(ranks, runtime, part_of(kron(), ranks));
    int calls = 0;
    BfsOptions mine = options;
    if (ranks.rank() == 1)
      mine.engine.after_superstep = [&](const SuperstepStatistics&) {
        ++calls;
        return true;
      };
    const auto result = bfs_levels(sharded, mine);
    const auto all = ranks::gather_on_first(ranks, result.to_host(sharded.streams()));
    if (ranks.rank() == 0) {
      EXPECT_EQ(all, expected);
    }
    EXPECT_EQ(calls, ranks.rank() == 1 ? static_cast<int>(result.supersteps.size()) : 0);
  });
}

// Three ranks with a device each and their part of a graph.
template <class Work>
void on_three(const Work& work) {
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    work(ranks, shards::shard_part(ranks, runtime, part_of(kron(), ranks)));
  });
}

// Rank 2 makes another call than the others; a call that all make follows.
template <class Call, class OtherCall>
void expect_all_refuse(const std::string& difference, const Call& call, const OtherCall& other_call) {
  SCOPED_TRACE(difference);
  std::atomic<int> refused{0};
  on_three([&](Ranks& ranks, const ShardedGraph<std::int32_t>& graph) {
    const std::string message = refusal<DifferentCalls>([&] {
      if (ranks.rank() == 2)
        other_call(graph);
      else
        call(graph);
    });
    EXPECT_NE(message.find("rank 2 has " + difference), std::string::npos) << message;
    ++refused;
    EXPECT_TRUE(bfs_levels(graph, {.source = 1}).converged());
  });
  EXPECT_EQ(refused, 3);
}

TEST(RanksAlgorithm, CallsThatDifferAreRefusedByAllRanksWhichGoOn) {
  using Sharded = ShardedGraph<std::int32_t>;
  const auto search = [](const Sharded& graph) { (void)bfs_levels(graph, {.source = 1}); };
  const auto rank = [](const Sharded& graph) { (void)pagerank(graph); };
  expect_all_refuse("\"vertex=2\", and the first rank has \"vertex=1\"", search,
                    [](const Sharded& graph) { (void)bfs_levels(graph, {.source = 2}); });
  expect_all_refuse("\"function=pagerank\", and the first rank has \"function=find_vertex\"", search, rank);
  expect_all_refuse("\"program=", search, [](const Sharded& graph) { (void)sssp(graph, {.source = 1}); });
  expect_all_refuse("\"damping=0.5\", and the first rank has \"damping=0.85\"", rank,
                    [](const Sharded& graph) { (void)pagerank(graph, {.damping = 0.5}); });
  expect_all_refuse("\"sources=", rank, [](const Sharded& graph) { (void)pagerank(graph, {.sources = {1, 2}}); });
  expect_all_refuse(
      "\"tolerance=0.25\"", [](const Sharded& graph) { (void)circuit(graph); },
      [](const Sharded& graph) { (void)circuit(graph, {.tolerance = 0.25}); });
  expect_all_refuse(
      "\"5=1.5\"",
      [](const Sharded& graph) {
        (void)heat(graph, {.hot = {{5, 1}}});
      },
      [](const Sharded& graph) {
        (void)heat(graph, {.hot = {{5, 1.5}}});
      });
  expect_all_refuse(
      "\"function=count_triangles\"", [](const Sharded& graph) { (void)connected_components(graph); },
      [](const Sharded& graph) { (void)count_triangles(graph); });
}

TEST(RanksAlgorithm, OptionsOfTheEngineThatDifferAreRefusedByAllRanks) {
  const auto expect_refused = [](const std::string& difference, const auto& change) {
    const auto search = [](const ShardedGraph<std::int32_t>& graph, const EngineOptions& engine) {
      (void)bfs_levels(graph, {.source = 1, .engine = engine});
    };
    EngineOptions other;
    change(other);
    expect_all_refuse(
        '"' + difference + '"', [&](const auto& graph) { search(graph, {}); },
        [&](const auto& graph) { search(graph, other); });
  };
  expect_refused("max_supersteps=3", [](EngineOptions& other) { other.max_supersteps = 3; });
  expect_refused("deterministic=1", [](EngineOptions& other) { other.deterministic = true; });
  expect_refused("plan=push", [](EngineOptions& other) { other.plan = Plan::kPush; });
  expect_refused("hub=host", [](EngineOptions& other) { other.exchange.hub = HubKind::kHost; });
  expect_refused("refinement=all", [](EngineOptions& other) { other.exchange.refinement = Refinement::kAll; });
  expect_refused("alpha=3", [](EngineOptions& other) { other.tuning.thresholds.alpha = 3; });
}

TEST(RanksAlgorithm, WhatARankMayChooseForItselfMayDiffer) {
  on_three([](Ranks& ranks, const ShardedGraph<std::int32_t>& graph) {
    EngineOptions engine;
    engine.time_supersteps = ranks.rank() == 1;
    if (ranks.rank() == 2) engine.tuning.shape = GatherShape::kThread;
    EXPECT_TRUE(pagerank(graph, {.engine = engine}).converged());
  });
}

// On the other ranks there is a callback that goes on, or none.
TEST(RanksAlgorithm, ACallbackThatStopsOneRankStopsAll) {
  for (const bool others_have_one : {false, true}) {
    on_three([&](Ranks& ranks, const ShardedGraph<std::int32_t>& graph) {
      PageRankOptions options{.tolerance = 0};
      if (others_have_one || ranks.rank() == 1)
        options.engine.after_superstep = [&](const SuperstepStatistics& step) {
          return ranks.rank() != 1 || step.superstep < 2;
        };
      const auto result = pagerank(graph, options);
      EXPECT_EQ(result.end, RunEnd::kStopped);
      EXPECT_EQ(result.supersteps.size(), 3u);
      EXPECT_TRUE(pagerank(graph).converged()) << "the ranks go on";
    });
  }
}

TEST(RanksAlgorithm, ACallbackThatThrowsOnOneRankEndsAllWithItsError) {
  std::atomic<int> told{0};
  const auto throws = [&](Ranks& ranks, const ShardedGraph<std::int32_t>& graph) {
    PageRankOptions options;
    if (ranks.rank() == 1)
      options.engine.after_superstep = [](const SuperstepStatistics& step) {
        if (step.superstep == 1) throw std::runtime_error("the disk is full");
        return true;
      };
    try {
      (void)pagerank(graph, options);
    } catch (const RankError& error) {
      EXPECT_EQ(std::string(error.what()), "rank 1: the disk is full");
      ++told;
      throw;
    }
  };
  EXPECT_THROW(on_three(throws), std::runtime_error);
  EXPECT_EQ(told, 2);
}

TEST_P(RanksAlgorithmTest, EveryPlanAndRefinementGivesTheSameDistances) {
  SsspOptions options{.source = 1};
  const auto expected =
      on_one(kron(), [&](Runtime& runtime, const auto& whole) { return sssp(on(runtime, whole), options); });
  for (const Refinement refinement : {Refinement::kAll, Refinement::kMarked, Refinement::kUpdated}) {
    for (const Plan plan : {Plan::kPullAll, Plan::kPullActive, Plan::kPush, Plan::kPriority}) {
      SCOPED_TRACE(std::string(to_string(plan)) + " " + std::string(to_string(refinement)));
      options.engine.plan = plan;
      options.engine.exchange.refinement = refinement;
      EXPECT_EQ(on_all<Distance<std::int32_t>>(kron(), [&](const auto& sharded) { return sssp(sharded, options); }),
                expected);
    }
  }
}

TEST_P(RanksAlgorithmTest, ShortestPathsHaveTheSameParents) {
  const SsspOptions options{.source = 1};
  Runtime alone("host:1");
  EXPECT_EQ(on_all<VertexId>(kron(), [&](const auto& sharded) { return shortest_paths(sharded, options).parent; }),
            shortest_paths(on(alone, kron()), options).parent);
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
    ranks::GraphPart<std::int32_t> part = part_of(graph, ranks);
    if (ranks.rank() == 2) {
      std::vector<std::int32_t> negative(part.incoming.column.size(), -1);
      part.incoming.value = std::move(negative);
    }
    const auto sharded = shards::shard_part(ranks, runtime, part);
    try {
      (void)sssp(sharded, {.source = 0});
      ADD_FAILURE() << "rank " << ranks.rank() << " refuses nothing";
    } catch (const RankError& error) {
      EXPECT_EQ(error.rank(), 2);
      EXPECT_NE(std::string(error.what()).find(" has the negative length -1"), std::string::npos) << error.what();
    } catch (const Error&) {
      EXPECT_EQ(ranks.rank(), 2);
      ++refused;
    }
  });
  EXPECT_EQ(refused, 1);
}

}  // namespace
}  // namespace warpgraph::test
