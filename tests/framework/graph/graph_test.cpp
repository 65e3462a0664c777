// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

// Which parts become a graph.
namespace warpgraph::test {
namespace {

using Offsets = std::vector<EdgeId>;
using Vertices = std::vector<VertexId>;

graphs::GraphParts<NoValue> parts_of(Offsets row, Vertices column) {
  graphs::GraphParts<NoValue> parts;
  parts.incoming.row = std::move(row);
  parts.incoming.column = std::move(column);
  return parts;
}

// What is said of parts that are no graph.
template <EdgeValueType Value>
std::string refusal(graphs::GraphParts<Value> parts) {
  try {
    const auto graph = Graph<Value>::of_known_parts(std::move(parts));
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

// Two triangles that share 1 - 2.
graphs::GraphParts<float> triangles() {
  graphs::GraphParts<float> parts;
  parts.incoming.row = Offsets{0, 2, 5, 8, 10};
  parts.incoming.column = Vertices{1, 2, 0, 2, 3, 0, 1, 3, 1, 2};
  parts.incoming.value = std::vector<float>{1, 2, 1, 3, 4, 2, 3, 5, 4, 5};
  parts.undirected = true;
  return parts;
}

TEST(GraphOfParts, TakesArraysThatFitEachOther) {
  EXPECT_EQ(refusal(triangles()), "none");
  EXPECT_EQ(refusal(parts_of({0, 0, 2, 2}, {0, 0})), "none");  // the same edge twice
  EXPECT_EQ(refusal(parts_of({0}, {})), "none");
  EXPECT_EQ(refusal(parts_of({}, {})), "none");
}

TEST(GraphOfParts, RefusesRowsThatEndWhereNoColumnEnds) {
  const auto error = [](const char* text) { return std::string("graph: incoming.") + text; };
  EXPECT_EQ(refusal(parts_of({0, 3, 6, 9, 12}, {1})), error("row[4] is 12, expected 1, the size of column"));
  EXPECT_EQ(refusal(parts_of({0, 1}, {0, 0})), error("row[1] is 1, expected 2, the size of column"));
  EXPECT_EQ(refusal(parts_of({1, 2}, {0, 0})), error("row[0] is 1, expected 0"));
  EXPECT_EQ(refusal(parts_of({}, {0})),
            error("row has no offset, and column has 1, expected an offset for each vertex and one more"));
  graphs::GraphParts<float> parts = triangles();
  parts.incoming.value = std::vector<float>{1, 2};
  EXPECT_EQ(refusal(std::move(parts)), error("value has the size 2, expected 10"));
}

TEST(GraphOfParts, RefusesDirectionsOfOtherSizes) {
  graphs::GraphParts<float> parts;
  parts.incoming = {Offsets{0, 0, 1, 2}, Vertices{0, 1}, std::vector<float>{4, 5}};  // 0 -> 1 -> 2
  parts.outgoing = {Offsets{0, 1, 2, 2}, Vertices{1, 2}, std::vector<float>{4, 5}};
  EXPECT_EQ(refusal(parts), "none");
  parts.outgoing.row = Offsets{0, 2};
  EXPECT_EQ(refusal(parts), "graph: has 1 outgoing rows with 2 edges, and 3 incoming ones with 2");
  parts.undirected = true;
  EXPECT_EQ(refusal(parts), "graph: is undirected, and has outgoing edges of its own");
}

TEST(GraphOfParts, RefusesIdsAndWeightsOfOtherSizes) {
  graphs::GraphParts<float> parts = triangles();
  parts.ids.original = {7, 8, 9};
  EXPECT_EQ(refusal(std::move(parts)),
            "graph: ids.original has the size 3, expected 4, the number of vertices, or none");
  parts = triangles();
  parts.vertex_weights = {2, {1, 2, 3}};
  EXPECT_EQ(refusal(std::move(parts)), "graph: vertex_weights.values has the size 3, expected 8");
}

template <class Graph>
void expect_empty(const Graph& graph) {
  EXPECT_EQ(graph.vertex_count(), 0u);
  EXPECT_EQ(graph.edge_count(), 0u);
  EXPECT_FALSE(graph.is_undirected());
  EXPECT_EQ(graph.incoming().row.size(), 1u);
  EXPECT_TRUE(graph.incoming().column.empty());
  EXPECT_TRUE(graph.incoming().value.empty());
}

TEST(Graph, IsEmptyOnceItWasMovedFrom) {
  auto first = Graph<float>::of_known_parts(triangles());
  Graph<float> second(std::move(first));
  expect_empty(first);  // NOLINT(bugprone-use-after-move): what is tested
  EXPECT_EQ(second.edge_count(), 10u);
  first = std::move(second);
  expect_empty(second);  // NOLINT(bugprone-use-after-move): what is tested
  EXPECT_EQ(first.vertex_count(), 4u);
  EXPECT_EQ(std::move(first).release().incoming.column.size(), 10u);
  expect_empty(first);  // NOLINT(bugprone-use-after-move): what is tested
}

TEST(HostArray, IsEmptyOnceItWasMovedFrom) {
  graphs::HostArray<int> first(std::vector<int>{1, 2, 3});
  graphs::HostArray<int> second = std::move(first);
  EXPECT_TRUE(first.empty());  // NOLINT(bugprone-use-after-move): what is tested
  first = std::move(second);
  EXPECT_TRUE(second.empty());  // NOLINT(bugprone-use-after-move): what is tested
  EXPECT_EQ(first.size(), 3u);
}

}  // namespace
}  // namespace warpgraph::test
