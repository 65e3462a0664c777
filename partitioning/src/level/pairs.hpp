// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "level_graph.hpp"

namespace warpgraph::partitioning {

// The vertices of a level that a matching has put together. A vertex without a mate is its own.
struct Pairs {
  LevelView level;
  View<const VertexId> mate;
  View<const VertexId> map;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_first(std::uint64_t v) const { return v <= mate[v]; }
  // The edges of both rows.
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId degrees(std::uint64_t v) const {
    return level.degree(v) + (mate[v] == v ? 0 : level.degree(mate[v]));
  }
  [[nodiscard]] WARPGRAPH_DEVICE Weight weight(std::uint64_t v) const {
    return level.vertex_weight[v] + (mate[v] == v ? 0 : level.vertex_weight[mate[v]]);
  }
  // body(to, weight) for the edges of v and its mate that leave the pair.
  template <class Body>
  WARPGRAPH_DEVICE void for_each_edge(std::uint64_t v, Body&& body) const {
    const VertexId coarse = map[v];
    for (std::uint64_t end = v;; end = mate[v]) {
      for (EdgeId edge = level.row[end]; edge < level.row[end + 1]; ++edge) {
        const VertexId to = map[level.column[edge]];
        if (to != coarse) body(to, level.weight_of(edge));
      }
      if (end == mate[v]) return;
    }
  }
};

}  // namespace warpgraph::partitioning
