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

// Where a Vertex comes from. The device evaluates the vertices from `first` on, a row each; on a graph that is whole
// that is all of them, and a vertex's row is its id, as is its local id (shard/local_ids.hpp).
struct VertexFacts {
  View<const EdgeId> in_row;
  View<const EdgeId> out_row;             // empty if the graph has incoming edges only
  View<const std::uint32_t> out_degrees;  // counted for programs that need them there; else empty
  VertexId first = 0;
  VertexId first_local = 0;

  WARPGRAPH_DEVICE EdgeId out_degree(std::uint64_t row) const {
    if (!out_row.empty()) return out_row[row + 1] - out_row[row];
    return out_degrees.empty() ? 0 : out_degrees[row];
  }
  // False if the device does not know.
  WARPGRAPH_DEVICE bool has_no_outgoing(std::uint64_t row) const {
    return !(out_row.empty() && out_degrees.empty()) && out_degree(row) == 0;
  }
  WARPGRAPH_DEVICE VertexId vertex_at(std::uint64_t row) const { return static_cast<VertexId>(first + row); }
  WARPGRAPH_DEVICE Vertex vertex(std::uint64_t row) const {
    return {vertex_at(row), in_row[row + 1] - in_row[row], out_degree(row)};
  }
  WARPGRAPH_DEVICE std::uint64_t row_of(VertexId local) const { return local - first_local; }
};

template <class P, class E>
struct KernelView {
  using Value = typename P::VertexValue;

  P program;
  // Incoming: of the vertices that are evaluated. Outgoing: of all vertices, to these. Columns are local ids.
  GraphView<E> graph;
  VertexFacts facts;
  View<Value> value;                    // by row; for kernels that push, by local id
  View<Published<P>> published;         // by row; empty if neighbours see the value itself
  View<Published<P>> all_seen;          // by local id: what neighbours see of a vertex
  View<const VertexId> global_id = {};  // the vertex of each local id; empty where they are the same
  Published<P> uniform = {};            // what is seen of all vertices of the frontier,
  bool knows_uniform = false;           // if the engine keeps that and not each one's (SearchProgram)

  WARPGRAPH_DEVICE Published<P> seen(VertexId u) const { return all_seen[u]; }
  // The same of a vertex of the frontier.
  WARPGRAPH_DEVICE Published<P> seen_in_frontier(VertexId u) const {
    if constexpr (has_uniform_updates<P>())
      if (knows_uniform) return uniform;
    return all_seen[u];
  }
  // What comes from the neighbour with local id u to the vertex `to`, which is facts.vertex_at of its row.
  WARPGRAPH_DEVICE Contribution<P> visit(const Published<P>& neighbour, const typename P::EdgeValue& along, VertexId u,
                                         VertexId to) const {
    VertexId from = u;
    if constexpr (VisitsNeighbour<P>)
      if (!global_id.empty()) from = global_id[u];
    return detail::visit(program, neighbour, along, from, to);
  }
  // What the incoming edge e of a row contributes. Reads no value that a pulling superstep writes.
  WARPGRAPH_DEVICE Contribution<P> contribution(EdgeId e, std::uint64_t row) const {
    const VertexId u = graph.incoming.column[e];
    return visit(seen(u), edge_value<P>(graph.incoming, e), u, facts.vertex_at(row));
  }
};

}  // namespace warpgraph::detail
