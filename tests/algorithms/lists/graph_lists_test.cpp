// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/graph_lists.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class GraphLists : public testing::Test {
 protected:
  // Vertex v is called 10 * (v + 1).
  [[nodiscard]] AnyGraph graph(const std::vector<std::pair<VertexId, VertexId>>& edges, VertexId vertices,
                               const BuildOptions& options = {}) const {
    EdgeList list{.vertex_count = vertices};
    for (const auto& [u, v] : edges) {
      list.source.push_back(u);
      list.target.push_back(v);
    }
    for (VertexId v = 0; v < vertices; ++v) list.ids.original.push_back(10 * (v + 1));
    return build_graph<NoValue>(runtime_.threads(), std::move(list), options);
  }
  [[nodiscard]] std::string refusal(const AnyGraph& graph) {
    try {
      (void)rank_lists(runtime_, graph);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  Runtime runtime_{"host:2"};
};

TEST_F(GraphLists, AnEdgeLeadsFromEachVertexToTheNext) {
  // 0 -> 2 -> 1, 4 -> 3 with an edge to itself, and 5 without any edge
  const AnyGraph lists = graph({{0, 2}, {2, 1}, {4, 3}, {3, 3}}, 6);
  EXPECT_EQ(list_successors(lists), (std::vector<VertexId>{2, 1, 1, 3, 3, 5}));
  EXPECT_EQ(rank_lists(runtime_, lists).rank, (std::vector<VertexId>{0, 2, 1, 1, 0, 0}));
}

TEST_F(GraphLists, TwoEdgesOfAVertexAreRefusedWithIds) {
  EXPECT_EQ(refusal(graph({{0, 1}, {0, 2}}, 3)), "vertex 10 has two successors, 20 and 30");
  EXPECT_EQ(refusal(graph({{0, 0}, {0, 2}}, 3)), "vertex 10 has two successors, 10 and 30");
  EXPECT_EQ(refusal(graph({{0, 1}, {0, 1}}, 3)), "vertex 10 has two edges to vertex 20");
  EXPECT_EQ(refusal(graph({{0, 2}, {1, 2}}, 3)), "vertex 30 has two predecessors, 10 and 20");
}

TEST_F(GraphLists, ACircleIsRefusedWithAnId) {
  EXPECT_EQ(refusal(graph({{0, 1}, {2, 3}, {3, 2}}, 4)), "vertex 30 is on a circle: its list has no tail");
}

TEST_F(GraphLists, UndirectedGraphsAreRefused) {
  EXPECT_THROW((void)list_successors(graph({{0, 1}}, 2, {.symmetrise = true})), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
