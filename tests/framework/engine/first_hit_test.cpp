// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

class FirstHitTest : public EngineCase {};

TEST_P(FirstHitTest, LevelsAreRightInAllWays) { expect_right_in_all_ways(Levels{0}); }

// Levels by the definition, for a program that leaves open which parent a vertex gets.
std::vector<std::uint32_t> levels_of(const Graph<std::int32_t>& graph) { return run_serially(graph, Levels{0}); }

TEST_P(FirstHitTest, ParentsAreNeighboursOfTheLevelBefore) {
  for (const NamedGraph& each : graphs_of_machine()) {
    const std::vector<std::uint32_t> level = levels_of(each.graph);
    expect_in_all_ways(each, Parents{0}, 0xffffffffu,
                       [&](const std::vector<VertexId>& parent, const EngineOptions& how) {
                         for (VertexId v = 1; v < parent.size(); ++v) {
                           ASSERT_EQ(parent[v] == kNoVertex, level[v] == kNoVertex) << v;
                           if (parent[v] == kNoVertex) continue;
                           const auto in = each.graph.incoming().neighbours(v);
                           const auto is_before = [&](VertexId u) { return level[u] + 1 == level[v]; };
                           ASSERT_TRUE(std::ranges::find(in, parent[v]) != in.end()) << v;
                           ASSERT_TRUE(is_before(parent[v])) << v;
                           // Reproducible runs take the lowest.
                           if (how.deterministic) {
                             ASSERT_EQ(parent[v], *std::ranges::find_if(in, is_before)) << v;
                           }
                         }
                       });
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(FirstHitTest);

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_ONE_DEVICE(Levels);
WARPGRAPH_START_ON_ONE_DEVICE(Levels);
WARPGRAPH_RUN_ON_ONE_DEVICE(Parents);

}  // namespace warpgraph
