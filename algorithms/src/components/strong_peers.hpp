// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>

namespace warpgraph::algorithms::components {

[[nodiscard]] MemoryPlan strong_peers_memory(const shards::RunSize& size);

// Puts the labels of a directed graph's strongly connected components, and the report, into `result`.
void find_strong_on_peers(const peers::PeerGraph& peers, const EngineOptions& engine, ShardedResult<VertexId>& result);

}  // namespace warpgraph::algorithms::components
