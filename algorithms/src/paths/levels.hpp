// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>

namespace warpgraph {

// bfs_levels of a graph that somebody else owns, from a vertex of the device's.
[[nodiscard]] Result<std::uint32_t> levels_from(StreamRef stream, const GraphView<NoValue>& graph, VertexId source,
                                                const EngineOptions& options);
// What that takes (engine_memory).
[[nodiscard]] MemoryPlan levels_memory(StreamRef stream, VertexId vertices, EdgeId edges);

}  // namespace warpgraph
