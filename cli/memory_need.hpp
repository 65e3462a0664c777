// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph::cli {

// What the graph itself takes, at most, on the device that gets most of it.
struct MemoryNeed {
  int devices;
  std::size_t bytes;
};

// For `warpgraph run`: incoming edges and, of a directed graph, outgoing ones (graph_memory). Several devices have
// equal parts of the edges, and need some room to turn them round (shard_memory). What algorithms take comes on top.
std::vector<MemoryNeed> memory_needs(const AnyGraph& graph, const std::vector<int>& device_counts);

}  // namespace warpgraph::cli
