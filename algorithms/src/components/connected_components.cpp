// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/connected_components.hpp>

#include <cstdint>
#include <utility>

#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/runtime/error.hpp>

#include "common/refuse_engine_options.hpp"
#include "common/value_types.hpp"
#include "rank_components.hpp"
#include "spread_forest.hpp"
#include "uniting.hpp"

namespace warpgraph::algorithms {
namespace {

using namespace components;  // NOLINT(google-build-using-namespace): its parts

void unite_on_all(const peers::PeerGraph& peers, bool undirected, const EngineOptions& engine,
                  ShardedResult<VertexId>& result) {
  peers::PeerArrays arrays(peers);
  peers::StepRun run(peers, arrays, engine, result);
  SpreadForest forest(peers, arrays, undirected);
  const peers::WaitForPeers wait(peers);
  run.begin_whole();
  forest.unite();
  run.mark_computed();
  result.values = forest.label();
  run.end_whole();
  for (const peers::PeerGraph::Part& each : peers.parts)
    result.first.push_back(result.first.empty() ? 0 : each.own.first);
}

void check(const ConnectedComponentsOptions& options) {
  refuse_plan(options.engine, "connected_components");
  refuse_supersteps(options.engine, "connected_components", "union-find has no supersteps");
}

}  // namespace

MemoryPlan connected_components_memory(const shards::RunSize& size) {
  MemoryPlan plan;
  if (size.devices > 1) {
    plan = SpreadForest::memory(size);
  } else {
    plan.add_array<VertexId>("components", size.vertices);
    const bool may_plant_chunks = has_short_rows(size.edges, size.vertices);
    if (may_plant_chunks) plan.add_array<VertexId>("components leaving chunks", size.vertices);
  }
  plan.add_array<VertexId>("components largest", 1);
  return plan;
}

Result<VertexId> connected_components(StreamRef stream, const AdjacencyView<NoValue>& incoming,
                                      const AdjacencyView<NoValue>& outgoing, const ConnectedComponentsOptions& options,
                                      const GraphFacts* facts) {
  check(options);
  Result<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  const auto vertices = static_cast<VertexId>(incoming.row.size() - 1);
  if (vertices == 0) return result;
  const EdgeId edges = incoming.column.size();
  stream.device().require(
      connected_components_memory({.vertices = vertices, .edges = edges, .own_vertices = vertices, .own_edges = edges}),
      "connected components");
  HeldEdges held{incoming, outgoing, {0, vertices}, vertices, outgoing.row.data() == incoming.row.data()};
  held.has_short_rows = has_short_rows(edges, vertices);
  held.has_locality = facts != nullptr ? facts->has_locality(stream, incoming.row, incoming.column)
                                       : rows::has_locality(stream, incoming.row, incoming.column);
  Uniting forest(stream, held);
  forest.plant();
  forest.unite_first();
  forest.unite_rest(forest.find_largest());
  forest.flatten();
  result.values = forest.take();
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> connected_components(const ShardedGraph<EdgeValue>& graph,
                                             const ConnectedComponentsOptions& options) {
  check(options);
  if (graph.layout().has_others()) return unite_on_ranks(graph, options.engine);
  peers::require_on_peers(graph, "connected components",
                          [](const shards::RunSize& size) { return connected_components_memory(size); });
  const peers::PeerGraph peers = peers::peer_graph(graph, options.engine.exchange);
  ShardedResult<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  result.own = peers.own();
  if (graph.vertex_count() != 0) unite_on_all(peers, graph.is_undirected(), options.engine, result);
  return result;
}

#define WARPGRAPH_INSTANTIATE(E) \
  template ShardedResult<VertexId> connected_components<E>(const ShardedGraph<E>&, const ConnectedComponentsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
