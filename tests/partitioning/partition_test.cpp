// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/partition.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "../support/machines.hpp"
#include "host_graphs.hpp"

namespace warpgraph {
namespace {

using namespace test;          // NOLINT(google-build-using-namespace): its graphs
using namespace partitioning;  // NOLINT(google-build-using-namespace)

class PartitionTest : public MachineTest {
 protected:
  [[nodiscard]] Partition run(const SmallGraph& graph, const PartitionOptions& options) const {
    return partition(stream(), graph.input(), options);
  }
};

TEST_P(PartitionTest, OnePartHoldsAllVertices) {
  const Partition result = run(grid_graph(9, 9), into(1));

  EXPECT_EQ(result.part, std::vector<std::uint32_t>(81, 0));
  EXPECT_EQ(result.cut, 0);
}

TEST_P(PartitionTest, CutAndImbalanceAreThoseOfTheParts) {
  const SmallGraph graph = grid_graph(40, 40);

  const Partition result = run(graph, into(5));

  EXPECT_EQ(result.cut, cut_of(graph, result.part));
  EXPECT_DOUBLE_EQ(result.imbalance, static_cast<double>(heaviest(graph, result.part, 5)) / 320 - 1);
}

TEST_P(PartitionTest, TwoCliquesAreDividedAtTheEdgeBetweenThem) {
  const Partition result = run(chained_cliques(2, 12), into(2));

  EXPECT_EQ(result.cut, 1);
}

TEST_P(PartitionTest, EightCliquesAreDividedAtTheEdgesBetweenThem) {
  const Partition result = run(chained_cliques(8, 80), into(8));

  EXPECT_EQ(result.cut, 7);
}

TEST_P(PartitionTest, StarIsCutAsLittleAsItMust) {
  const SmallGraph graph = star_graph(999);

  const Partition result = run(graph, into(4));

  // 1000 vertices: the part of the centre holds at most 257.
  EXPECT_EQ(result.cut, 999 - 256);
}

TEST_P(PartitionTest, PathIsCutBetweenPartsOnly) {
  const Partition result = run(path_graph(4096), into(4));

  EXPECT_LE(result.cut, 4);
}

TEST_P(PartitionTest, PartsKeepToTheTolerance) {
  const SmallGraph graph = grid_graph(64, 50);
  std::size_t turn = 0;
  for (const std::uint32_t parts : {2u, 3u, 7u, 16u, 61u}) {
    if (!takes(turn++)) continue;
    const Partition result = run(graph, into(parts));

    EXPECT_LE(heaviest(graph, result.part, parts),
              std::max<std::int64_t>(3200 * 103 / 100 / parts, (3199 + parts) / parts))
        << parts;
    EXPECT_EQ(empty_parts(result.part, parts), 0u) << parts;
  }
}

TEST_P(PartitionTest, SkewedGraphKeepsToTheTolerance) {
  const SmallGraph graph = heavy_vertex_graph(1500, 6000, 3);

  const Partition result = run(graph, into(6));

  EXPECT_LE(heaviest(graph, result.part, 6), 257);
  EXPECT_EQ(result.cut, cut_of(graph, result.part));
}

TEST_P(PartitionTest, SkewedGraphIsCutAroundItsHeavyVertices) {
  const SmallGraph graph = skewed_graph(11, kSanitized ? 20000 : 30000, 1);

  const Partition result = run(graph, into(2));

  // Clusters alone lead to a third more.
  EXPECT_LE(result.cut, 2500);
  EXPECT_EQ(result.cut, cut_of(graph, result.part));
  EXPECT_LE(heaviest(graph, result.part, 2), 1054);
}

TEST_P(PartitionTest, SkewedGraphFillsPartsToTheirLeastWeight) {
  const SmallGraph graph = skewed_graph(11, kSanitized ? 20000 : 30000, 1);
  PartitionOptions options = into(5);
  options.min_weight.assign(5, 403);

  const Partition result = run(graph, options);

  const auto weights = weights_of(graph, result.part, 5);
  for (std::size_t p = 0; p < 5; ++p) EXPECT_GE(weights[p], 403) << p;
  EXPECT_LE(heaviest(graph, result.part, 5), 421);
}

TEST_P(PartitionTest, HeavyVerticesOfASkewedGraphGoToTheLargestPart) {
  const SmallGraph graph = skewed_graph(11, kSanitized ? 20000 : 30000, 1);
  PartitionOptions options = into(3);
  options.targets = {0.2, 0.5, 0.3};

  const Partition result = run(graph, options);

  VertexId heavy = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v)
    if (graph.row[v + 1] - graph.row[v] > graph.row[heavy + 1] - graph.row[heavy]) heavy = v;
  EXPECT_EQ(result.part[heavy], 1u);
  const auto weights = weights_of(graph, result.part, 3);
  for (std::size_t p = 0; p < 3; ++p) EXPECT_LE(static_cast<double>(weights[p]), 1.03 * 2048 * options.targets[p]) << p;
}

TEST_P(PartitionTest, LightVerticesOfASkewedGraphKeepToTheTolerance) {
  SmallGraph graph = skewed_graph(11, kSanitized ? 20000 : 30000, 1);
  std::int64_t total = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    graph.vertex_weight.push_back(1 + v % 4);
    total += graph.vertex_weight.back();
  }

  const Partition result = run(graph, into(3));

  EXPECT_LE(static_cast<double>(heaviest(graph, result.part, 3)), 1.03 * static_cast<double>(total) / 3);
  EXPECT_EQ(empty_parts(result.part, 3), 0u);
}

TEST_P(PartitionTest, AsManyPartsAsVerticesHaveOneEach) {
  const Partition result = run(path_graph(50), into(50));

  EXPECT_EQ(empty_parts(result.part, 50), 0u);
}

TEST_P(PartitionTest, AlmostAsManyPartsAsVerticesAreNeverEmpty) {
  for (const std::uint32_t parts : {20u, 33u, 48u, 49u}) {
    const Partition result = run(path_graph(50), into(parts));

    EXPECT_EQ(empty_parts(result.part, parts), 0u) << parts;
  }
}

TEST_P(PartitionTest, MorePartsThanVerticesLeaveTheRestEmpty) {
  const Partition result = run(path_graph(50), into(51));

  EXPECT_EQ(empty_parts(result.part, 51), 1u);
}

TEST_P(PartitionTest, IsolatedVerticesAreSpread) {
  const SmallGraph graph = make_graph(5000, {});

  const Partition result = run(graph, into(7));

  EXPECT_LE(heaviest(graph, result.part, 7), 735);
  EXPECT_EQ(result.cut, 0);
}

TEST_P(PartitionTest, ComponentsThatFitAreNotCut) {
  Edges edges;
  for (VertexId v = 0; v < 4000; ++v)
    if (v % 4 != 3) edges.emplace_back(v, v + 1);

  const Partition result = run(make_graph(4000, edges), into(8));

  EXPECT_EQ(result.cut, 0);
}

TEST_P(PartitionTest, SelfLoopsAndRepeatedEdgesCount) {
  Edges edges;
  for (VertexId v = 0; v < 600; ++v) edges.emplace_back(v, v);
  for (VertexId v = 0; v + 1 < 600; ++v)
    for (int i = 0; i < 2; ++i) edges.emplace_back(v, v + 1);
  const SmallGraph graph = make_graph(600, edges);

  const Partition result = run(graph, into(2));

  EXPECT_EQ(result.cut, 2);
}

TEST_P(PartitionTest, NoVerticesHaveNoParts) {
  const Partition result = run(make_graph(0, {}), into(3));

  EXPECT_TRUE(result.part.empty());
}

TEST_P(PartitionTest, FixedVerticesStay) {
  const SmallGraph graph = grid_graph(40, 40);
  PartitionOptions options = into(4);
  options.fixed.assign(1600, kFreePart);
  for (VertexId v = 0; v < 1600; v += 16) options.fixed[v] = v / 16 % 4;

  const Partition result = run(graph, options);

  for (VertexId v = 0; v < 1600; v += 16) EXPECT_EQ(result.part[v], v / 16 % 4) << v;
  EXPECT_LE(heaviest(graph, result.part, 4), 412);
}

TEST_P(PartitionTest, WeightsOfVerticesAreBalanced) {
  SmallGraph graph = grid_graph(40, 40);
  for (VertexId v = 0; v < 1600; ++v) graph.vertex_weight.push_back(v % 40 < 20 ? 0 : 1 + v % 7);
  std::int64_t total = 0;
  for (const auto weight : graph.vertex_weight) total += weight;

  const Partition result = run(graph, into(5));

  EXPECT_LE(static_cast<double>(heaviest(graph, result.part, 5)), 1.03 * static_cast<double>(total) / 5 + 1);
}

TEST_P(PartitionTest, TwoConstraintsAreBalancedBoth) {
  SmallGraph graph = grid_graph(48, 48);
  graph.constraints = 2;
  std::int64_t second = 0;
  for (VertexId v = 0; v < 2304; ++v) {
    graph.vertex_weight.push_back(1);
    graph.vertex_weight.push_back(v < 1152 ? 1 : 5);
    second += graph.vertex_weight.back();
  }
  PartitionOptions options = into(4);
  options.tolerance = {0.05, 0.1};

  const Partition result = run(graph, options);

  EXPECT_LE(static_cast<double>(heaviest(graph, result.part, 4, 0)), 1.05 * 576);
  EXPECT_LE(static_cast<double>(heaviest(graph, result.part, 4, 1)), 1.1 * static_cast<double>(second) / 4);
}

TEST_P(PartitionTest, TargetsAreTheSharesOfParts) {
  const SmallGraph graph = grid_graph(50, 40);
  PartitionOptions options = into(3);
  options.targets = {0.5, 0.3, 0.2};

  const Partition result = run(graph, options);

  const auto weights = weights_of(graph, result.part, 3);
  EXPECT_LE(weights[0], 1030);
  EXPECT_LE(weights[1], 618);
  EXPECT_LE(weights[2], 412);
}

TEST_P(PartitionTest, LeastAndLargestWeightsOfPartsHold) {
  const SmallGraph graph = grid_graph(50, 40);
  PartitionOptions options = into(3);
  options.max_weight = {1500, 400, 600};
  options.min_weight = {1000, 390, 100};

  const Partition result = run(graph, options);

  const auto weights = weights_of(graph, result.part, 3);
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_LE(weights[p], options.max_weight[p]) << p;
    EXPECT_GE(weights[p], options.min_weight[p]) << p;
  }
}

TEST_P(PartitionTest, StartIsImprovedAndMostlyKept) {
  const SmallGraph graph = grid_graph(60, 60);
  PartitionOptions options = into(4);
  for (VertexId v = 0; v < 3600; ++v) options.start.push_back(v / 60 / 15);
  for (VertexId v = 0; v < 3600; v += 10) options.start[v] = (options.start[v] + 1) % 4;

  const Partition result = run(graph, options);

  std::size_t moved = 0;
  for (VertexId v = 0; v < 3600; ++v) moved += result.part[v] != options.start[v] ? 1 : 0;
  EXPECT_LT(result.cut, 200);
  EXPECT_LT(moved, 900u);
}

TEST_P(PartitionTest, HugeWeightsDoNotOverflow) {
  SmallGraph graph = grid_graph(20, 20);
  graph.edge_weight.assign(graph.column.size(), std::int64_t{1} << 50);
  graph.vertex_weight.assign(400, std::int64_t{1} << 52);

  const Partition result = run(graph, into(2));

  EXPECT_EQ(result.cut % (std::int64_t{1} << 50), 0);
  EXPECT_LE(result.cut >> 50, 24);
  EXPECT_LE(result.imbalance, 0.03);
}

TEST_P(PartitionTest, EveryPresetKeepsToTheTolerance) {
  const SmallGraph graph = grid_graph(50, 50);
  std::size_t turn = 0;
  for (const auto preset : {PartitionPreset::kFast, PartitionPreset::kDefault, PartitionPreset::kStrong}) {
    if (!takes(turn++)) continue;
    PartitionOptions options = into(6);
    options.preset = preset;

    const Partition result = run(graph, options);

    EXPECT_LE(heaviest(graph, result.part, 6), 429);
    EXPECT_EQ(result.cut, cut_of(graph, result.part));
  }
}

TEST_P(PartitionTest, LevelsAreReportedFinestFirst) {
  const Partition result = run(grid_graph(50, 50), into(4));

  ASSERT_GE(result.levels.size(), 3u);
  EXPECT_EQ(result.levels[0].vertices, 2500u);
  EXPECT_EQ(result.levels[0].edges, 4900u);
  EXPECT_LT(result.levels[1].vertices, 2500u);
  EXPECT_EQ(result.levels[0].cut_after, result.cut);
  EXPECT_EQ(result.levels[0].cut_before, result.levels[1].cut_after);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PartitionTest);

// The result on one machine in one lane order is that of all others.
class PartitionEverywhere : public testing::TestWithParam<MachineParam> {};

TEST_P(PartitionEverywhere, SameSeedGivesTheSamePartition) {
  const auto run_on = [](const MachineParam& machine, const SmallGraph& graph, std::uint32_t parts) {
    Runtime runtime(machine.devices, machine.options);
    const Stream stream(runtime.device(), "test");
    return partition(stream.ref(), graph.input(), into(parts)).part;
  };
  const std::vector<SmallGraph> graphs = {grid_graph(45, 45),         heavy_vertex_graph(2000, 9000, 5),
                                          star_graph(1200),           random_graph(1500, 12000, 6),
                                          skewed_graph(11, 30000, 4), road_graph(15, 15, 4)};
  if (GetParam().devices.starts_with("cuda") && !has_cuda_devices(1)) GTEST_SKIP() << "no CUDA device";
  const MachineParam plain = host_machine("plain", HostExecution::kThreads, 0);
  for (std::size_t i = 0; i < graphs.size(); i += kSanitized ? 3 : 1)
    EXPECT_EQ(run_on(GetParam(), graphs[i], 5), run_on(plain, graphs[i], 5)) << "graph " << i;
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PartitionEverywhere);

// The least cut of all partitions into two parts of at most `max_vertices` vertices.
std::int64_t least_cut(const SmallGraph& graph, int max_vertices) {
  const VertexId n = graph.vertices();
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::vector<std::uint32_t> part(n);
  for (std::uint32_t bits = 1; bits + 1 < 1u << n; ++bits) {
    const int ones = std::popcount(bits);
    if (ones > max_vertices || static_cast<int>(n) - ones > max_vertices) continue;
    for (VertexId v = 0; v < n; ++v) part[v] = bits >> v & 1;
    least = std::min(least, cut_of(graph, part));
  }
  return least;
}

TEST(Partition, TinyGraphsAreCutAsByExhaustiveSearch) {
  Runtime runtime("host");
  const Stream stream(runtime.device());
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const SmallGraph graph = random_graph(12, 20, seed);
    const Partition result = partition(stream.ref(), graph.input(), into(2));
    const std::int64_t least = least_cut(graph, 6);

    EXPECT_LE(heaviest(graph, result.part, 2), 6) << "seed " << seed;
    EXPECT_EQ(result.cut, least) << "seed " << seed;
  }
}

}  // namespace
}  // namespace warpgraph
