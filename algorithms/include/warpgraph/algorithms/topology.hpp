// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <variant>

#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph::algorithms {

// The incoming edges of a graph, without their values. Borrowed: it costs nothing to make one.
struct Topology {
  std::span<const EdgeId> row;
  std::span<const VertexId> column;
  const IdMap* ids;

  template <EdgeValueType EdgeValue>
  Topology(const Graph<EdgeValue>& graph)  // NOLINT(google-explicit-constructor): graphs of all types are verified
      : row(graph.incoming().row.span()), column(graph.incoming().column.span()), ids(&graph.ids()) {}
  Topology(const AnyGraph& graph)  // NOLINT(google-explicit-constructor)
      : Topology(std::visit([](const auto& each) { return Topology(each); }, graph)) {}

  [[nodiscard]] VertexId vertex_count() const { return row.empty() ? 0 : static_cast<VertexId>(row.size() - 1); }
  [[nodiscard]] EdgeId in_degree(VertexId v) const { return row[v + 1] - row[v]; }
  [[nodiscard]] std::span<const VertexId> sources(VertexId v) const { return column.subspan(row[v], in_degree(v)); }
};

}  // namespace warpgraph::algorithms
