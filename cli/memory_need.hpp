// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph::cli {

// What the graph itself takes on the device that gets most of it.
struct MemoryNeed {
  int devices;
  std::size_t bytes;
};

// Assumes that every device holds a contiguous range of the vertices with their incoming edges (ids of 4 bytes, the
// values, row offsets of 4 bytes or, from 2^32 edges on, 8), and that the ranges have about equally many edges. What
// programs add comes on top: values of the vertices, boundaries, frontiers, outgoing edges for pushing.
std::vector<MemoryNeed> memory_needs(const AnyGraph& graph, const std::vector<int>& device_counts);

}  // namespace warpgraph::cli
