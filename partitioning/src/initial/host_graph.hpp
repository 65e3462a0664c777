// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "../level/level_graph.hpp"

// Small graphs in the host's memory, which recursive bisection divides.
namespace warpgraph::partitioning {

struct HostGraph {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  std::vector<Weight> edge_weight;
  std::vector<Weight> vertex_weight;  // [vertex * constraints + constraint]
  std::vector<PartId> fixed;          // empty: all are free
  std::uint32_t constraints = 1;

  [[nodiscard]] VertexId vertices() const { return static_cast<VertexId>(row.size() - 1); }
  [[nodiscard]] const Weight* weights(VertexId v) const { return &vertex_weight[std::size_t{v} * constraints]; }
  template <class Body>
  void for_neighbours(VertexId v, Body&& body) const {
    for (EdgeId i = row[v]; i < row[v + 1]; ++i) body(column[i], edge_weight[i]);
  }
};

// With the neighbours of each vertex ascending. With a partition, without the edges between its parts. Waits for the
// stream. With peers, the first of them gets the graph, and the others get one without vertices.
[[nodiscard]] HostGraph download(StreamRef stream, const LevelGraph& level, const Buffer<PartId>& part = {});

// The graph of the vertices whose `to` is not kNoVertex, or of groups of them: `to` names the vertex of the new graph
// that each becomes part of. Edges to other vertices go.
[[nodiscard]] HostGraph contract(const HostGraph& graph, const std::vector<VertexId>& to, VertexId vertices);

}  // namespace warpgraph::partitioning
