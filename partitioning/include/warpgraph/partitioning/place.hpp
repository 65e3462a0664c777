// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph {

// As place_by_edges within `memory`, the bytes that each device has free: as many edges for all where that fits by
// shard_memory, else more for those that have more. Throws OutOfMemory if a shard does not fit even so. `column`: for
// Copies::kRead, which counts what each device reads; without it as much is reckoned with as there may be.
template <EdgeValueType EdgeValue>
[[nodiscard]] Placement place_within(std::span<const EdgeId> row, std::span<const VertexId> column,
                                     std::span<const std::size_t> memory, double overlap = 0,
                                     const ShardOptions& options = {});

}  // namespace warpgraph
