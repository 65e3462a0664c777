// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct StrongComponentsOptions {
  // On several devices: exchange.hub, and time_supersteps for the run as a whole. Undirected graphs: those of
  // connected_components.
  EngineOptions engine = {};
};

// Strongly connected components: two vertices are in one if a path leads from each to the other. In three parts.
// Vertices without edges into them or out of them, among those that are left, are components by themselves and go,
// again and again, and so do pairs that no other edge leads into or out of (McLendon 2005; Hong 2013). What a
// pivot with many edges reaches and is reached from is the largest component, most likely (Fleischer 2000). The rest
// goes by colours (Orzan 2004): every vertex takes the first colour, in a random order, of those that reach it; the
// vertices of one colour that reach its origin are a component, and colours are regions from then on. All parts push
// along slices of the frontier's edges, in one launch each; a path without branches is followed by one lane, many edges
// a round. Wins on graphs with one large component and much that goes at once; loses on cycles that are long: a search
// takes a barrier for each of its levels.
//
// The value of a vertex is the lowest vertex of its component in the graph's numbering. Undirected graphs:
// connected_components. Waits for the stream. Throws UsageError if a directed graph has no outgoing edges, or has 2^29
// vertices or 2^35 edges or more.
template <EdgeValueType EdgeValue>
[[nodiscard]] Result<VertexId> strongly_connected_components(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                             const StrongComponentsOptions& options = {});

// On several devices a search goes as far as each device's edges lead, in one launch. Then the devices tell each other
// which vertices at the borders it has changed: forwards the devices that read a vertex, backwards its owner. 4 bytes a
// vertex, 8 with its colour, or a bit or 4 bytes for every vertex of a device where that is less. An exchange costs a
// wait of the host. Pairs are left to the colours. The same labels. Wins where one device does not have the room; loses
// on cycles that cross borders often: a search takes an exchange for each crossing. The graph must have been spread
// with outgoing edges (UsageError).
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedResult<VertexId> strongly_connected_components(const ShardedGraph<EdgeValue>& graph,
                                                                    const StrongComponentsOptions& options = {});

// What a run takes of a device's memory beside the graph, at most. A run that does not fit throws OutOfMemory before it
// starts.
[[nodiscard]] MemoryPlan strongly_connected_components_memory(const shards::RunSize& size);

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds strongly_connected_components_needs() {
  shards::SpreadNeeds needs;
  needs.reads = 1.0 / 32;  // for each exchange, and exchanges are many
  needs.memory = [](StreamRef, const shards::RunSize& size) { return strongly_connected_components_memory(size); };
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device or several; on
// ranks undirected graphs only (UsageError). Costs what the calls above and GraphOn::with cost, and throws what they
// throw.
template <IsOnDevice G>
[[nodiscard]] auto strongly_connected_components(StreamRef stream, const G& graph,
                                                 const StrongComponentsOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return strongly_connected_components(stream, each, options); });
}
template <IsAnywhere G>
[[nodiscard]] auto strongly_connected_components(const G& graph, const StrongComponentsOptions& options = {}) {
  return run_anywhere(graph, strongly_connected_components_needs(),
                      [&](const auto&... on) { return strongly_connected_components(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// Every vertex has the least vertex of its strongly connected component as its label, or the one with the lowest name
// (lowest_named in components.hpp). By Tarjan's algorithm, on the caller's thread. Linear.
Problem verify_strongly_connected_components(const Topology& graph, std::span<const VertexId> label);
Problem verify_named_strongly_connected_components(const Topology& graph, std::span<const VertexId> label);

}  // namespace warpgraph::algorithms
