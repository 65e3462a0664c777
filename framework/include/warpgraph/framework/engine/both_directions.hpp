// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph::shards {

// A directed graph as an undirected one on the same devices: each edge is in the rows of both of its ends, so that two
// edges that are opposite each other are there twice; a loop stays one. Every rank keeps its vertices. What programs
// that read both directions (kBothDirections) run on, which make it for each run.
//
// The edges go to the hosts and back. Memory: on the hosts about four times the edges of the process, and on the
// devices twice the shards beside these. Collective. Waits for the devices. Throws UsageError where ids have 64 bits or
// the ranks are a grid, and OutOfMemory.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedGraph<EdgeValue> with_both_directions(const ShardedGraph<EdgeValue>& graph);

}  // namespace warpgraph::shards
