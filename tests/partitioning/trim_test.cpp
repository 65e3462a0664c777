// SPDX-License-Identifier: Apache-2.0
#include "coarsen/trim.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>

#include "../support/machines.hpp"
#include "coarsen/heavy.hpp"
#include "host_graphs.hpp"
#include "limits.hpp"
#include "same_rows.hpp"
#include "upload.hpp"

namespace warpgraph::partitioning {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

class TrimTest : public MachineTest {
 protected:
  struct Whole {
    LevelGraph level;
    Limits limits;
  };
  [[nodiscard]] Whole whole(const SmallGraph& graph, const PartitionOptions& options) const {
    Whole result;
    result.limits = find_limits(graph.input(), options);
    Weight total = 0;
    result.level = upload(stream(), graph.input(), options, result.limits, total);
    return result;
  }
  [[nodiscard]] std::optional<Core> trimmed(const Whole& whole) const {
    return trim(stream(), whole.level, whole.limits, 1);
  }
  [[nodiscard]] HeavyVertices heavy_of(const Whole& whole) const {
    std::vector<PartId> order(whole.limits.parts);
    std::iota(order.begin(), order.end(), PartId{0});
    return find_heavy(stream(), whole.level, whole.limits, order, 1);
  }
};

EdgeId degree(const SmallGraph& graph, VertexId v) { return graph.row[v + 1] - graph.row[v]; }

TEST_P(TrimTest, CoreIsTheGraphOfItsVertices) {
  SmallGraph graph = skewed_graph(11, 30000, 1);
  for (VertexId v = 0; v < graph.vertices(); ++v)
    for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i) graph.edge_weight.push_back(1 + (v + graph.column[i]) % 4);
  const Whole all = whole(graph, into(4));

  const auto core = trimmed(all);

  ASSERT_TRUE(core);
  const std::vector<VertexId> to_core = to_host(stream(), core->to_core);
  expect_same(download(stream(), core->level), contract(download(stream(), all.level), to_core, core->level.vertices));
}

TEST_P(TrimTest, VerticesOfTheCoreHaveNeighboursThere) {
  const SmallGraph graph = skewed_graph(11, 30000, 1);

  const auto core = trimmed(whole(graph, into(4)));

  ASSERT_TRUE(core);
  const std::vector<EdgeId> row = to_host(stream(), core->level.row);
  for (VertexId v = 0; v < core->level.vertices; ++v) EXPECT_LT(row[v], row[v + 1]) << v;
}

TEST_P(TrimTest, HeavyVerticesAreThoseOfHighestDegreeAndFillAPart) {
  const SmallGraph graph = skewed_graph(11, 30000, 1);
  const Whole all = whole(graph, into(4));

  const HeavyVertices heavy = heavy_of(all);

  ASSERT_FALSE(heavy.weight.empty());
  EXPECT_EQ(heavy.weight[0], all.limits.max[0]);
  const std::vector<PartId> group = to_host(stream(), heavy.group);
  EXPECT_EQ(std::ranges::count(group, PartId{0}), all.limits.max[0]);
  EdgeId least_of_group = ~EdgeId{0};
  EdgeId most_of_others = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v)
    if (group[v] == 0)
      least_of_group = std::min(least_of_group, degree(graph, v));
    else
      most_of_others = std::max(most_of_others, degree(graph, v));
  EXPECT_GE(least_of_group, most_of_others);
}

// A part of 64 holds few edges, but twice its share, and clusters find nothing local.
TEST_P(TrimTest, HeavyVerticesFillOneOfManyPartsToo) {
  const SmallGraph graph = skewed_graph(12, 50000, 1);

  EXPECT_FALSE(heavy_of(whole(graph, into(64))).weight.empty());
}

// Cliques of 60 vertices, each with 60 vertices around it that have 20 edges to it. The cliques would fill a part of
// their own and hold most edges, but each is better off with what is around it.
TEST_P(TrimTest, GraphsOfClustersHaveNoHeavyVertices) {
  Edges edges;
  for (VertexId first = 0; first < 1200; first += 120)
    for (VertexId a = 0; a < 60; ++a) {
      for (VertexId b = 0; b < a; ++b) edges.emplace_back(first + a, first + b);
      for (VertexId i = 0; i < 20; ++i) edges.emplace_back(first + (a + i) % 60, first + 60 + a);
    }
  const Whole all = whole(make_graph(1200, edges), into(2));
  ASSERT_FALSE(all.level.long_rows.empty());

  EXPECT_TRUE(heavy_of(all).weight.empty());
}

// The blocks would fill a part of their own and hold nearly all edges, but the edge between them is the least cut.
TEST_P(TrimTest, GraphsOfTwoDenseBlocksAreDividedBetweenThem) {
  const SmallGraph graph = dense_blocks_between_paths(300, 10000, 1);
  const Whole all = whole(graph, into(2));
  ASSERT_FALSE(all.level.long_rows.empty());
  EXPECT_TRUE(heavy_of(all).weight.empty());

  for (const auto preset : {PartitionPreset::kFast, PartitionPreset::kDefault, PartitionPreset::kStrong})
    for (const std::uint64_t seed : {1, 2}) {
      if (!takes(seed)) continue;
      PartitionOptions options = into(2);
      options.preset = preset;
      options.seed = seed;
      EXPECT_EQ(partition(stream(), graph.input(), options).cut, 1) << "seed " << seed;
    }
}

TEST_P(TrimTest, GraphsWithoutLongRowsStayWhole) { EXPECT_FALSE(trimmed(whole(path_graph(500), into(2)))); }

TEST_P(TrimTest, GraphsWithALargeWeightStayWhole) {
  SmallGraph graph = skewed_graph(11, 30000, 1);
  graph.vertex_weight.assign(graph.vertices(), 1);
  EXPECT_TRUE(trimmed(whole(graph, into(4))));

  graph.vertex_weight[500] = 30;

  EXPECT_FALSE(trimmed(whole(graph, into(4))));
}

TEST_P(TrimTest, CoreHasTheFewestPartsThatShouldHoldIt) {
  const auto core = trimmed(whole(skewed_graph(11, 30000, 1), into(8)));  // shares of 256

  ASSERT_TRUE(core);
  EXPECT_LT(core->heavy_weights.size() + core->limits.parts, 8u);
  EXPECT_EQ(core->limits.parts, (core->level.vertices + 255) / 256);
  EXPECT_DOUBLE_EQ(core->limits.target[0], static_cast<double>(core->level.vertices) / core->limits.parts);
}

// Five parts of 60 to 82 vertices: one has heavy vertices, two have the core, and two are empty.
TEST_P(TrimTest, DealingFillsEmptyPartsThenLightOnesThenTheRoomThatIsLeft) {
  const SmallGraph graph = make_graph(400, {});
  PartitionOptions options = into(5);
  options.min_weight.assign(5, 60);
  const Whole all = whole(graph, options);
  std::vector<VertexId> to_core(400, kNoVertex);
  std::vector<PartId> heavy(400, kFreePart);
  std::vector<PartId> part(120);
  for (VertexId v = 0; v < 120; ++v) {
    to_core[2 * v] = v;
    part[v] = v < 50 ? 0 : 1;
  }
  for (VertexId v = 240; v < 322; ++v) heavy[v] = 0;
  Core core;
  core.to_core = to_device(stream(), to_core, "test");
  core.heavy = to_device(stream(), heavy, "test");
  core.heavy_weights = {82};
  core.order = {3, 0, 1, 2, 4};

  const auto found =
      to_host(stream(), deal(stream(), all.level, all.limits, core, to_device(stream(), part, "test"), {50, 70}));

  for (VertexId v = 0; v < 120; ++v) EXPECT_EQ(found[2 * v], part[v]) << v;
  for (VertexId v = 240; v < 322; ++v) EXPECT_EQ(found[v], 3u) << v;
  // There are 198 others: 160 for the empty parts, 10 that part 0 lacks, and 28 of which part 0 has room for 22.
  EXPECT_EQ(weights_of(graph, found, 5), (std::vector<Weight>{82, 76, 80, 82, 80}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(TrimTest);

}  // namespace
}  // namespace warpgraph::partitioning
