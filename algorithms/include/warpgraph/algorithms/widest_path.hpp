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

struct WidestPathOptions {
  VertexName source = 0;
  EngineOptions engine = {};
};

template <EdgeValueType EdgeValue>
using Width = std::conditional_t<graphs::kHasValue<EdgeValue>, EdgeValue, std::int32_t>;

// The width of the source itself: no edge narrows it.
template <class T>
inline constexpr T kUnlimited = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                                     : std::numeric_limits<T>::max();
// The width of vertices that cannot be reached.
template <class T>
inline constexpr T kNoWidth = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                                   : std::numeric_limits<T>::lowest();

// The widest path from the source to each vertex: a path is as wide as its narrowest edge. Edges without a value have
// width 1. Throws InputError if there is no such source. Waits for the stream, or for the devices. Memory beside the
// graph: engine_memory of programs::Widths (engine/memory.hpp).
template <EdgeValueType EdgeValue>
Result<Width<EdgeValue>> widest_path(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                     const WidestPathOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<Width<EdgeValue>> widest_path(const ShardedGraph<EdgeValue>& graph,
                                            const WidestPathOptions& options = {});

// Graphs of any type, with a variant of the results of all types; and a GraphOn, where it is and back to host memory
// (HostResult): on one device, several or ranks. Costs what the calls above and GraphOn::with cost, and throws what
// they throw.
template <IsOnDevice G>
auto widest_path(StreamRef stream, const G& graph, const WidestPathOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return widest_path(stream, each, options); });
}
template <IsAnywhere G>
auto widest_path(const G& graph, const WidestPathOptions& options = {}) {
  return run_anywhere(graph, needs_of_program(), [&](const auto&... on) { return widest_path(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// Certificate: that of verify_sssp (sssp.hpp); widths are never rounded. Linear.
template <EdgeValueType EdgeValue>
Problem verify_widest_path(const Graph<EdgeValue>& graph, VertexName source, std::span<const Width<EdgeValue>> width,
                           ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
