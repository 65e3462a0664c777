// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct ComponentLabelsOptions {
  EngineOptions engine = {};
};

// Connected components of an undirected graph by label propagation: every vertex takes the lowest id that it hears of.
// The value of a vertex is the lowest vertex of its component in the graph's numbering. Wins on graphs of small
// diameter; loses to hooking and pointer jumping by as many supersteps as the diameter has edges. Throws UsageError if
// the graph is directed: labels would follow the edges one way. Waits for the stream, or for the devices. Memory beside
// the graph: engine_memory of programs::Labels (engine/memory.hpp).
template <EdgeValueType EdgeValue>
Result<VertexId> component_labels(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                  const ComponentLabelsOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<VertexId> component_labels(const ShardedGraph<EdgeValue>& graph,
                                         const ComponentLabelsOptions& options = {});
// The lowest id in the whole graph, which may have 64 bits (KnownVertices).
template <EdgeValueType EdgeValue>
ShardedResult<GlobalId> global_component_labels(const ShardedGraph<EdgeValue>& graph,
                                                const ComponentLabelsOptions& options = {});

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
auto component_labels(StreamRef stream, const G& graph, const ComponentLabelsOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return component_labels(stream, each, options); });
}
template <IsAnywhere G>
auto component_labels(const G& graph, const ComponentLabelsOptions& options = {}) {
  return run_anywhere(graph, needs_of_program(), [&](const auto&... on) { return component_labels(on..., options); });
}

// Labels of components, in the order of the graph, with the vertex that has the lowest of the user's ids as the label
// of each component. The labels that the command line and C give are what the user calls these. O(vertices) on the
// host; 4 bytes a vertex where names do not ascend.
[[nodiscard]] std::vector<VertexId> lowest_named(std::vector<VertexId> label, const IdMap& ids);

// ---- Whether results are right (verify.hpp says how)

// Every vertex has the least vertex of its component as its label, or the one with the lowest name (lowest_named). By
// union-find; almost linear.
Problem verify_components(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads = nullptr);
Problem verify_named_components(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
