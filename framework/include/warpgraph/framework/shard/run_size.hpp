// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph::shards {

// What the memory of a run depends on, beside its options: the graph, and what one of its devices has of it.
struct RunSize {
  VertexId vertices = 0;  // of the whole graph, as are the edges, both ways
  EdgeId edges = 0;
  bool undirected = false;
  std::size_t value_bytes = 0;  // of an edge's value
  int devices = 1;
  VertexId own_vertices = 0;  // of the device; on one device all
  EdgeId own_edges = 0;
};

// The size of a run on one device. G: Graph or DeviceGraph.
template <template <class> class G, EdgeValueType EdgeValue>
[[nodiscard]] RunSize run_size(const G<EdgeValue>& graph) {
  const VertexId vertices = graph.vertex_count();
  const EdgeId edges = graph.edge_count();
  return {vertices, edges, graph.is_undirected(), graphs::kHasValue<EdgeValue> ? graphs::kValueSize<EdgeValue> : 0, 1,
          vertices, edges};
}
// One device's part of a run on several.
template <EdgeValueType EdgeValue>
[[nodiscard]] RunSize run_size(const ShardedGraph<EdgeValue>& graph, int device) {
  const Shard<EdgeValue>& shard = graph.shard(device);
  return {graph.vertex_count(),        graph.edge_count(),
          graph.is_undirected(),       graphs::kHasValue<EdgeValue> ? graphs::kValueSize<EdgeValue> : 0,
          graph.device_count(),        shard.own.size(),
          shard.incoming.column.size()};
}

}  // namespace warpgraph::shards
