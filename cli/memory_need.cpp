// SPDX-License-Identifier: Apache-2.0
#include "memory_need.hpp"

#include <algorithm>

#include <warpgraph/partitioning/edge_balanced_ranges.hpp>

namespace warpgraph::cli {

namespace {

std::size_t shard_bytes(std::size_t vertices, std::size_t edges, std::size_t value_size) {
  const std::size_t offset_size = edges >> 32 == 0 ? 4 : 8;
  return (vertices + 1) * offset_size + edges * (sizeof(VertexId) + value_size);
}

template <class Value>
std::vector<MemoryNeed> needs(const Graph<Value>& graph, const std::vector<int>& device_counts) {
  std::vector<MemoryNeed> result;
  const std::span<const EdgeId> row = graph.incoming().row;
  for (const int devices : device_counts) {
    MemoryNeed need{devices, 0};
    for (const VertexRange& range : edge_balanced_ranges(row, devices))
      need.bytes =
          std::max(need.bytes, shard_bytes(range.size(), row[range.last] - row[range.first], kValueSize<Value>));
    result.push_back(need);
  }
  return result;
}

}  // namespace

std::vector<MemoryNeed> memory_needs(const AnyGraph& graph, const std::vector<int>& device_counts) {
  return std::visit([&](const auto& typed) { return needs(typed, device_counts); }, graph);
}

}  // namespace warpgraph::cli
