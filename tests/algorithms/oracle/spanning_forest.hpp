// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>

// Kruskal's algorithm, which takes the edges in the order of (weight, greater end, lesser end).
namespace warpgraph::test::oracle {

template <EdgeValueType Value>
using EdgeWeight = std::conditional_t<graphs::kHasValue<Value>, Value, int>;

// (weight, greater end, lesser end)
template <EdgeValueType Value>
using WeighedEdges = std::vector<std::tuple<EdgeWeight<Value>, VertexId, VertexId>>;

// The edges of the forest, in that order.
template <EdgeValueType Value>
WeighedEdges<Value> spanning_forest(const Graph<Value>& graph) {
  WeighedEdges<Value> edges;
  for (VertexId v = 0; v < graph.vertex_count(); ++v) {
    const auto neighbours = graph.incoming().neighbours(v);
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      EdgeWeight<Value> weight = 1;
      if constexpr (graphs::kHasValue<Value>) weight = graph.incoming().values(v)[i];
      if (neighbours[i] < v) edges.emplace_back(weight, v, neighbours[i]);
    }
  }
  std::ranges::sort(edges);
  std::vector<VertexId> component(graph.vertex_count());
  std::iota(component.begin(), component.end(), VertexId{0});
  WeighedEdges<Value> forest;
  const auto root = [&](VertexId v) {
    while (component[v] != v) v = component[v] = component[component[v]];
    return v;
  };
  for (const auto& edge : edges) {
    const VertexId a = root(std::get<1>(edge));
    const VertexId b = root(std::get<2>(edge));
    if (a == b) continue;
    component[a] = b;
    forest.push_back(edge);
  }
  return forest;
}

}  // namespace warpgraph::test::oracle
