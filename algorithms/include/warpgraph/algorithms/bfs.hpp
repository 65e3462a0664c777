// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct BfsOptions {
  VertexName source = 0;
  EngineOptions engine = {};
};

// Breadth-first search along the edges, direction-optimising (Beamer 2012): pushes while the frontier is small, and
// while it is large lets those not yet reached look for a neighbour in it. Without outgoing edges it always pulls.
// Throws InputError if there is no such source. Waits for the stream, or for the devices. About as many supersteps as
// there are levels. Memory beside the graph: engine_memory of programs::Levels or Parents (engine/memory.hpp).
// To find the source costs what find_vertex costs.

// How many edges away from the source each vertex is; kNoVertex if it cannot be reached.
template <EdgeValueType EdgeValue>
Result<std::uint32_t> bfs_levels(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const BfsOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<std::uint32_t> bfs_levels(const ShardedGraph<EdgeValue>& graph, const BfsOptions& options = {});

// From which neighbour each vertex was reached first, as vertices of the graph (by_name has their names); the source
// from itself, and kNoVertex if it cannot be reached. Deterministic runs take the lowest of several.
template <EdgeValueType EdgeValue>
Result<VertexId> bfs_parents(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const BfsOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<VertexId> bfs_parents(const ShardedGraph<EdgeValue>& graph, const BfsOptions& options = {});
// As ids of the whole graph, which may have 64 bits (KnownVertices); kNoGlobalId if a vertex cannot be reached.
// Allocates 8 bytes an own vertex more, and 8 for each number of the rank while it works.
template <EdgeValueType EdgeValue>
ShardedResult<GlobalId> global_bfs_parents(const ShardedGraph<EdgeValue>& graph, const BfsOptions& options = {});

// What a run of bfs_levels wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds bfs_levels_needs() {
  shards::SpreadNeeds needs = needs_of_program();
  needs.searches = true;
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
auto bfs_levels(StreamRef stream, const G& graph, const BfsOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return bfs_levels(stream, each, options); });
}
template <IsAnywhere G>
auto bfs_levels(const G& graph, const BfsOptions& options = {}) {
  return run_anywhere(graph, bfs_levels_needs(), [&](const auto&... on) { return bfs_levels(on..., options); });
}
template <IsOnDevice G>
auto bfs_parents(StreamRef stream, const G& graph, const BfsOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return bfs_parents(stream, each, options); });
}
template <IsAnywhere G>
auto bfs_parents(const G& graph, const BfsOptions& options = {}) {
  return run_anywhere(graph, needs_of_program(), [&](const auto&... on) { return bfs_parents(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// Certificate: the source alone has level 0, no edge leads down by more than a level, and every other vertex that has
// a level has an edge from the one above. Linear.
Problem verify_bfs_levels(const Topology& graph, VertexName source, std::span<const std::uint32_t> level,
                          ThreadPool* threads = nullptr);

// Certificate: edges from all parents, no cycles, and the levels that the tree implies are those of a breadth-first
// search. Any such tree is right. Linear.
Problem verify_bfs_parents(const Topology& graph, VertexName source, std::span<const VertexId> parent,
                           ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
