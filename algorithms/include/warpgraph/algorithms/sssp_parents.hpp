// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::algorithms {

// From which neighbour a shortest path comes to each vertex, as vertices of the graph; the source from itself, and
// kNoVertex if the vertex cannot be reached. `distance`: what sssp has left on this graph, only read. The lowest of the
// neighbours that are nearer to the source; behind edges of length 0, the lowest of those that were found a round
// earlier. Waits for the stream. Looks at all edges once, and once more for each edge of length 0 that a path has in
// succession. Memory beside the graph: 8 bytes a vertex, and Pull::memory. Throws InputError if there is no such
// source.
template <EdgeValueType EdgeValue>
[[nodiscard]] Buffer<VertexId> sssp_parents(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                            Buffer<Distance<EdgeValue>>& distance, VertexName source);

// ---- Whether results are right (verify.hpp says how)

// The tree of the parents leads from the source to each vertex that has one, along edges of the graph, and the lengths
// of its ways are right distances. Linear.
template <EdgeValueType EdgeValue>
Problem verify_sssp_parents(const Graph<EdgeValue>& graph, VertexName source, std::span<const VertexId> parent,
                            ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
