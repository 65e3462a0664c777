// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph {

// The vertex that the user calls `name`. Where ids have 64 bits, all ranks call it and get their numbers of the vertex:
// kNoVertex on those that do not know it. Throws InputError if there is none on any rank.
template <EdgeValueType EdgeValue>
[[nodiscard]] VertexId find_vertex(const ShardedGraph<EdgeValue>& graph, std::uint64_t name);

}  // namespace warpgraph
