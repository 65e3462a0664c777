// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/graph_lists.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
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
  // On all devices, and where the graph lies on one.
  [[nodiscard]] std::string refusal(const AnyGraph& graph) {
    const std::string on_all = refusal_of([&] { (void)rank_lists(runtime_, graph); });
    const std::string on_one = refusal_of([&] { (void)ranks_on_one(graph); });
    EXPECT_EQ(on_one, on_all);
    return on_all;
  }
  [[nodiscard]] static std::string refusal_of(const std::function<void()>& rank) {
    try {
      rank();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  [[nodiscard]] HostListRanks<VertexId> ranks_on_one(const AnyGraph& graph, const ListRankOptions& options = {}) {
    const Stream stream(runtime_.device(), "test");
    return std::visit(
        [&](const auto& each) {
          const ListRanks<VertexId> found = rank_lists(stream, upload(stream, each), options);
          return HostListRanks<VertexId>{.rank = to_host(stream, found.rank),
                                         .head = to_host(stream, found.head),
                                         .order = to_host(stream, found.order),
                                         .first = to_host(stream, found.first),
                                         .lists = found.lists,
                                         .steps = {}};
        },
        graph);
  }

  Runtime runtime_{"host:2"};
};

TEST_F(GraphLists, AnEdgeLeadsFromEachVertexToTheNext) {
  // 0 -> 2 -> 1, 4 -> 3 with an edge to itself, and 5 without any edge
  const AnyGraph lists = graph({{0, 2}, {2, 1}, {4, 3}, {3, 3}}, 6);
  EXPECT_EQ(list_successors(lists), (std::vector<VertexId>{2, 1, 1, 3, 3, 5}));
  EXPECT_EQ(rank_lists(runtime_, lists).rank, (std::vector<VertexId>{0, 2, 1, 1, 0, 0}));
}

TEST_F(GraphLists, AreRankedWhereTheGraphLies) {
  const AnyGraph lists = graph({{0, 2}, {2, 1}, {4, 3}, {3, 3}}, 6);
  for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
    const ListRankOptions options{.from = from, .heads = true, .order = true};
    const HostListRanks<VertexId> expected = rank_lists(runtime_, lists, options);
    const HostListRanks<VertexId> found = ranks_on_one(lists, options);
    EXPECT_EQ(found.rank, expected.rank);
    EXPECT_EQ(found.head, (std::vector<VertexId>{0, 0, 0, 4, 4, 5}));
    EXPECT_EQ(found.order, expected.order);
    EXPECT_EQ(found.first, expected.first);
    EXPECT_EQ(found.lists, 3u);
    EXPECT_EQ(verify_graph_lists(lists, found.rank, found.head, found.lists, from), std::nullopt);
    EXPECT_EQ(verify_graph_lists(lists, found.rank, found.head, 2, from), "there are 3 lists, not 2");
  }
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
