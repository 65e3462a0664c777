// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <variant>

#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

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

// Widths of a graph of any type, in the type that belongs to its edges.
using AnyWidths = std::variant<Result<std::int32_t>, Result<std::int64_t>, Result<float>, Result<double>>;
using AnyShardedWidths =
    std::variant<ShardedResult<std::int32_t>, ShardedResult<std::int64_t>, ShardedResult<float>, ShardedResult<double>>;
using AnyHostWidths =
    std::variant<HostResult<std::int32_t>, HostResult<std::int64_t>, HostResult<float>, HostResult<double>>;
AnyWidths widest_path(StreamRef stream, const AnyDeviceGraph& graph, const WidestPathOptions& options = {});
AnyShardedWidths widest_path(const AnyShardedGraph& graph, const WidestPathOptions& options = {});

// Where the graph is (GraphOn), and back to host memory: on one device, several or ranks. Costs what the calls above
// and GraphOn::with cost, and throws what they throw.
template <EdgeValueType EdgeValue>
HostResult<Width<EdgeValue>> widest_path(const GraphOn<EdgeValue>& graph, const WidestPathOptions& options = {}) {
  return run_on_devices(graph, {.copies_may_be_few = true, .searches = true},
                        [&](const auto&... on) { return widest_path(on..., options); });
}

AnyHostWidths widest_path(const AnyGraphOn& graph, const WidestPathOptions& options = {});

// ---- Whether results are right (verify.hpp says how)

// Certificate: that of verify_sssp (sssp.hpp); widths are never rounded. Linear.
template <EdgeValueType EdgeValue>
Problem verify_widest_path(const Graph<EdgeValue>& graph, VertexName source, std::span<const Width<EdgeValue>> width,
                           ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
