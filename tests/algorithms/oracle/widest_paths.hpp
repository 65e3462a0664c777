// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

// The width of the source itself.
template <class Width>
inline constexpr Width kWide = std::numeric_limits<Width>::has_infinity ? std::numeric_limits<Width>::infinity()
                                                                        : std::numeric_limits<Width>::max();

// A way is as wide as its narrowest edge; this is the width of the widest way from `source` to every
// vertex, 0 if there is none. Dijkstra's algorithm with "widest" for "nearest".
template <class Width, EdgeValueType Value>
std::vector<Width> widest_paths(const Graph<Value>& graph, VertexId source) {
  const Arcs<Value> arcs = outgoing_arcs(graph);
  std::vector<Width> width(graph.vertex_count(), Width{0});
  std::priority_queue<std::pair<Width, VertexId>> widest;
  width[source] = kWide<Width>;
  widest.emplace(width[source], source);
  while (!widest.empty()) {
    const auto [so_far, v] = widest.top();
    widest.pop();
    if (so_far != width[v]) continue;  // v was reached on a wider way since
    for (const auto& [target, value] : arcs[v]) {
      const Width there = std::min(so_far, weight_of<Width>(value));
      if (there <= width[target]) continue;
      width[target] = there;
      widest.emplace(there, target);
    }
  }
  return width;
}

}  // namespace warpgraph::test::oracle
