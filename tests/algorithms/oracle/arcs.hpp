// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>

// Edges as lists of lists, for the oracles: one thread, no tricks.
namespace warpgraph::test::oracle {

// An edge as one of its ends sees it.
template <EdgeValueType Value>
struct Arc {
  VertexId other;
  Value value;
};

template <EdgeValueType Value>
using Arcs = std::vector<std::vector<Arc<Value>>>;

// Calls visit(source, target, value) for every edge; twice for one of an undirected graph.
template <EdgeValueType Value, class Visit>
void for_each_edge(const Graph<Value>& graph, Visit&& visit) {
  for (VertexId v = 0; v < graph.vertex_count(); ++v) {
    for (EdgeId e = graph.incoming().row[v]; e < graph.incoming().row[v + 1]; ++e) {
      Value value{};
      if constexpr (graphs::kHasValue<Value>) value = graph.incoming().value[e];
      visit(graph.incoming().column[e], v, value);
    }
  }
}

template <EdgeValueType Value>
Arcs<Value> incoming_arcs(const Graph<Value>& graph) {
  Arcs<Value> arcs(graph.vertex_count());
  for_each_edge(graph, [&](VertexId source, VertexId target, Value value) { arcs[target].push_back({source, value}); });
  return arcs;
}

// From the incoming edges, so that the graph may have been built without outgoing ones.
template <EdgeValueType Value>
Arcs<Value> outgoing_arcs(const Graph<Value>& graph) {
  Arcs<Value> arcs(graph.vertex_count());
  for_each_edge(graph, [&](VertexId source, VertexId target, Value value) { arcs[source].push_back({target, value}); });
  return arcs;
}

// The neighbours of every vertex as sets: directions, repetitions and self-loops do not matter.
template <EdgeValueType Value>
std::vector<std::set<VertexId>> neighbour_sets(const Graph<Value>& graph) {
  std::vector<std::set<VertexId>> neighbours(graph.vertex_count());
  for_each_edge(graph, [&](VertexId source, VertexId target, Value) {
    if (source == target) return;
    neighbours[source].insert(target);
    neighbours[target].insert(source);
  });
  return neighbours;
}

// The value of an edge as a number: 1 if edges have none.
template <class Number, EdgeValueType Value>
Number weight_of(Value value) {
  if constexpr (graphs::kHasValue<Value>)
    return static_cast<Number>(value);
  else
    return Number{1};
}

}  // namespace warpgraph::test::oracle
