// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

// The distance of vertices that cannot be reached.
template <class Distance>
inline constexpr Distance kFar = std::numeric_limits<Distance>::has_infinity ? std::numeric_limits<Distance>::infinity()
                                                                             : std::numeric_limits<Distance>::max();

// The least sum of weights on a way from `source` to every vertex, by Dijkstra's algorithm. Weights must
// not be negative. In floating point, sums are formed from the source on; since rounding keeps the order
// of numbers, that is to the last bit what any relaxation in the same type ends with.
template <class Distance, EdgeValueType Value>
std::vector<Distance> shortest_paths(const Graph<Value>& graph, VertexId source) {
  using Entry = std::pair<Distance, VertexId>;
  const Arcs<Value> arcs = outgoing_arcs(graph);
  std::vector<Distance> distance(graph.vertex_count(), kFar<Distance>);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> nearest;
  distance[source] = 0;
  nearest.emplace(Distance{0}, source);
  while (!nearest.empty()) {
    const auto [so_far, v] = nearest.top();
    nearest.pop();
    if (so_far != distance[v]) continue;  // v was reached on a shorter way since
    for (const auto& [target, value] : arcs[v]) {
      const Distance there = so_far + weight_of<Distance>(value);
      if (there >= distance[target]) continue;
      distance[target] = there;
      nearest.emplace(there, target);
    }
  }
  return distance;
}

}  // namespace warpgraph::test::oracle
