// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::algorithms {

struct ConnectedComponentsOptions {
  // On several devices: time_supersteps and exchange.hub. max_supersteps, after_superstep and a plan are refused
  // (UsageError).
  EngineOptions engine = {};
};

// Connected components by union-find: edges hook the root of one tree under the root of another, paths are halved on
// the way (Shiloach and Vishkin 1982). Most edges are never looked at (Afforest, Sutton 2018): after two edges of each
// vertex nearly all vertices are in one tree, and only the others' remaining edges can still join anything. A handful
// of passes on any graph, where component_labels (components.hpp) takes as many supersteps as the diameter has edges.
// Where vertices are numbered along roads, trees of first neighbours are deep: then each block follows the paths inside
// of a chunk of vertices in shared memory first, and only those that leave their chunk are shortened in memory.
//
// The value of a vertex is the lowest vertex of its component in the graph's numbering. Directed graphs: directions do
// not matter (weak components); with outgoing edges, edges can be left out there, too.
//
// `facts`: those of the graph, which keep what a first run finds out for later ones; null: each run looks for itself.
// Queues work and returns, but for what a first run finds out, for which it waits for the stream.
[[nodiscard]] Result<VertexId> connected_components(StreamRef stream, const AdjacencyView<NoValue>& incoming,
                                                    const AdjacencyView<NoValue>& outgoing,
                                                    const ConnectedComponentsOptions& options = {},
                                                    const GraphFacts* facts = nullptr);

template <EdgeValueType EdgeValue>
[[nodiscard]] Result<VertexId> connected_components(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                    const ConnectedComponentsOptions& options = {}) {
  const GraphView<NoValue> view = without_values(graph.view());
  return connected_components(stream, view.incoming, view.outgoing, options, graph.facts());
}

// On several devices the first one has the forest: the others tell it a parent of each of their vertices, 4 bytes, and
// the edges that count, 8 bytes each, and get their labels, 4 bytes each. The same lowest vertices. On several ranks
// devices have trees of the vertices that they own or read, and tell each other through the memory of the hosts: 4
// bytes for each vertex that they read, and 8 for each two roots that were joined, to all ranks. Waits for the devices.
// Throws what the hub throws.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedResult<VertexId> connected_components(const ShardedGraph<EdgeValue>& graph,
                                                           const ConnectedComponentsOptions& options = {});

// What a run takes of a device's memory beside the graph, at most. A run that does not fit throws OutOfMemory before it
// starts.
[[nodiscard]] MemoryPlan connected_components_memory(const shards::RunSize& size);

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds connected_components_needs() {
  shards::SpreadNeeds needs;
  needs.reads = 1.0 / 128;  // most edges are never looked at
  needs.memory = [](StreamRef, const shards::RunSize& size) { return connected_components_memory(size); };
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
[[nodiscard]] auto connected_components(StreamRef stream, const G& graph,
                                        const ConnectedComponentsOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return connected_components(stream, each, options); });
}
template <IsAnywhere G>
[[nodiscard]] auto connected_components(const G& graph, const ConnectedComponentsOptions& options = {}) {
  return run_anywhere(graph, connected_components_needs(),
                      [&](const auto&... on) { return connected_components(on..., options); });
}

}  // namespace warpgraph::algorithms
