// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <variant>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct SsspOptions {
  VertexName source = 0;
  EngineOptions engine = {};
};

// What distances of edges of this type are counted in: unsigned where lengths are integers.
template <EdgeValueType EdgeValue>
using Distance =
    std::conditional_t<std::is_floating_point_v<EdgeValue>, EdgeValue,
                       std::conditional_t<std::is_same_v<EdgeValue, std::int64_t>, std::uint64_t, std::uint32_t>>;

// The distance of vertices that cannot be reached: infinity, or the largest number there is.
template <class T>
inline constexpr T kUnreachable = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                                       : std::numeric_limits<T>::max();

// Shortest paths from one source, nearest vertices first: vertices that are nearer than a limit push, those beyond it
// wait until the limit moves (delta-stepping: Meyer and Sanders 2003; near and far: Davidson, Baxter, Garland and Owens
// 2014). Wins where short detours would be found late, as on roads. On skewed graphs large frontiers are pulled
// instead, and so is every superstep of a directed graph without outgoing edges, in any order (Bellman and Ford). Edges
// without a value have length 1.
// Throws InputError if there is no such source, if a length is negative, infinite or no number, and if a vertex can be
// reached whose distance its type does not hold: one of 2^32 - 1 or more where lengths are int32, of 2^63 or more where
// they are int64, beyond the greatest finite number where they are floats. Waits for the stream, or for the devices.
// Memory beside the graph: engine_memory of programs::Distances (engine/memory.hpp). The first run on a graph reads all
// lengths once. Where they are so large that a distance may not fit, all distances are looked at as well, and if a
// length or a distance is large, the edges and distances are copied to the host.
template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> sssp(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                 const SsspOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<Distance<EdgeValue>> sssp(const ShardedGraph<EdgeValue>& graph, const SsspOptions& options = {});

// Graphs of any type, with a variant of the results of all types; and a GraphOn, where it is and back to host memory
// (HostResult): on one device, several or ranks. Costs what the calls above and GraphOn::with cost, and throws what
// they throw.
template <IsOnDevice G>
auto sssp(StreamRef stream, const G& graph, const SsspOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return sssp(stream, each, options); });
}
template <IsAnywhere G>
auto sssp(const G& graph, const SsspOptions& options = {}) {
  return run_anywhere(graph, needs_of_program(), [&](const auto&... on) { return sssp(on..., options); });
}

// What a graph of any type on a device has.
using AnyDistances = std::variant<Result<std::uint32_t>, Result<std::uint64_t>, Result<float>, Result<double>>;

// ---- Whether results are right (verify.hpp says how)

// Certificate: no edge makes a way shorter, and the edges that explain their target's distance reach every vertex that
// has one from the source. (That each has one such edge is not enough: the vertices of a cycle of length 0 explain each
// other.) Linear.
//
// Rounding keeps the order of sums, so distances of floats are the least ones to the last bit, whatever order they were
// found in. Those that were added up otherwise may be off by `rounding` of a distance at every edge of its path.
template <EdgeValueType EdgeValue>
Problem verify_sssp(const Graph<EdgeValue>& graph, VertexName source, std::span<const Distance<EdgeValue>> distance,
                    double rounding = 0, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
