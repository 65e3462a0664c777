// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "gp_metis/quick_sort.hpp"
#include "gp_metis/share.hpp"
#include "gp_metis/steps.hpp"
#include "method_checks.hpp"

namespace warpgraph::partitioning::gp_metis {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

class GpMetis : public MethodTest {
 protected:
  [[nodiscard]] std::vector<VertexId> mates(const LevelGraph& level, Weight max_weight, std::uint64_t seed = 3) const {
    return to_host(stream(), match(stream(), level, max_weight, seed));
  }
  // A pair is taken from both ends, or from neither.
  [[nodiscard]] static std::size_t pairs_in(const std::vector<VertexId>& mate) {
    std::size_t pairs = 0;
    for (VertexId v = 0; v < mate.size(); ++v) pairs += mate[v] > v ? 1 : 0;
    return pairs;
  }
};

TEST_P(GpMetis, MatchingIsAMatching) {
  for (const SmallGraph& graph : graphs())
    for (const Weight max_weight : {Weight{3}, Weight{100}})
      expect_matching(graph, mates(level_of(graph), max_weight), max_weight);
}

TEST_P(GpMetis, ConflictsAreTakenBackAndPairsThatAgreeStay) {
  const auto resolved = [&](const std::vector<VertexId>& mate) {
    Buffer<VertexId> on_device = to_device(stream(), mate, "test mates");
    resolve_conflicts(stream(), on_device);
    return to_host(stream(), on_device);
  };
  using Mates = std::vector<VertexId>;
  EXPECT_EQ(resolved({1, 0, 2}), (Mates{1, 0, 2}));
  EXPECT_EQ(resolved({1, 2, 1}), (Mates{0, 2, 1}));              // 0 wants 1, which has 2
  EXPECT_EQ(resolved({1, 2, 3, 2}), (Mates{0, 1, 3, 2}));        // a chain that ends in a pair
  EXPECT_EQ(resolved({1, 2, 0, 4, 3}), (Mates{0, 1, 2, 4, 3}));  // a circle
}

TEST_P(GpMetis, MatchingHasMostVerticesOfAGrid) {
  EXPECT_GE(pairs_in(mates(level_of(grid_graph(40, 40)), 2)), 560u);  // of 800
}

TEST_P(GpMetis, PairsThatWouldBeTooHeavyAreNotMatched) {
  EXPECT_EQ(pairs_in(mates(level_of(grid_graph(10, 10)), 1)), 0u);
}

// 0 = 1 - 2 = 3 - 4 = 5 ...: where no thread comes in between, all heavy edges are matched.
TEST_P(GpMetis, HeavyEdgesAreMatched) {
  SmallGraph graph = path_graph(400);
  for (VertexId v = 0; v < 400; ++v)
    for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i)
      graph.edge_weight.push_back(std::min(v, graph.column[i]) % 2 == 0 ? 9 : 1);
  const std::vector<VertexId> mate = mates(level_of(graph), 2);
  std::size_t heavy = 0;
  for (VertexId v = 0; v < 400; v += 2) heavy += mate[v] == v + 1 ? 1 : 0;
  EXPECT_GE(heavy, 180u);
}

TEST_P(GpMetis, EqualEdgesAreDrawnBySeed) {
  SmallGraph graph = grid_graph(20, 20);
  const LevelGraph plain = level_of(graph);
  EXPECT_NE(mates(plain, 2, 1), mates(plain, 2, 2));
  graph.edge_weight.assign(graph.column.size(), 7);
  EXPECT_NE(mates(level_of(graph), 2, 1), mates(level_of(graph), 2, 2));
}

//   M      3 1 6 0 5 4 2
//   flags  1 1 1 0 1 0 0    sums 1 2 3 3 4 4 4    less one 0 1 2 2 3 3 3
TEST_P(GpMetis, CoarseMapNumbersPairsByTheirFirstVertices) {
  const std::vector<VertexId> mate{3, 1, 6, 0, 5, 4, 2};
  VertexId coarse_vertices = 0;
  const auto map = coarse_map(stream(), to_device(stream(), mate, "test mates"), coarse_vertices);
  EXPECT_EQ(to_host(stream(), map), (std::vector<VertexId>{0, 1, 2, 0, 3, 3, 2}));
  EXPECT_EQ(coarse_vertices, 4u);
}

TEST_P(GpMetis, ContractionIsThatOfTheHostWithBothMerges) {
  for (const SmallGraph& graph : graphs()) {
    const LevelGraph level = level_of(graph);
    const Buffer<VertexId> mate = match(stream(), level, 100, 5);
    VertexId coarse_vertices = 0;
    const Buffer<VertexId> map = coarse_map(stream(), mate, coarse_vertices);
    const HostGraph expected =
        partitioning::contract(download(stream(), level), to_host(stream(), map), coarse_vertices);
    for (const Merge merge : {Merge::kHash, Merge::kSort}) {
      const LevelGraph coarse = gp_metis::contract(stream(), level, mate, map, coarse_vertices, merge, 5);
      EXPECT_EQ(coarse.vertices, coarse_vertices);
      EXPECT_EQ(coarse.entries, expected.column.size());
      expect_same(download(stream(), coarse), expected);
    }
  }
}

TEST_P(GpMetis, MergingBySortLeavesNeighboursAscending) {
  const LevelGraph level = level_of(heavy_vertex_graph(500, 1500, 2));
  const Buffer<VertexId> mate = match(stream(), level, 100, 5);
  VertexId coarse_vertices = 0;
  const Buffer<VertexId> map = coarse_map(stream(), mate, coarse_vertices);
  const LevelGraph coarse = contract(stream(), level, mate, map, coarse_vertices, Merge::kSort, 5);
  const auto row = to_host(stream(), coarse.row);
  const auto column = to_host(stream(), coarse.column);
  for (VertexId c = 0; c < coarse_vertices; ++c)
    EXPECT_TRUE(std::is_sorted(column.begin() + static_cast<std::ptrdiff_t>(row[c]),
                               column.begin() + static_cast<std::ptrdiff_t>(row[c + 1])));
}

TEST_P(GpMetis, RefinementLowersTheCutAndKeepsToTheWeights) {
  for (const SmallGraph& graph : {grid_graph(30, 30), weighed(grid_graph(30, 30)), heavy_vertex_graph(900, 3000, 8)}) {
    const LevelGraph level = level_of(graph);
    const std::vector<std::uint32_t> part = drawn_parts(graph, 3);
    const Limits limits = limits_of(graph, 3, 0.1);
    Assignment parts = assign(graph, part, limits);

    const std::uint32_t passes = refine(stream(), level, limits, parts, 1);

    const auto refined = to_host(stream(), parts.part);
    EXPECT_GE(passes, 1u);
    EXPECT_LT(cut_of(graph, refined), cut_of(graph, part));
    EXPECT_EQ(to_host(stream(), parts.weight), weights_of(graph, refined, 3));
    EXPECT_LE(heaviest(graph, refined, 3), std::max(limits.max[0], heaviest(graph, part, 3)));
  }
}

TEST_P(GpMetis, RefinementEndsAtOnceWhereNoVertexGains) {
  const SmallGraph graph = chained_cliques(4, 6);
  const LevelGraph level = level_of(graph);
  std::vector<std::uint32_t> part(graph.vertices());
  for (VertexId v = 0; v < part.size(); ++v) part[v] = v / 6;
  const Limits limits = limits_of(graph, 4, 0.5);
  Assignment parts = assign(graph, part, limits);
  EXPECT_EQ(refine(stream(), level, limits, parts, 1), 1u);
  EXPECT_EQ(to_host(stream(), parts.part), part);
}

TEST_P(GpMetis, RefinementMakesAPartThatIsTooHeavyLighter) {
  const SmallGraph graph = grid_graph(20, 20);
  const LevelGraph level = level_of(graph);
  std::vector<std::uint32_t> part(graph.vertices());
  for (VertexId v = 0; v < part.size(); ++v) part[v] = v < 260 ? 0 : 1;
  const Limits limits = limits_of(graph, 2, 0.03);
  Assignment parts = assign(graph, part, limits);
  (void)refine(stream(), level, limits, parts, 1);
  EXPECT_LE(std::ranges::max(to_host(stream(), parts.weight)), limits.max[0]);
}

TEST_P(GpMetis, PartitionsAreBalancedAndOfSmallCut) { expect_good_partitions("gp-metis"); }

TEST_P(GpMetis, AllPhasesHaveATime) { expect_times_of_all_phases("gp-metis"); }

TEST_P(GpMetis, PartitionsOfAdversariesAreValid) { expect_valid_on_adversaries("gp-metis"); }

TEST_P(GpMetis, SmallPartitionsAreMostlyTheBest) { expect_good_against_all_partitions("gp-metis"); }

TEST_P(GpMetis, MergingBySortGivesValidPartitions) {
  const SmallGraph graph = grid_graph(90, 90);
  PartitionOptions options = options_of("gp-metis", 5);
  options.method_options = {{"merge", "sort"}};
  const Partition found = partition(stream(), graph.input(), options);
  EXPECT_EQ(found.cut, cut_of(graph, found.part));
  EXPECT_LE(found.imbalance, 0.03 + 1e-9);
}

TEST_P(GpMetis, OptionsThatItDoesNotTakeAreRefused) { expect_refusals("gp-metis"); }

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GpMetis);

TEST(GpMetisMerge, IsRefusedByOtherMethods) {
  const Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  const SmallGraph graph = path_graph(4);
  for (const char* const method : {"multilevel", "transactional"}) {
    PartitionOptions options;
    options.method = method;
    options.method_options = {{"merge", "sort"}};
    EXPECT_THROW((void)partition(stream, graph.input(), options), UsageError);
  }
}

TEST(GpMetisShare, CoarserLevelsHaveFewerThreads) {
  EXPECT_EQ(Share(1u << 24).threads, kMaxThreads);
  EXPECT_LT(Share(10000).threads, Share(20000).threads);
  EXPECT_EQ(Share(1).threads, 1u);
}

TEST(GpMetisShare, ThreadsOwnEachVertexOnce) {
  for (const VertexId vertices : {1u, 5u, 1000u, 2097153u}) {
    const Share share(vertices);
    std::uint64_t next = 0;
    for (std::uint64_t thread = 0; thread < share.threads; ++thread)
      share.for_each_owned(thread, [&](std::uint64_t v) { ASSERT_EQ(v, next++); });
    EXPECT_EQ(next, vertices);
  }
}

TEST(GpMetisQuickSort, SortsWhatOthersFailOn) {
  constexpr std::size_t kCount = 5000;
  std::vector<std::vector<std::uint32_t>> all(6, std::vector<std::uint32_t>(kCount));
  std::mt19937 random(1);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    all[0][i] = i;
    all[1][i] = static_cast<std::uint32_t>(kCount) - i;
    all[2][i] = 7;
    all[3][i] = i % 2500;  // two sorted rows
    all[4][i] = static_cast<std::uint32_t>(random());
    all[5][i] = static_cast<std::uint32_t>(random() % 3);
  }
  all.emplace_back();
  all.push_back({2, 1});
  for (std::vector<std::uint32_t>& each : all) {
    std::vector<std::uint32_t> expected = each;
    std::ranges::sort(expected);
    std::size_t comparisons = 0;
    quick_sort(each.data(), each.size(), 5, [&](std::uint32_t a, std::uint32_t b) {
      ++comparisons;
      return a < b;
    });
    EXPECT_EQ(each, expected);
    EXPECT_LE(comparisons, kCount * 60);
  }
}

TEST(GpMetisOnOneThread, OneSeedGivesOnePartition) { expect_repeatable_on_one_thread("gp-metis"); }

}  // namespace
}  // namespace warpgraph::partitioning::gp_metis
