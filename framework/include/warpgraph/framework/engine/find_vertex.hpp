// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph {

// The vertex that the user calls `name`. Where ids have 64 bits ranks get their numbers of the
// vertex: kNoVertex on those that do not know it. Throws InputError if there is none on any rank, and on all ranks
// DifferentCalls (ranks.hpp) if they have not the same name. O(vertices) on the host, unless vertices are called by
// their numbers; O(own vertices) where ids have 64 bits. Collective on several ranks.
template <EdgeValueType EdgeValue>
[[nodiscard]] VertexId find_vertex(const ShardedGraph<EdgeValue>& graph, VertexName name);

}  // namespace warpgraph
