// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

// The number of triangles that every vertex belongs to; directions, repetitions and self-loops do not matter.
template <EdgeValueType Value>
std::vector<std::uint64_t> triangles_of_vertices(const Graph<Value>& graph) {
  const std::vector<std::set<VertexId>> neighbours = neighbour_sets(graph);
  std::vector<std::uint64_t> count(neighbours.size(), 0);
  for (VertexId a = 0; a < neighbours.size(); ++a) {
    for (const VertexId b : neighbours[a]) {
      for (const VertexId c : neighbours[b]) {
        if (b < c && neighbours[a].contains(c)) ++count[a];
      }
    }
  }
  return count;
}

template <EdgeValueType Value>
std::uint64_t triangle_count(const Graph<Value>& graph) {
  const std::vector<std::uint64_t> count = triangles_of_vertices(graph);
  return std::accumulate(count.begin(), count.end(), std::uint64_t{0}) / 3;
}

}  // namespace warpgraph::test::oracle
