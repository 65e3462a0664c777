// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/papers/partition.hpp>

#include "gp_metis/steps.hpp"
#include "method_checks.hpp"
#include "transactional_partition/steps.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

class Transactional : public MethodTest {
 protected:
  [[nodiscard]] Buffer<transactions::TransactionCounts> no_counts(std::size_t count) const {
    return to_device(stream(), std::vector<transactions::TransactionCounts>(count), "test counts");
  }
  // The weight of the edges from v to each part.
  [[nodiscard]] static std::map<std::uint32_t, Weight> links(const SmallGraph& graph,
                                                             const std::vector<std::uint32_t>& part, VertexId v) {
    std::map<std::uint32_t, Weight> sum;
    for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i)
      if (graph.column[i] != v) sum[part[graph.column[i]]] += graph.edge_weight.empty() ? 1 : graph.edge_weight[i];
    return sum;
  }

  struct Gains {
    Gains(StreamRef stream, VertexId n)
        : gain(stream, n, "test gains"),
          best(stream, n, "test gains"),
          is_stale(stream, n, "test gains"),
          is_active(stream, n, "test gains") {
      fill(stream, is_stale, 1);
      fill(stream, is_active, 1);
    }
    [[nodiscard]] GainView view() { return {gain, best, is_stale, is_active}; }

    Buffer<Weight> gain;
    Buffer<PartId> best;
    Buffer<std::uint32_t> is_stale;
    Buffer<std::uint8_t> is_active;
  };
};

TEST_P(Transactional, MatchingIsAMatching) {
  for (const SmallGraph& graph : graphs()) {
    for (const Weight max_weight : {Weight{3}, Weight{100}}) {
      auto counts = no_counts(1);
      expect_matching(graph, to_host(stream(), match(stream(), level_of(graph), max_weight, 3, counts)), max_weight);
    }
  }
}

TEST_P(Transactional, EveryPairIsACommitAndEveryTrialHasAnEnd) {
  const SmallGraph graph = grid_graph(40, 40);
  auto counts = no_counts(1);
  const auto mate = to_host(stream(), match(stream(), level_of(graph), 2, 3, counts));
  std::uint64_t pairs = 0;
  for (VertexId v = 0; v < mate.size(); ++v) pairs += mate[v] > v ? 1 : 0;
  const transactions::TransactionCounts found = to_host(stream(), counts)[0];
  EXPECT_EQ(found.commits, pairs);
  EXPECT_EQ(found.trials, found.commits + found.given_up + found.aborts);
  EXPECT_GE(pairs, 560u);  // of 800
}

TEST_P(Transactional, OneLeafOfAStarIsMatched) {
  auto counts = no_counts(1);
  (void)match(stream(), level_of(star_graph(300)), 100, 3, counts);
  EXPECT_EQ(to_host(stream(), counts)[0].commits, 1u);
}

TEST_P(Transactional, ContractionIsThatOfTheHost) {
  for (const SmallGraph& graph : graphs()) {
    const LevelGraph level = level_of(graph);
    auto counts = no_counts(1);
    const Buffer<VertexId> mate = match(stream(), level, 100, 5, counts);
    VertexId coarse_vertices = 0;
    const Buffer<VertexId> map = gp_metis::coarse_map(stream(), mate, coarse_vertices);
    const HostGraph expected =
        partitioning::contract(download(stream(), level), to_host(stream(), map), coarse_vertices);
    const LevelGraph coarse = transactional::contract(stream(), level, mate, map, coarse_vertices);
    EXPECT_EQ(coarse.entries, expected.column.size());
    expect_same(download(stream(), coarse), expected);
  }
}

TEST_P(Transactional, GainsAreExact) {
  for (const SmallGraph& graph : graphs()) {
    const LevelGraph level = level_of(graph);
    const std::vector<std::uint32_t> part = drawn_parts(graph, 4);
    Gains gains(stream(), graph.vertices());
    find_gains(stream(), level, assign(graph, part, limits_of(graph, 4, 4)), gains.view());
    const auto best = to_host(stream(), gains.best);
    const auto gain = to_host(stream(), gains.gain);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      auto sum = links(graph, part, v);
      const Weight own = sum[part[v]];
      sum.erase(part[v]);
      if (sum.empty()) {
        EXPECT_EQ(best[v], kNoPart) << v;
        continue;
      }
      const Weight max = std::ranges::max_element(sum, {}, [](const auto& each) { return each.second; })->second;
      ASSERT_TRUE(sum.contains(best[v])) << v;
      EXPECT_EQ(sum[best[v]], max) << v;
      EXPECT_EQ(gain[v], max - own) << v;
    }
  }
}

TEST_P(Transactional, PartsWithoutRoomAreNoVertexsBest) {
  const SmallGraph graph = grid_graph(12, 12);
  const std::vector<std::uint32_t> part = drawn_parts(graph, 3);
  Limits limits = limits_of(graph, 3, 1);
  limits.max[1] = weights_of(graph, part, 3)[1];
  Gains gains(stream(), graph.vertices());
  find_gains(stream(), level_of(graph), assign(graph, part, limits), gains.view());
  const auto best = to_host(stream(), gains.best);
  EXPECT_EQ(std::ranges::count(best, 1u), 0);
  EXPECT_GT(std::ranges::count(best, 2u), 0);
}

// No two neighbours move at once: so the cut falls by exactly what the moves gained.
TEST_P(Transactional, MovesLowerTheCutByTheirGains) {
  for (const SmallGraph& graph : {grid_graph(25, 25), weighed(grid_graph(25, 25)), heavy_vertex_graph(700, 2000, 4)}) {
    const LevelGraph level = level_of(graph);
    const std::vector<std::uint32_t> before = drawn_parts(graph, 3);
    const Limits limits = limits_of(graph, 3, 0.3);
    Assignment parts = assign(graph, before, limits);
    Gains gains(stream(), graph.vertices());
    auto counts = no_counts(2);
    find_gains(stream(), level, parts, gains.view());

    const std::uint32_t moves = move_vertices(stream(), level, parts, gains.view(), 1, 7, counts);

    const auto after = to_host(stream(), parts.part);
    const auto gain = to_host(stream(), gains.gain);
    const auto is_active = to_host(stream(), gains.is_active);
    Weight gained = 0;
    std::uint32_t moved = 0;
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      EXPECT_EQ(is_active[v] == 0, before[v] != after[v]);
      if (before[v] == after[v]) continue;
      gained += gain[v];
      ++moved;
      for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i) {
        const VertexId u = graph.column[i];
        EXPECT_TRUE(u == v || before[u] == after[u]) << v << " and " << u;
      }
    }
    EXPECT_GT(moved, 0u);
    EXPECT_EQ(moved, moves);
    EXPECT_EQ(cut_of(graph, before) - cut_of(graph, after), gained);
    EXPECT_EQ(to_host(stream(), parts.weight), weights_of(graph, after, 3));
    EXPECT_EQ(to_host(stream(), counts)[1].commits, moved);
  }
}

// Each vertex would gain by going to the other part, and neither part may take any.
TEST_P(Transactional, MovesThatTheWeightsForbidDoNotHappen) {
  const SmallGraph graph = grid_graph(12, 12);
  const LevelGraph level = level_of(graph);
  std::vector<std::uint32_t> before(graph.vertices());
  for (VertexId v = 0; v < before.size(); ++v) before[v] = (v + v / 12) % 2;
  Limits limits = limits_of(graph, 2, 0);
  limits.min = limits.max;
  Assignment parts = assign(graph, before, limits);
  Gains gains(stream(), graph.vertices());
  auto counts = no_counts(2);
  find_gains(stream(), level, assign(graph, before, limits_of(graph, 2, 1)), gains.view());

  EXPECT_EQ(move_vertices(stream(), level, parts, gains.view(), 1, 7, counts), 0u);

  const auto found = to_host(stream(), counts);
  EXPECT_GT(found[0].commits, 0u);
  EXPECT_EQ(found[1].commits, 0u);
  EXPECT_EQ(found[1].given_up, found[0].commits);
  EXPECT_EQ(to_host(stream(), parts.part), before);
  const auto is_active = to_host(stream(), gains.is_active);
  EXPECT_EQ(std::ranges::count(is_active, 0), 0);
}

TEST_P(Transactional, RefinementLowersTheCutAndKeepsToTheWeights) {
  for (const SmallGraph& graph : {grid_graph(30, 30), weighed(grid_graph(30, 30)), heavy_vertex_graph(900, 3000, 8)}) {
    const LevelGraph level = level_of(graph);
    const std::vector<std::uint32_t> before = drawn_parts(graph, 3);
    const Limits limits = limits_of(graph, 3, 0.1);
    Assignment parts = assign(graph, before, limits);
    auto counts = no_counts(2);

    (void)refine(stream(), level, parts, 1, counts);

    const auto after = to_host(stream(), parts.part);
    EXPECT_LT(cut_of(graph, after), cut_of(graph, before));
    EXPECT_EQ(to_host(stream(), parts.weight), weights_of(graph, after, 3));
    EXPECT_LE(heaviest(graph, after, 3), std::max(limits.max[0], heaviest(graph, before, 3)));
  }
}

TEST_P(Transactional, PartitionsAreBalancedAndOfSmallCut) { expect_good_partitions("transactional"); }

TEST_P(Transactional, AllPhasesHaveATime) { expect_times_of_all_phases("transactional"); }

TEST_P(Transactional, PartitionsOfAdversariesAreValid) { expect_valid_on_adversaries("transactional"); }

TEST_P(Transactional, SmallPartitionsAreMostlyTheBest) { expect_good_against_all_partitions("transactional"); }

TEST_P(Transactional, APartitionCountsItsTransactions) {
  const SmallGraph graph = random_graph(6000, 18000, 1);
  const Partition found = partition(stream(), graph.input(), options_of("transactional", 3));
  const papers::PartitionTransactions counts = papers::partition_transactions(found);
  EXPECT_GE(counts.matches.commits, 1500u);
  EXPECT_GT(counts.moves.commits, 0u);
  EXPECT_LE(counts.weights.commits, counts.moves.commits);
}

TEST_P(Transactional, OptionsThatItDoesNotTakeAreRefused) { expect_refusals("transactional"); }

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Transactional);

TEST(TransactionalOnOneThread, OneSeedGivesOnePartition) { expect_repeatable_on_one_thread("transactional"); }

}  // namespace
}  // namespace warpgraph::partitioning::transactional
