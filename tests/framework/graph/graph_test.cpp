// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "random_list.hpp"

// Which rows become a graph.
namespace warpgraph::test {
namespace {

using Offsets = std::vector<EdgeId>;
using Vertices = std::vector<VertexId>;

GraphParts<NoValue> parts_of(Offsets row, Vertices column) {
  GraphParts<NoValue> parts;
  parts.incoming.row = std::move(row);
  parts.incoming.column = std::move(column);
  return parts;
}

// What is said of parts that are no graph.
template <EdgeValueType Value>
std::string refusal(GraphParts<Value> parts, const GraphChecks& checks = {}) {
  try {
    const Graph<Value> graph(std::move(parts), checks);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

// Two triangles that share 1 - 2.
GraphParts<float> triangles() {
  GraphParts<float> parts;
  parts.incoming.row = Offsets{0, 2, 5, 8, 10};
  parts.incoming.column = Vertices{1, 2, 0, 2, 3, 0, 1, 3, 1, 2};
  parts.incoming.value = std::vector<float>{1, 2, 1, 3, 4, 2, 3, 5, 4, 5};
  parts.undirected = true;
  return parts;
}

TEST(GraphOfParts, TakesRowsThatAscend) {
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
  GraphParts<float> parts = triangles();
  parts.incoming.value = std::vector<float>{1, 2};
  EXPECT_EQ(refusal(std::move(parts)), error("value has the size 2, expected 10"));
}

TEST(GraphOfParts, RefusesOffsetsThatDescend) {
  EXPECT_EQ(refusal(parts_of({0, 2, 1, 2}, {0, 1})),
            "graph: incoming.row[2] is 1, expected at least 2, the offset before it");
  EXPECT_EQ(refusal(parts_of({0, 99, 2}, {0, 1})),
            "graph: incoming.row[2] is 2, expected at least 99, the offset before it");
}

TEST(GraphOfParts, RefusesVerticesThatDoNotExist) {
  EXPECT_EQ(refusal(parts_of({0, 1, 3, 3, 3}, {0, 1, 99999999})),
            "graph: incoming.column[2] is 99999999, expected an id below 4");
}

TEST(GraphOfParts, RefusesRowsThatDoNotAscend) {
  EXPECT_EQ(refusal(parts_of({0, 1, 3, 3}, {2, 1, 0})),
            "graph: incoming.column[2] is 0, expected at least 1, the id before it in its row");
}

TEST(GraphOfParts, RefusesUndirectedRowsThatLackAReverse) {
  GraphParts<NoValue> parts = parts_of({0, 0, 1, 2}, {0, 1});
  parts.undirected = true;
  parts.ids.original = {70, 80, 90};
  EXPECT_EQ(refusal(std::move(parts)),
            "graph: is undirected: expected every edge in both directions, with one weight: 70 -> 80 is there once, "
            "and 80 -> 70 not at all");
}

TEST(GraphOfParts, RefusesUndirectedRowsWhoseDirectionsDiffer) {
  GraphParts<float> parts = triangles();
  parts.incoming.value = std::vector<float>{1, 2, 1, 3, 4, 2, 3, 5, 4, 6};
  EXPECT_EQ(refusal(std::move(parts)),
            "graph: is undirected: expected every edge in both directions, with one weight: 2 -> 3 has the weight 6.0, "
            "and 3 -> 2 has 5.0");
}

TEST(GraphOfParts, RefusesOutgoingRowsOfOtherEdges) {
  GraphParts<float> parts;
  parts.incoming = {Offsets{0, 0, 1, 2}, Vertices{0, 1}, std::vector<float>{4, 5}};  // 0 -> 1 -> 2
  parts.outgoing = {Offsets{0, 1, 2, 2}, Vertices{1, 2}, std::vector<float>{4, 5}};
  EXPECT_EQ(refusal(parts), "none");
  parts.outgoing.value = std::vector<float>{4, 6};
  EXPECT_EQ(refusal(parts),
            "graph: the edge 1 -> 2 is in the incoming rows once, and has another value in the outgoing ones");
  parts.outgoing.column = Vertices{1, 0};
  EXPECT_EQ(refusal(parts), "graph: the edge 1 -> 0 is in the incoming rows not at all, and in the outgoing ones once");
  parts.outgoing.row = Offsets{0, 2};
  EXPECT_EQ(refusal(parts), "graph: has 1 outgoing rows with 2 edges, and 3 incoming ones with 2");
}

TEST(GraphOfParts, RefusesTwoVerticesOfOneId) {
  GraphParts<NoValue> parts = parts_of({0, 0, 0}, {});
  parts.ids.original = {6, 6};
  EXPECT_EQ(refusal(std::move(parts)),
            "graph: ids.original[1] is 6, as is ids.original[0], expected each vertex to have an id of its own");
}

TEST(GraphOfParts, LooksAtSizesAloneIfTold) {
  EXPECT_EQ(refusal(parts_of({0, 1, 3, 3}, {2, 1, 0}), GraphChecks::none()), "none");
  EXPECT_NE(refusal(parts_of({0, 1, 3, 3}, {2}), GraphChecks::none()), "none");
}

// Calls act(parts, describes) with the parts of random graphs, built with all options.
template <class Act>
void with_random_parts(const Act& act) {
  ThreadPool threads(1);
  std::uint64_t seed = 0;
  for (const Direction direction : {Direction::kDirected, Direction::kUndirectedOnce})
    for (const BuildOptions& options : all_options(13)) {
      const int type = static_cast<int>(++seed % 5);
      SCOPED_TRACE(describe(options, direction, type));
      AnyGraph any = build_graph(threads, random_list(seed, 13, seed % 90, type, direction), options);
      std::visit([&](auto& graph) { act(std::move(graph).release(), seed); }, any);
    }
}

TEST(GraphOfParts, TakesWhatTheBuilderMakes) {
  ThreadPool threads(3);
  with_random_parts([&](const auto& parts, std::uint64_t) {
    EXPECT_EQ(refusal(parts), "none");
    EXPECT_EQ(refusal(parts, {.threads = &threads}), "none");
  });
}

// In graphs of which both directions are known, no vertex can be exchanged for another.
TEST(GraphOfParts, FindsEveryVertexThatWasExchanged) {
  with_random_parts([&](auto parts, std::uint64_t seed) {
    const bool has_both = parts.undirected || !parts.outgoing.row.empty();
    if (!has_both || parts.incoming.column.empty()) return;
    Vertices column(parts.incoming.column.begin(), parts.incoming.column.end());
    VertexId& changed = column[seed % column.size()];
    changed = (changed + 1 + static_cast<VertexId>(seed % 12)) % 13;
    parts.incoming.column = std::move(column);
    EXPECT_NE(refusal(std::move(parts)), "none");
  });
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
  Graph<float> first(triangles());
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
  HostArray<int> first(std::vector<int>{1, 2, 3});
  HostArray<int> second = std::move(first);
  EXPECT_TRUE(first.empty());  // NOLINT(bugprone-use-after-move): what is tested
  first = std::move(second);
  EXPECT_TRUE(second.empty());  // NOLINT(bugprone-use-after-move): what is tested
  EXPECT_EQ(first.size(), 3u);
}

}  // namespace
}  // namespace warpgraph::test
