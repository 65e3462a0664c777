// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph::algorithms::forest {

// The edges at these places of a graph, in any order, as an undirected list in the order of (greater end, lesser end).
template <EdgeValueType EdgeValue>
EdgeList edge_list_of(const Graph<EdgeValue>& graph, std::vector<EdgeId> entries) {
  struct Edge {
    VertexId greater;
    VertexId lesser;
    EdgeId entry;
  };
  const Adjacency<EdgeValue>& edges = graph.incoming();
  std::vector<Edge> ends;
  ends.reserve(entries.size());
  std::ranges::sort(entries);
  VertexId v = 0;
  for (const EdgeId e : entries) {
    while (edges.row[v + 1] <= e) ++v;
    ends.push_back({std::max(v, edges.column[e]), std::min(v, edges.column[e]), e});
  }
  std::ranges::sort(ends, [](const Edge& a, const Edge& b) {
    return a.greater != b.greater ? a.greater < b.greater : a.lesser < b.lesser;
  });
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  list.direction = Direction::kUndirectedOnce;
  list.ids = graph.ids();
  if constexpr (graphs::kHasValue<EdgeValue>) list.values = std::vector<EdgeValue>();
  for (const Edge& each : ends) {
    list.source.push_back(each.greater);
    list.target.push_back(each.lesser);
    if constexpr (graphs::kHasValue<EdgeValue>)
      std::get<std::vector<EdgeValue>>(list.values).push_back(edges.value[each.entry]);
  }
  return list;
}

}  // namespace warpgraph::algorithms::forest
