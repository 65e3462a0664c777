// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/sweep/host_union_find.hpp>

namespace warpgraph::benchmarks {

// The weight of a minimum spanning forest, by Kruskal's algorithm on one thread: sorts all edges. What serial code can
// do, to compare with.
inline std::int64_t kruskal(const Graph<std::int32_t>& graph) {
  struct Edge {
    std::int32_t weight;
    VertexId a;
    VertexId b;
  };
  std::vector<Edge> edges;
  edges.reserve(graph.edge_count() / 2);
  for (VertexId v = 0; v < graph.vertex_count(); ++v) {
    const auto neighbours = graph.incoming().neighbours(v);
    for (std::size_t i = 0; i < neighbours.size() && neighbours[i] < v; ++i)
      edges.push_back({graph.incoming().values(v)[i], v, neighbours[i]});
  }
  std::ranges::sort(edges, {}, &Edge::weight);
  sweep::HostUnionFind trees(graph.vertex_count());
  std::int64_t weight = 0;
  for (const Edge& each : edges)
    if (trees.unite(each.a, each.b)) weight += each.weight;
  return weight;
}

}  // namespace warpgraph::benchmarks
