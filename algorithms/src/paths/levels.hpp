// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>

namespace warpgraph::algorithms {

// bfs_levels from a vertex of the device's, on arrays that are no DeviceGraph's; `facts`: of these.
[[nodiscard]] Result<std::uint32_t> levels_from(StreamRef stream, const GraphView<NoValue>& graph,
                                                const GraphFacts& facts, VertexId source, const EngineOptions& options);
// What that takes (engine_memory).
[[nodiscard]] MemoryPlan levels_memory(StreamRef stream, VertexId vertices, EdgeId edges);

}  // namespace warpgraph::algorithms
