// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

// The least vertex of every vertex's component; directions do not matter. Union-find, with the lesser
// root as the root of both.
template <EdgeValueType Value>
std::vector<VertexId> components(const Graph<Value>& graph) {
  std::vector<VertexId> parent(graph.vertex_count());
  std::iota(parent.begin(), parent.end(), VertexId{0});
  const auto root = [&](VertexId v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for_each_edge(graph, [&](VertexId source, VertexId target, Value) {
    VertexId a = root(source);
    VertexId b = root(target);
    if (a > b) std::swap(a, b);
    parent[b] = a;
  });
  for (VertexId v = 0; v < parent.size(); ++v) parent[v] = root(v);
  return parent;
}

}  // namespace warpgraph::test::oracle
