// SPDX-License-Identifier: Apache-2.0
#include "coarsen/hierarchy.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>

#include "../support/machines.hpp"
#include "host_graphs.hpp"
#include "refine/part_state.hpp"
#include "upload.hpp"

namespace warpgraph::partitioning {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

class HierarchyTest : public MachineTest {
 protected:
  [[nodiscard]] Hierarchy hierarchy_of(const SmallGraph& graph, const PartitionOptions& options) const {
    Limits limits;
    limits.total = {static_cast<Weight>(graph.vertices())};
    Weight total = 0;
    LevelGraph level = upload(stream(), graph.input(), options, limits, total);
    return {stream(), nullptr, options, std::move(level), total, 0};
  }
  [[nodiscard]] Weight weight_of(const LevelGraph& level) const {
    const auto weights = to_host(stream(), level.vertex_weight);
    return std::accumulate(weights.begin(), weights.end(), Weight{0});
  }
  // The vertices of a level in three parts, by runs of `width` vertices.
  [[nodiscard]] Buffer<PartId> striped(VertexId vertices, VertexId width) const {
    std::vector<PartId> part(vertices);
    for (VertexId v = 0; v < vertices; ++v) part[v] = v / width % 3;
    return to_device(stream(), part, "parts");
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(HierarchyTest);

TEST_P(HierarchyTest, LevelsGetSmallerAndKeepWeightsAndCuts) {
  const PartitionOptions options = into(4);
  for (const SmallGraph& graph : {grid_graph(50, 40), star_graph(2000)}) {
    Hierarchy levels = hierarchy_of(graph, options);
    Buffer<PartId> none;
    levels.coarsen(none, 3);
    ASSERT_GT(levels.size(), 1u);
    EXPECT_TRUE(none.empty());
    EXPECT_LE(levels.last().vertices, 2 * levels.coarsest());
    EXPECT_FALSE(levels.is_gathered() || levels.is_elsewhere());
    // On the way back, a partition of the coarsest level keeps its cut and its weights.
    Buffer<PartId> part = striped(levels.last().vertices, 5);
    const Weight cut = measure_cut(stream(), levels.last(), part);
    EXPECT_GT(cut, 0);
    for (std::size_t left = levels.size(); left > 1; --left) {
      const VertexId coarser = levels.last().vertices;
      EXPECT_EQ(weight_of(levels.last()), graph.vertices());
      part = levels.project_up(part);
      EXPECT_EQ(levels.size(), left - 1);
      EXPECT_LT(coarser, levels.last().vertices);
      EXPECT_EQ(part.size(), levels.last().vertices);
      EXPECT_EQ(measure_cut(stream(), levels.last(), part), cut);
    }
    EXPECT_EQ(levels.last().vertices, graph.vertices());
  }
}

TEST_P(HierarchyTest, ClustersStayInsideOfTheParts) {
  const SmallGraph graph = grid_graph(40, 40);
  const PartitionOptions options = into(3);
  Hierarchy levels = hierarchy_of(graph, options);
  Buffer<PartId> part = striped(graph.vertices(), 7);
  const std::vector<PartId> before = to_host(stream(), part);
  levels.coarsen(part, 1);
  ASSERT_GT(levels.size(), 1u);
  EXPECT_EQ(part.size(), levels.last().vertices);
  while (levels.size() > 1) part = levels.project_up(part);
  EXPECT_EQ(to_host(stream(), part), before);
}

TEST_P(HierarchyTest, TheSeedDecidesTheClusters) {
  const SmallGraph graph = grid_graph(40, 40);
  const PartitionOptions options = into(2);
  const auto columns_of = [&](std::uint64_t seed) {
    Hierarchy levels = hierarchy_of(graph, options);
    Buffer<PartId> none;
    levels.coarsen(none, seed);
    return std::pair(to_host(stream(), levels.last().row), to_host(stream(), levels.last().column).size());
  };
  EXPECT_EQ(columns_of(1), columns_of(1));
  EXPECT_NE(columns_of(1), columns_of(2));
}

// More parts than bisections begin with: smaller levels have groups of them.
TEST_P(HierarchyTest, SmallLevelsHaveGroupsOfParts) {
  const SmallGraph graph = grid_graph(100, 100);
  const PartitionOptions few = into(8);
  const PartitionOptions many = into(400);
  Hierarchy of_few = hierarchy_of(graph, few);
  Hierarchy of_many = hierarchy_of(graph, many);
  EXPECT_EQ(of_many.depth_of_last(), 9);
  Buffer<PartId> none;
  of_few.coarsen(none, 1);
  of_many.coarsen(none, 1);
  EXPECT_EQ(of_few.depth_of_last(), 3);
  EXPECT_LT(of_many.depth_of_last(), 9);
}

}  // namespace
}  // namespace warpgraph::partitioning
