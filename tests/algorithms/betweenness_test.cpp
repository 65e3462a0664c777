// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/betweenness.hpp>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/row_pieces.hpp>
#include "algorithms/copying_test.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/betweenness.hpp"
#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Values = std::vector<double>;

void expect_near(const Values& found, const Values& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v)
    ASSERT_NEAR(found[v], expected[v], 1e-9 * std::max(1.0, expected[v])) << "at vertex " << v;
}

// In a graph whose vertices are called by their numbers.
std::vector<VertexName> names_of(const std::vector<VertexId>& vertices) {
  std::vector<VertexName> names;
  for (const VertexId v : vertices) names.push_back(IdMap().name_of(v));
  return names;
}

class Betweenness : public CopyingTest {
 protected:
  template <EdgeValueType EdgeValue>
  Values values_of(const Graph<EdgeValue>& graph, const BetweennessOptions& options = {}) {
    const DeviceGraph<EdgeValue> on_device = copied(graph);
    return betweenness(stream(), on_device, options).to_host(stream());
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Betweenness);

TEST_P(Betweenness, IsThatOfTheOracle) {
  for (const GraphCase& each : kStructureCases) {
    for (const bool symmetrise : {false, true}) {
      SCOPED_TRACE(each.generator + (symmetrise ? ", symmetrised" : ""));
      const Graph<NoValue> graph = build_case(each, symmetrise);
      const std::vector<VertexId> sources = {0, 1, graph.vertex_count() / 2, graph.vertex_count() - 1};
      const BetweennessOptions options{.sources = names_of(sources)};
      expect_near(values_of(graph, options), oracle::betweenness(graph, sources));
    }
  }
}

TEST_P(Betweenness, IsThatOfTheOracleWithSeveralSearchesAtOnce) {
  for (const bool symmetrise : {false, true}) {
    const Graph<NoValue> graph = build_case({"rmat", {{"scale", "7"}}}, symmetrise);
    BetweennessOptions options{.samples = 7};
    const Values alone = values_of(graph, {.samples = 7, .searches_at_once = 1});
    for (const unsigned searches : {2u, 3u, 100u}) {
      options.searches_at_once = searches;
      const Values found = values_of(graph, options);
      expect_near(found, alone);
      EXPECT_EQ(values_of(graph, options), found);
    }
  }
}

TEST_P(Betweenness, SeveralSearchesTellOneAtATimeAndStop) {
  const Graph<NoValue> graph = build_case({"road", {{"width", "9"}, {"height", "9"}}}, true);
  const DeviceGraph<NoValue> on_device = copied(graph);
  int inside = 0;
  int told = 0;
  BetweennessOptions options{.samples = 8, .searches_at_once = 4};
  options.engine.after_superstep = [&](const SuperstepStatistics&) {
    EXPECT_EQ(inside++, 0);
    ++told;
    --inside;
    return told < 20;
  };
  EXPECT_EQ(betweenness(stream(), on_device, options).end, RunEnd::kStopped);
  EXPECT_EQ(told, 20) << "told after it said stop";

  told = 0;
  options.engine.after_superstep = [&](const SuperstepStatistics&) -> bool {
    if (++told == 20) throw InputError("enough");
    return true;
  };
  EXPECT_THROW((void)betweenness(stream(), on_device, options), InputError);
  EXPECT_EQ(told, 20) << "told after it threw";
}

// One that needs wide numbers, and one that does not.
TEST_P(Betweenness, SearchesAtOnceCountInNumbersOfTheirOwn) {
  constexpr VertexId kVertices = 1030;
  oracle::Ends ends;
  for (VertexId v = 0; v + 1 < kVertices; ++v) ends.insert(ends.end(), 2, {v, v + 1});
  const Graph<NoValue> graph = oracle::graph_of(kVertices, ends);
  expect_near(values_of(graph, {.sources = names_of({0, kVertices / 2}), .searches_at_once = 2}),
              oracle::betweenness(graph, {0, kVertices / 2}));
}

TEST_P(Betweenness, IsFromAllVerticesUnlessToldOtherwise) {
  const Graph<NoValue> graph = build_case({"road", {{"width", "4"}, {"height", "4"}}}, true);
  expect_near(values_of(graph), oracle::betweenness(graph));
}

TEST_P(Betweenness, IsNormalisedAsNetworkXDoes) {
  // A star of 5: the vertex in the middle lies between all 4 * 3 pairs of others.
  const Graph<NoValue> star = oracle::graph_of(5, oracle::star(5));
  EXPECT_EQ(values_of(star), (Values{12, 0, 0, 0, 0}));
  EXPECT_EQ(values_of(star, {.normalised = true}), (Values{1, 0, 0, 0, 0}));
  // From 2 of 5 vertices: times 5 / 2. One leaf sees 3 others through the middle.
  EXPECT_EQ(values_of(star, {.sources = {0, 1}, .normalised = true})[0], 3. / 12 * 5 / 2);
  EXPECT_EQ(values_of(oracle::graph_of(2, {{0, 1}}), {.normalised = true}), (Values{0, 0}));
}

TEST_P(Betweenness, DrawsEachSampleOnce) {
  const Graph<NoValue> graph = build_case({"small-world", {{"vertices", "40"}, {"degree", "4"}}}, true);
  expect_near(values_of(graph, {.samples = 40, .seed = 7}), oracle::betweenness(graph));
  EXPECT_EQ(values_of(graph, {.samples = 5, .seed = 7}), values_of(graph, {.samples = 5, .seed = 7}));
  EXPECT_NE(values_of(graph, {.samples = 5, .seed = 7}), values_of(graph, {.samples = 5, .seed = 8}));
}

TEST_P(Betweenness, CallsSourcesAsTheUserDoes) {
  ThreadPool threads(1);
  EdgeList list = oracle::list_of(3, {{0, 1}, {1, 2}}, Direction::kUndirectedOnce);
  list.ids.original = {10, 20, 30};
  const auto graph = build_graph<NoValue>(threads, std::move(list), {.relabel = Relabel::kDegree});
  EXPECT_EQ(results::in_user_order(values_of(graph, {.sources = {10}}), graph.ids()), (Values{0, 1, 0}));
  EXPECT_THROW((void)values_of(graph, {.sources = {1}}), InputError);
}

TEST_P(Betweenness, CountsMorePathsThanFloatsHold) {
  // Diamonds in a row, 200 of them, double the number of paths each.
  constexpr VertexId kDiamonds = 200;
  oracle::Ends ends;
  for (VertexId v = 0; v < 3 * kDiamonds; v += 3)
    ends.insert(ends.end(), {{v, v + 1}, {v, v + 2}, {v + 1, v + 3}, {v + 2, v + 3}});
  const Graph<NoValue> graph = oracle::graph_of(3 * kDiamonds + 1, ends);
  expect_near(values_of(graph, {.sources = {0, 300}}), oracle::betweenness(graph, {0, 300}));
}

// A path whose every edge is repeated so many times, and what lies on those from its first vertex.
Graph<NoValue> thick_path(VertexId vertices, std::size_t repetitions) {
  oracle::Ends ends;
  for (VertexId v = 0; v + 1 < vertices; ++v) ends.insert(ends.end(), repetitions, {v, v + 1});
  return oracle::graph_of(vertices, ends);
}
Values along_path(VertexId vertices) {
  Values values(vertices);
  for (VertexId v = 1; v < vertices; ++v) values[v] = vertices - 1 - v;
  return values;
}

TEST_P(Betweenness, CountsMorePathsThanDoublesHold) {
  constexpr VertexId kVertices = 1030;  // 2^1029 paths from end to end
  EXPECT_EQ(values_of(thick_path(kVertices, 2), {.sources = {0}}), along_path(kVertices));
}

TEST_P(Betweenness, CountsPathsOfVeryDifferentNumbers) {
  // Two rows of 0, 1, 2, ... with rungs between them that skip one place ahead; edges are up to 8 times as many.
  constexpr VertexId kPlaces = 500;
  oracle::Ends ends;
  for (VertexId v = 0; v + 2 < 2 * kPlaces; v += 2) {
    ends.insert(ends.end(), 8, {v, v + 2});
    ends.insert(ends.end(), 1 + v % 3, {v + 1, v + 3});
    if (v % 14 == 0) ends.insert(ends.end(), {{v, v + 3}, {v + 1, v + 2}});
  }
  const Graph<NoValue> graph = oracle::graph_of(2 * kPlaces, ends);
  const std::vector<VertexId> sources = {0, kPlaces, 1, 2 * kPlaces - 1, 100};  // doubles suffice for the second
  expect_near(values_of(graph, {.sources = names_of(sources)}), oracle::betweenness(graph, sources));
}

TEST_P(Betweenness, CountsMorePathsThanDoublesHoldAlongLongRows) {
  constexpr VertexId kVertices = 131;  // more than 256^130 paths, along rows that are cut into pieces
  expect_near(values_of(thick_path(kVertices, rows::kPieceEdges + 44), {.sources = {0}}), along_path(kVertices));
}

TEST_P(Betweenness, TakesGraphsWithoutVerticesOrEdges) {
  EXPECT_TRUE(values_of(Graph<NoValue>()).empty());
  EXPECT_EQ(values_of(oracle::graph_of(3, {})), (Values{0, 0, 0}));
}

TEST_P(Betweenness, RefusesWhatItCannotDo) {
  const Graph<NoValue> one_way = oracle::graph_of(2, {{0, 1}}, Direction::kDirected);
  EXPECT_THROW((void)values_of(one_way), UsageError);
  const Graph<NoValue> edge = oracle::graph_of(2, {{0, 1}});
  EXPECT_THROW((void)values_of(edge, {.samples = 3}), UsageError);
  EXPECT_THROW((void)values_of(edge, {.sources = {0}, .samples = 1}), UsageError);
  EXPECT_THROW((void)values_of(edge, {.sources = {1, 0, 1}}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
