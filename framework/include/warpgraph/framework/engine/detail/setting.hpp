// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>

// What the kernels of one run see, by value.
namespace warpgraph::detail {

// The values that kernels read of a graph: none for a program that wants none, so that one kernel serves all graphs.
template <class P, class E>
using KernelEdge = std::conditional_t<std::is_same_v<typename P::EdgeValue, NoValue>, NoValue, E>;

template <class E, class From>
AdjacencyView<E> as_edges(const AdjacencyView<From>& edges) {
  if constexpr (std::is_same_v<E, From>)
    return edges;
  else
    return {edges.row, edges.column, {}};
}
template <class E, class From>
GraphView<E> as_graph(const GraphView<From>& graph) {
  return {graph.vertex_count, graph.edge_count, as_edges<E>(graph.incoming), as_edges<E>(graph.outgoing)};
}

// Edges without a value count 1 for programs that want one.
template <class P, class E>
WARPGRAPH_DEVICE typename P::EdgeValue edge_value([[maybe_unused]] const AdjacencyView<E>& edges,
                                                  [[maybe_unused]] EdgeId e) {
  using Wanted = typename P::EdgeValue;
  if constexpr (std::is_same_v<Wanted, NoValue>)
    return {};
  else if constexpr (std::is_same_v<E, NoValue>)
    return static_cast<Wanted>(1);
  else
    return static_cast<Wanted>(edges.value[e]);
}

// Where a Vertex comes from.
struct VertexFacts {
  View<const EdgeId> in_row;
  View<const EdgeId> out_row;             // empty if the graph has incoming edges only
  View<const std::uint32_t> out_degrees;  // counted for programs that need them there; else empty

  WARPGRAPH_DEVICE EdgeId out_degree(std::uint64_t v) const {
    if (!out_row.empty()) return out_row[v + 1] - out_row[v];
    return out_degrees.empty() ? 0 : out_degrees[v];
  }
  WARPGRAPH_DEVICE Vertex vertex(std::uint64_t v) const {
    return {static_cast<VertexId>(v), in_row[v + 1] - in_row[v], out_degree(v)};
  }
};

template <class P, class E>
struct Setting {
  using Value = typename P::VertexValue;

  P program;
  GraphView<E> graph;
  VertexFacts facts;
  View<Value> value;
  View<Published<P>> published;  // empty if neighbours see the value itself

  WARPGRAPH_DEVICE Published<P> seen(VertexId u) const {
    if constexpr (HasPublish<P>)
      return published[u];
    else
      return value[u];
  }
  // What the incoming edge e contributes. Reads no value that a pulling superstep writes.
  WARPGRAPH_DEVICE Contribution<P> contribution(EdgeId e) const {
    const VertexId u = graph.incoming.column[e];
    return visit(program, seen(u), edge_value<P>(graph.incoming, e), u);
  }
};

struct CountOutDegrees {
  View<const VertexId> column;
  View<std::uint32_t> degree;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const { atomic::fetch_add(degree[column[e]], 1u); }
};

}  // namespace warpgraph::detail
