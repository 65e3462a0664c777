// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <warpgraph/algorithms/triangles.hpp>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/device_build.hpp>

#include "algorithms/copying_test.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/triangles.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Counts = std::vector<std::uint64_t>;

class CountTriangles : public CopyingTest {
 protected:
  template <EdgeValueType EdgeValue>
  Triangles count(const Graph<EdgeValue>& graph) {
    const DeviceGraph<EdgeValue> on_device = copied(graph);
    return count_triangles(stream(), on_device);
  }
  Counts of_vertices(const Graph<NoValue>& graph) {
    const DeviceGraph<NoValue> on_device = copied(graph);
    return count_triangles(stream(), on_device, {.of_vertices = true}).to_host(stream());
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(CountTriangles);

TEST_P(CountTriangles, FindsThoseOfTheOracle) {
  for (const GraphCase& each : kStructureCases) {
    SCOPED_TRACE(each.generator);
    const Graph<NoValue> graph = build_case(each, true);
    const Counts expected = oracle::triangles_of_vertices(graph);
    EXPECT_EQ(of_vertices(graph), expected);
    EXPECT_EQ(count(graph).total, oracle::triangle_count(graph));
  }
}

TEST_P(CountTriangles, OfRowsThatAreMerged) {
  // With repetitions and self-loops, and no row as long as those that make vertices be ranked.
  for (const GraphCase& each : std::vector<GraphCase>{{"small-world", {{"vertices", "500"}, {"degree", "8"}}},
                                                      {"rgg", {{"vertices", "600"}}},
                                                      {"erdos-renyi", {{"vertices", "60"}, {"edges", "500"}}}}) {
    SCOPED_TRACE(each.generator);
    const Graph<NoValue> graph = build_case(each, true);
    EXPECT_EQ(of_vertices(graph), oracle::triangles_of_vertices(graph));
    EXPECT_EQ(count(graph).total, oracle::triangle_count(graph));
  }
}

TEST_P(CountTriangles, OutsideTheCore) {
  // A ring in which each vertex is joined to the next three, and a hub, which has long rows sorted: of 5000 vertices a
  // fifth are of the core.
  constexpr VertexId n = 5000;
  oracle::Ends ends;
  for (VertexId v = 0; v < n; ++v) {
    for (VertexId step = 1; step <= 3; ++step) ends.emplace_back(v, (v + step) % n);
    if (v % 40 < 2) ends.emplace_back(0, v);
  }
  const Graph<NoValue> graph = oracle::graph_of(n, ends);
  EXPECT_EQ(of_vertices(graph), oracle::triangles_of_vertices(graph));
  EXPECT_EQ(count(graph).total, oracle::triangle_count(graph));
}

TEST_P(CountTriangles, OfVerticesThatTakeManyTasks) {
  // All pairs of vertices on the left, which keep all their edges for five tasks and the rest of one, and as many on
  // the right, two of which are joined.
  constexpr VertexId kSide = 5 * 32 + 2;
  oracle::Ends ends = {{kSide, kSide + 1}};
  for (VertexId a = 0; a < kSide; ++a)
    for (VertexId b = 0; b < kSide; ++b) ends.emplace_back(a, kSide + b);
  Counts expected(kSide, 1);
  expected.resize(2 * kSide, 0);
  expected[kSide] = expected[kSide + 1] = kSide;
  EXPECT_EQ(of_vertices(oracle::graph_of(2 * kSide, ends)), expected);
}

TEST_P(CountTriangles, OfGraphsThatAreSortedInSeveralLots) {
  const std::uint64_t n = on_cuda() ? 5000 : 400;
  const auto graph = build_device_graph(
      stream(),
      generators::generate(stream(), generators::parse_generator("complete", {{"vertices", std::to_string(n)}})));
  const Triangles found = count_triangles(stream(), graph);
  EXPECT_EQ(found.total, n * (n - 1) * (n - 2) / 6);
  EXPECT_DOUBLE_EQ(found.clustering(), 1);
}

TEST_P(CountTriangles, AndTheWedgesTheyClose) {
  // 0 - 1 - 2 - 0, 2 - 3: the wedges are one at 0, one at 1 and three at 2.
  const Triangles found = count(oracle::graph_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  EXPECT_EQ(found.total, 1u);
  EXPECT_EQ(found.wedges, 5u);
  EXPECT_DOUBLE_EQ(found.clustering(), 0.6);
  EXPECT_TRUE(found.values.empty());
  EXPECT_EQ(count(oracle::graph_of(2, {{0, 1}})).clustering(), 0);
}

TEST_P(CountTriangles, OfNeighboursAndNotOfEdges) {
  const oracle::Ends ends = {{0, 1}, {1, 2}, {2, 0}, {0, 1}, {1, 1}, {2, 2}, {2, 3}, {3, 3}};
  const Graph<NoValue> graph = oracle::graph_of(4, ends);
  EXPECT_EQ(of_vertices(graph), (Counts{1, 1, 1, 0}));
  EXPECT_EQ(count(graph).wedges, 5u);
}

TEST_P(CountTriangles, WhateverTheEdgesCarry) {
  EXPECT_EQ(count(oracle::weighted_graph_of<float>(3, {{0, 1}, {1, 2}, {2, 0}}, {1.f, 2.f, 3.f})).total, 1u);
}

TEST_P(CountTriangles, TakesGraphsWithoutVerticesOrEdges) {
  EXPECT_EQ(count(Graph<NoValue>()).total, 0u);
  EXPECT_TRUE(of_vertices(Graph<NoValue>()).empty());
  EXPECT_EQ(of_vertices(oracle::graph_of(3, {})), (Counts{0, 0, 0}));
}

TEST_P(CountTriangles, RefusesDirectedGraphs) {
  EXPECT_THROW((void)count(oracle::graph_of(2, {{0, 1}}, Direction::kDirected)), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
