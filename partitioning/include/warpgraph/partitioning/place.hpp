// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph {

struct DeviceRoom {
  std::string name;  // for messages
  std::size_t free;  // bytes
};

// As place_by_edges within the memory that each device has free: as many edges for all where that fits by shard_memory,
// else more for those that have more. Throws OutOfMemory, which names the first device whose shard does not fit even
// so. `column`: for Copies::kRead, which counts what each device reads; without it the upper bound is assumed.
template <EdgeValueType EdgeValue>
[[nodiscard]] Placement place_within(std::span<const EdgeId> row, std::span<const VertexId> column,
                                     std::span<const DeviceRoom> devices, double overlap = 0,
                                     const ShardOptions& options = {});

}  // namespace warpgraph
