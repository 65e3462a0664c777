// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <warpgraph/algorithms/label_propagation.hpp>

#include <gtest/gtest.h>

#include "algorithms/copying_test.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Labels = std::vector<VertexId>;

// As the definition says, from a list of edges. `names`: of the vertices; empty: their numbers.
Labels propagated(VertexId vertices, const oracle::Ends& ends, std::uint32_t iterations,
                  const std::vector<std::uint64_t>& names = {}) {
  Labels now(vertices);
  for (VertexId v = 0; v < vertices; ++v) now[v] = v;
  const auto name = [&](VertexId v) { return names.empty() ? v : names[v]; };
  for (std::uint32_t i = 0; i < iterations; ++i) {
    std::vector<std::map<VertexId, int>> count(vertices);
    for (const auto& [a, b] : ends) {
      ++count[b][now[a]];
      if (a != b) ++count[a][now[b]];
    }
    for (VertexId v = 0; v < vertices; ++v)
      if (!count[v].empty())
        now[v] = std::ranges::max_element(count[v], [&](const auto& x, const auto& y) {
                   return x.second != y.second ? x.second < y.second : name(x.first) > name(y.first);
                 })->first;
  }
  return now;
}

class LabelPropagation : public CopyingTest {
 protected:
  template <EdgeValueType EdgeValue>
  Labels labels_of(const Graph<EdgeValue>& graph, const LabelPropagationOptions& options = {}) {
    const DeviceGraph<EdgeValue> on_device = copied(graph);
    return label_propagation(stream(), on_device, options).to_host(stream());
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(LabelPropagation);

TEST_P(LabelPropagation, CliquesAreCommunities) {
  // Vertices 0 to 4 and 5 to 9, with an edge from 4 to 5.
  EXPECT_EQ(labels_of(oracle::graph_of(10, oracle::bridged_cliques(5))), (Labels{0, 0, 0, 0, 0, 5, 5, 5, 5, 5}));
}

TEST_P(LabelPropagation, TheTwoSidesOfAnEdgeChangePlacesForEver) {
  const auto pair = oracle::graph_of(2, {{0, 1}});
  EXPECT_EQ(labels_of(pair, {.iterations = 3}), (Labels{1, 0}));
  EXPECT_EQ(labels_of(pair, {.iterations = 4}), (Labels{0, 1}));
}

TEST_P(LabelPropagation, AVertexWithoutNeighboursKeepsItsLabel) {
  EXPECT_EQ(labels_of(oracle::graph_of(4, {{0, 2}})), (Labels{0, 1, 2, 3}));
  EXPECT_TRUE(labels_of(oracle::graph_of(0, {})).empty());
}

TEST_P(LabelPropagation, ANeighbourInBothDirectionsCountsTwice) {
  // 3 -> 0, 0 -> 3 against 1 -> 0 and 0 -> 2, of which each has a label of its own.
  ThreadPool threads(1);
  const oracle::Ends ends{{3, 0}, {0, 3}, {1, 0}, {0, 2}};
  const auto graph = build_graph<NoValue>(threads, oracle::list_of(4, ends, Direction::kDirected), {.outgoing = true});
  EXPECT_EQ(labels_of(graph, {.iterations = 1}), (Labels{3, 0, 0, 0}));
  EXPECT_EQ(labels_of(graph, {.iterations = 7}), propagated(4, ends, 7));
}

TEST_P(LabelPropagation, ALoopCountsOnceInBothKindsOfGraphs) {
  const oracle::Ends ends{{0, 0}, {0, 1}, {2, 1}, {2, 2}, {2, 3}, {3, 3}};
  ThreadPool threads(1);
  const auto directed =
      build_graph<NoValue>(threads, oracle::list_of(4, ends, Direction::kDirected), {.outgoing = true});
  for (const std::uint32_t iterations : {1u, 2u, 5u}) {
    const Labels expected = propagated(4, ends, iterations);
    EXPECT_EQ(labels_of(oracle::graph_of(4, ends), {.iterations = iterations}), expected);
    EXPECT_EQ(labels_of(directed, {.iterations = iterations}), expected);
  }
}

TEST_P(LabelPropagation, TheLowestNameWinsATieHoweverVerticesAreNumbered) {
  // A star whose leaves have labels of their own: its centre takes that of the lowest name, 5, which is vertex 3.
  ThreadPool threads(1);
  EdgeList list = oracle::list_of(4, oracle::star(4), Direction::kUndirectedOnce);
  list.ids.original = {7, 9, 8, 5};
  const auto graph = build_graph<NoValue>(threads, list);
  EXPECT_EQ(labels_of(graph, {.iterations = 1}), (Labels{3, 0, 0, 0}));
  EXPECT_EQ(labels_of(graph, {.iterations = 6}), propagated(4, oracle::star(4), 6, list.ids.original));
}

TEST_P(LabelPropagation, IsThatOfTheDefinition) {
  for (const GraphCase& each : kStructureCases) {
    SCOPED_TRACE(each.generator);
    const Graph<NoValue> graph = build_case(each, true);
    oracle::Ends ends;
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
      for (const VertexId u : graph.incoming().neighbours(v))
        if (u <= v) ends.emplace_back(u, v);
    EXPECT_EQ(labels_of(graph, {.iterations = 4}), propagated(graph.vertex_count(), ends, 4));
  }
}

TEST_P(LabelPropagation, EndsWhenNoLabelChanges) {
  const auto graph = copied(oracle::graph_of(10, oracle::bridged_cliques(5)));
  const auto result = label_propagation(stream(), graph, {.iterations = 1000});
  EXPECT_TRUE(result.converged());
  EXPECT_LT(result.supersteps.size(), 10u);
  EXPECT_EQ(label_propagation(stream(), graph, {.iterations = 1}).end, RunEnd::kSuperstepLimit);
}

TEST_P(LabelPropagation, MakesOutgoingEdgesOfADirectedGraphThatHasNone) {
  const oracle::Ends ends{{3, 0}, {0, 3}, {1, 0}, {0, 2}, {2, 4}, {4, 4}};
  EXPECT_EQ(labels_of(oracle::graph_of(5, ends, Direction::kDirected), {.iterations = 3}), propagated(5, ends, 3));
}

TEST(VerifyLabelPropagation, FindsAWrongLabel) {
  const auto graph = oracle::graph_of(10, oracle::bridged_cliques(5));
  Labels labels{0, 0, 0, 0, 0, 5, 5, 5, 5, 5};
  EXPECT_FALSE(verify_label_propagation(graph, true, labels));
  labels[7] = 0;
  EXPECT_EQ(verify_label_propagation(graph, true, labels), "vertex 7 has the label 0, and should have 5");
  labels[7] = 77;
  EXPECT_EQ(verify_label_propagation(graph, true, labels), "vertex 7 has the label no vertex, and should have 5");
}

}  // namespace
}  // namespace warpgraph::test
