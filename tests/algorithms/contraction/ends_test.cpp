// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

// Where vertices are in a contracted graph, in graphs that one can draw.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Vertices = std::vector<VertexId>;

class ContractionEnds : public testing::Test {
 protected:
  [[nodiscard]] Graph<NoValue> graph(VertexId vertices, const std::vector<std::pair<VertexId, VertexId>>& edges) const {
    EdgeList list{.vertex_count = vertices, .direction = Direction::kUndirectedOnce};
    for (const auto& [u, v] : edges) {
      list.source.push_back(u);
      list.target.push_back(v);
    }
    return build_graph<NoValue>(runtime_.threads(), std::move(list), {});
  }
  [[nodiscard]] HostContraction found(const Graph<NoValue>& graph) const {
    const DeviceGraph<NoValue> there = upload(stream_, graph);
    const ContractedGraph<NoValue> contracted = contract_for_levels(stream_, there);
    const algorithms::ContractionEnds ends = contraction_ends(stream_, contracted);
    HostContraction result;
    for (int i = 0; i < 2; ++i) {
      result.end[i] = to_host(stream_, ends.end[i]);
      result.distance[i] = to_host(stream_, ends.distance[i]);
    }
    std::visit(
        [&](const auto& left) {
          result.vertices_left = left.vertex_count();
          result.edges_left = left.edge_count() / 2;
        },
        contracted.graph());
    return result;
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "test"};
};

//   0               6
//   | \           / |
//   |  2 - 3 - 4 - 5  |
//   | /        |    \ |
//   1          8      7
TEST_F(ContractionEnds, AreThoseOfTheChainOrOfWhatAVertexHangsFrom) {
  const Graph<NoValue> two_triangles =
      graph(9, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {5, 7}, {4, 8}});

  const HostContraction ends = found(two_triangles);

  EXPECT_EQ(ends.end[0], (Vertices{2, 2, 2, 2, 2, 5, 5, 5, 2}));
  EXPECT_EQ(ends.end[1], (Vertices{2, 2, 2, 5, 5, 5, 5, 5, 5}));
  EXPECT_EQ(ends.distance[0], (Vertices{2, 2, 0, 1, 2, 0, 1, 1, 3}));
  EXPECT_EQ(ends.distance[1], (Vertices{1, 1, 0, 2, 1, 0, 2, 2, 2}));
  EXPECT_EQ(ends.vertices_left, 2u);
  EXPECT_EQ(ends.edges_left, 1u);
  EXPECT_EQ(verify_contraction(two_triangles, ends), std::nullopt);
}

// 1 - 2 - 0, the cycle 3 - 4 - 5 - 3, and 6
TEST_F(ContractionEnds, AreTheLowestVertexOfATreeOrACycle) {
  const Graph<NoValue> pieces = graph(7, {{1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}});

  const HostContraction ends = found(pieces);

  EXPECT_EQ(ends.end[0], (Vertices{0, 0, 0, 3, 3, 3, 6}));
  EXPECT_EQ(ends.end[1], ends.end[0]);
  EXPECT_EQ(ends.distance[0], (Vertices{0, 2, 1, 0, 1, 1, 0}));
  EXPECT_EQ(ends.distance[1], (Vertices{0, 2, 1, 0, 2, 2, 0}));
  EXPECT_EQ(ends.vertices_left, 3u);
  EXPECT_EQ(ends.edges_left, 0u);
  EXPECT_EQ(verify_contraction(pieces, ends), std::nullopt);
}

TEST_F(ContractionEnds, OfAnotherGraphAreFoundWrong) {
  const Graph<NoValue> path = graph(4, {{0, 1}, {1, 2}, {2, 3}});
  HostContraction ends = found(path);
  ends.vertices_left = 2;
  EXPECT_EQ(verify_contraction(path, ends), "2 vertices are left, and it should be 1");
  EXPECT_EQ(verify_contraction(graph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}), found(path)),
            "vertex 3 is 3 edges from its end, and it should be 1");
}

}  // namespace
}  // namespace warpgraph::test
