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
using NameOf = std::function<std::uint64_t(VertexId)>;

// Throws InputError for lengths that are none.
template <EdgeValueType EdgeValue>
void expect_lengths(const rows::EdgeValueRange<EdgeValue>& lengths);

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
[[noreturn]] void throw_too_far(std::uint64_t name);

}  // namespace warpgraph::algorithms
