// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

inline constexpr std::uint32_t kUnreached = 0xffffffffu;

// The number of edges on a shortest way from `source` to every vertex.
template <EdgeValueType Value>
std::vector<std::uint32_t> breadth_first_levels(const Graph<Value>& graph, VertexId source) {
  const Arcs<Value> arcs = outgoing_arcs(graph);
  std::vector<std::uint32_t> level(graph.vertex_count(), kUnreached);
  level[source] = 0;
  std::queue<VertexId> queue({source});
  for (; !queue.empty(); queue.pop()) {
    const VertexId v = queue.front();
    for (const auto& [target, value] : arcs[v]) {
      if (level[target] != kUnreached) continue;
      level[target] = level[v] + 1;
      queue.push(target);
    }
  }
  return level;
}

}  // namespace warpgraph::test::oracle
