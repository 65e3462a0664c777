// SPDX-License-Identifier: Apache-2.0
#include "memory_need.hpp"

#include <algorithm>
#include <span>
#include <variant>

#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/partitioning/place.hpp>

namespace warpgraph::cli {

namespace {

template <class Value>
std::size_t bytes_on_each(const Graph<Value>& graph, int devices) {
  if (devices == 1 || graph.vertex_count() == 0)
    return graph_memory<Value>(graph.vertex_count(), graph.edge_count(), !graph.is_undirected()).total();
  const std::span<const EdgeId> row = graph.incoming().row;
  std::size_t max = 0;
  for (const VertexRange& held : shards::place_by_edges(row, {.devices = devices}).held) {
    const shards::ShardSize size{graph.vertex_count(), held.size(), row[held.last] - row[held.first], devices};
    max = std::max(max, shards::shard_memory<Value>(size).total());
  }
  return max;
}

}  // namespace

std::vector<MemoryNeed> memory_needs(const AnyGraph& graph, const std::vector<int>& device_counts) {
  std::vector<MemoryNeed> needs;
  for (const int devices : device_counts)
    needs.push_back({devices, std::visit([&](const auto& each) { return bytes_on_each(each, devices); }, graph)});
  return needs;
}

}  // namespace warpgraph::cli
