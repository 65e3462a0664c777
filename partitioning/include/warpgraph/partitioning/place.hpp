// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::partitioning {

struct DeviceRoom {
  std::string name;  // for messages
  std::size_t free;  // bytes
};

// As shards::place_by_edges within the memory that each device has free: as many edges for all where that fits by
// shards::shard_memory, else more for those that have more. Throws OutOfMemory, which names the first device whose
// shard does not fit even so. `column`: for Copies::kRead, which counts what each device reads; without it the upper
// bound is assumed. With it all edges are read once or twice; else O(devices log vertices).
template <EdgeValueType EdgeValue>
[[nodiscard]] Placement place_within(std::span<const EdgeId> row, std::span<const VertexId> column,
                                     std::span<const DeviceRoom> devices, double overlap = 0,
                                     const ShardOptions& options = {});

// The vertices of a graph in the order of the parts of a partition.
struct PartOrder {
  std::vector<VertexId> permutation;  // the new number of each vertex, for Relabel::kGiven
  std::vector<VertexId> first;        // new number at which each part begins, and the number of vertices
};

// One part for each device, of about as many edges, with few edges between them; vertices keep their order within a
// part. A directed graph is taken as if its edges ran both ways. Partitions on the device of `stream`, waits for it,
// and throws what partition() throws. Host memory: 8 bytes a vertex, and for a directed graph its edges in both
// directions, without values (build_graph).
template <EdgeValueType EdgeValue>
[[nodiscard]] PartOrder order_by_parts(StreamRef stream, const Graph<EdgeValue>& graph, int devices);

// Places the graph in that order: device i owns part i, with borders at the nearest sections. Throws OutOfMemory as
// place_within does. Costs what that costs.
template <EdgeValueType EdgeValue>
[[nodiscard]] Placement place_parts(std::span<const EdgeId> row, std::span<const VertexId> column,
                                    std::span<const DeviceRoom> devices, std::span<const VertexId> first,
                                    const ShardOptions& options = {});

}  // namespace warpgraph::partitioning
