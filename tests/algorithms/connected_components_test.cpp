// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/connected_components.hpp>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/components.hpp"
#include "components/plant_trees.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)
using namespace components;  // NOLINT(google-build-using-namespace): its parts

const std::vector<GraphCase> kCases = {
    {"rmat", {{"scale", "10"}, {"edge-factor", "2"}}},
    {"kron", {{"scale", "9"}}},
    {"erdos-renyi", {{"vertices", "3000"}, {"edges", "2000"}}},
    {"road", {{"width", "20"}, {"height", "30"}}},
    {"rgg", {{"vertices", "2000"}, {"radius", "0.02"}}},
    {"path", {{"vertices", "3000"}}},
    {"cycle", {{"vertices", "1000"}}},
    {"star", {{"vertices", "3000"}}},
    {"cliques", {{"cliques", "40"}, {"size", "12"}}},
    {"empty-rows", {{"vertices", "3000"}, {"stride", "17"}}},
    {"heavy-vertex", {{"vertices", "3000"}}},
    {"grid2d", {{"width", "37"}, {"height", "23"}}},
};

class ConnectedComponents : public MachineTest {
 protected:
  std::vector<VertexId> components_of(const Graph<NoValue>& graph) {
    const DeviceGraph<NoValue> on_device = upload(stream(), graph);
    return to_host(stream(), connected_components(stream(), on_device).values);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ConnectedComponents);

TEST_P(ConnectedComponents, AreThoseOfTheOracle) {
  ThreadPool threads(1);
  for (const GraphCase& each : kCases) {
    for (const bool permute : {false, true}) {
      generators::GeneratorArguments arguments = each.arguments;
      arguments["permute"] = permute ? "true" : "false";
      const EdgeList edges = generators::generate(generators::parse_generator(each.generator, arguments), threads);
      const BuildOptions as_it_is;
      const BuildOptions both_ways{.outgoing = true};
      const BuildOptions undirected{.symmetrise = true};
      const auto all = permute ? std::vector{undirected} : std::vector{as_it_is, both_ways, undirected};
      for (const BuildOptions& options : all) {
        SCOPED_TRACE(each.generator + (permute ? ", permuted" : "") +
                     (options.outgoing ? ", with outgoing edges" : "") + (options.symmetrise ? ", symmetrised" : ""));
        const auto graph = build_graph<NoValue>(threads, EdgeList(edges), options);
        EXPECT_EQ(components_of(graph), oracle::components(graph));
      }
    }
  }
}

// A lattice in rows of `width`, in which about three of five roads are there.
EdgeList lattice(VertexId vertices, VertexId width) {
  EdgeList list;
  list.vertex_count = vertices;
  list.direction = Direction::kUndirectedOnce;
  std::mt19937 random(width);
  for (VertexId v = 0; v < vertices; ++v) {
    for (const VertexId distance : {VertexId{1}, width}) {
      if (v < distance || random() % 5 > 2) continue;
      list.source.push_back(v - distance);
      list.target.push_back(v);
    }
  }
  return list;
}

TEST_P(ConnectedComponents, AreThoseOfTheOracleWhereNeighboursLieNearToEachOther) {
  // Paths of parents that leave their chunks never, seldom, or as soon as they can.
  constexpr VertexId kVertices = 3 * PlantChunks::kVertices + 5;
  ThreadPool threads(1);
  std::vector<EdgeList> lists;
  for (const VertexId width : {2u, 100u, 381u}) lists.push_back(lattice(kVertices, width));
  for (const char* const name : {"path", "cycle"})
    lists.push_back(
        generators::generate(generators::parse_generator(name, {{"vertices", std::to_string(kVertices)}}), threads));
  lists.push_back(
      generators::generate(generators::parse_generator("road", {{"width", "100"}, {"height", "200"}}), threads));
  for (EdgeList& list : lists) {
    const auto graph = build_graph<NoValue>(threads, std::move(list));
    EXPECT_EQ(components_of(graph), oracle::components(graph));
  }
}

TEST_P(ConnectedComponents, AreThoseOfLabelPropagation) {
  ThreadPool threads(1);
  const auto graph = build_graph<NoValue>(
      threads, generators::generate(
                   generators::parse_generator("erdos-renyi", {{"vertices", "2000"}, {"edges", "1500"}}), threads));
  const DeviceGraph<NoValue> on_device = upload(stream(), graph);
  EXPECT_EQ(to_host(stream(), connected_components(stream(), on_device).values),
            to_host(stream(), component_labels(stream(), on_device).values));
}

TEST_P(ConnectedComponents, TakeGraphsWithoutVerticesOrEdges) {
  ThreadPool threads(1);
  EXPECT_TRUE(components_of(Graph<NoValue>()).empty());
  EdgeList list;
  list.vertex_count = 3;
  EXPECT_EQ(components_of(build_graph<NoValue>(threads, std::move(list))), (std::vector<VertexId>{0, 1, 2}));
}

}  // namespace
}  // namespace warpgraph::test
