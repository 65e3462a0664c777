// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

// The largest k of every vertex for which it has a place in a subgraph whose vertices all have k
// neighbours there. Takes away vertices with less than k neighbours until none are left, for k = 1, 2, ...
template <EdgeValueType Value>
std::vector<std::uint32_t> core_numbers(const Graph<Value>& graph) {
  std::vector<std::set<VertexId>> neighbours = neighbour_sets(graph);
  std::vector<std::uint32_t> core(neighbours.size(), 0);
  std::vector<bool> gone(neighbours.size());
  std::size_t left = neighbours.size();
  for (std::uint32_t k = 1; left > 0; ++k) {
    for (bool changed = true; changed;) {
      changed = false;
      for (VertexId v = 0; v < neighbours.size(); ++v) {
        if (gone[v] || neighbours[v].size() >= k) continue;
        for (const VertexId other : neighbours[v]) neighbours[other].erase(v);
        neighbours[v].clear();
        core[v] = k - 1;
        gone[v] = changed = true;
        --left;
      }
    }
  }
  return core;
}

}  // namespace warpgraph::test::oracle
