// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

// A graph on a device, and one on several.
namespace prelude_own_methods {
using namespace warpgraph;

extern StreamRef stream;
extern const AdjacencyView<NoValue>& edges;
extern VertexId vertices;
extern View<VertexId> parent;
extern std::uint32_t k;
extern EngineOptions options;
extern RunReport report;

extern const ShardedGraph<float>& sharded;
extern const std::vector<View<float>>& values;
void queue_step(const peers::PeerGraph::Part& part);
bool has_converged();
}  // namespace prelude_own_methods
