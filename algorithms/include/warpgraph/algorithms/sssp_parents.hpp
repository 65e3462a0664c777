// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::algorithms {

// From which neighbour a shortest path comes to each vertex, as vertices of the graph; the source from itself, and
// kNoVertex if the vertex cannot be reached. `distance`: what sssp has left on this graph, only read. The lowest of the
// neighbours that are nearer to the source; behind edges of length 0, the lowest of those that were found a round
// earlier. Waits for the stream. Looks at all edges twice, and once more for each edge of length 0 that a path has in
// succession. Memory beside the graph: engine_memory of a program that pulls. Throws InputError if there is no such
// source.
template <EdgeValueType EdgeValue>
[[nodiscard]] Buffer<VertexId> sssp_parents(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                            const Buffer<Distance<EdgeValue>>& distance, VertexName source);

// What sssp leaves, and the parents.
template <class T>
struct ShortestPaths : Result<T> {
  Result<VertexId> parent;
};
template <class T>
struct ShardedShortestPaths : ShardedResult<T> {
  ShardedResult<VertexId> parent;
};

// sssp and sssp_parents in one call; on several devices and on ranks, too, where borders stay (ExchangeOptions), and
// where each device takes the size of a distance more for each vertex of the graph unless it has copies of all. Throws
// what sssp throws, and UsageError where ids have 64 bits.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShortestPaths<Distance<EdgeValue>> shortest_paths(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                                const SsspOptions& options = {});
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedShortestPaths<Distance<EdgeValue>> shortest_paths(const ShardedGraph<EdgeValue>& graph,
                                                                       const SsspOptions& options = {});

// Both in host memory, in the order of the graph.
template <class T>
struct HostShortestPaths : HostResult<T> {
  std::vector<VertexId> parent;
};
template <class T, EdgeValueType EdgeValue>
HostShortestPaths<T> bring_back(ShortestPaths<T> paths, StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  std::vector<VertexId> parent = to_host(stream, paths.parent.values);
  return {bring_back(static_cast<Result<T>&&>(paths), stream, graph), std::move(parent)};
}
template <class T, EdgeValueType EdgeValue>
HostShortestPaths<T> bring_back(ShardedShortestPaths<T> paths, const ShardedGraph<EdgeValue>& graph) {
  std::vector<VertexId> parent = paths.parent.to_host(graph.streams());
  return {bring_back(static_cast<ShardedResult<T>&&>(paths), graph), std::move(parent)};
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostShortestPaths): on one device, several or
// ranks. Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
[[nodiscard]] auto shortest_paths(StreamRef stream, const G& graph, const SsspOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return shortest_paths(stream, each, options); });
}
template <IsAnywhere G>
[[nodiscard]] auto shortest_paths(const G& graph, const SsspOptions& options = {}) {
  return run_anywhere(graph, needs_of_program(), [&](const auto&... on) { return shortest_paths(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// The tree of the parents leads from the source to each vertex that has one, along edges of the graph, and the lengths
// of its ways are right distances. Linear.
template <EdgeValueType EdgeValue>
Problem verify_sssp_parents(const Graph<EdgeValue>& graph, VertexName source, std::span<const VertexId> parent,
                            ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
