// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/runtime/memory.hpp>

// Parts of sssp, for graphs whose vertices have their names elsewhere.
namespace warpgraph::algorithms {

// What the user calls a vertex of the device's graph.
using NameOf = std::function<VertexName(VertexId)>;

// Throws InputError for the first edge whose length is none: negative, infinite or no number. `lengths`: of all these
// edges. name_of_target(row) and name_of_source(column): what the user calls its ends; the latter may be empty.
template <EdgeValueType EdgeValue>
void expect_lengths(StreamRef stream, const AdjacencyView<EdgeValue>& edges,
                    const rows::EdgeValueRange<EdgeValue>& lengths, const NameOf& name_of_target,
                    const NameOf& name_of_source);

// sssp from a vertex of the device's graph; errors have names from name_of.
template <EdgeValueType EdgeValue>
[[nodiscard]] Result<Distance<EdgeValue>> distances_from(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                         VertexId source, const EngineOptions& options,
                                                         const NameOf& name_of);
// What that takes (engine_memory).
template <EdgeValueType EdgeValue>
[[nodiscard]] MemoryPlan distances_memory(StreamRef stream, VertexId vertices, EdgeId edges);

// The error for a vertex that is farther than the type of distances holds.
template <EdgeValueType EdgeValue>
[[noreturn]] void throw_too_far(VertexName name);

}  // namespace warpgraph::algorithms
