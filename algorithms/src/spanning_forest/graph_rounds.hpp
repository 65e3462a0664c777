// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

#include "lightest.hpp"

// What a round over all edges of the graph does once the lightest edges of the trees are found.
namespace warpgraph::algorithms::forest {

// The row that an entry is in.
WARPGRAPH_DEVICE inline VertexId row_of(const View<const EdgeId>& row, EdgeId e) {
  std::uint64_t first = 0;
  std::uint64_t count = row.size();
  while (count > 1) {
    const std::uint64_t half = count / 2;
    if (row[first + half] <= e) first += half;
    count -= half;
  }
  return static_cast<VertexId>(first);
}

// Roots take the lightest edges of their trees (HookTrees). `label` has the roots of all vertices as they were before
// the phase: the total order does what a transaction would.
template <bool kWide>
struct RootChoice {
  static constexpr bool kBegins = false;

  AdjacencyView<NoValue> edges;
  View<const VertexId> label;
  Lightest<kWide> lightest;

  [[nodiscard]] WARPGRAPH_DEVICE VertexId of(VertexId v, EdgeId& entry) const {
    if (label[v] != v || !lightest.has_any(v)) return kNoVertex;
    entry = lightest.edge_of(v);
    const VertexId near = label[edges.column[entry]];
    return near == v ? label[row_of(edges.row, entry)] : near;
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_mutual(VertexId, VertexId u, EdgeId entry) const {
    return lightest.edge_of(u) == entry;
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool keeps(VertexId, VertexId, bool hooks, EdgeId&) const { return hooks; }
};

// Idempotent: roots stay roots.
struct LabelByRoots {
  sweep::UnionFind trees;
  View<VertexId> label;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { label[v] = trees.root_of(static_cast<VertexId>(v)); }
};

}  // namespace warpgraph::algorithms::forest
