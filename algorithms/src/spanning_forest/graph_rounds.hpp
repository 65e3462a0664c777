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

// Roots hook under the trees that their lightest edges lead to. `label` has the roots of all vertices as they were
// before the phase, so nothing is read that is written: the total order does what a transaction would.
template <bool kWide>
struct HookRoots {
  AdjacencyView<NoValue> edges;
  View<const VertexId> label;
  Lightest<kWide> lightest;
  View<VertexId> parent;
  Chosen chosen;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    append_kept(warp, chosen.entry, chosen.count[0], [&](std::uint64_t v, EdgeId& entry) {
      return v < parent.size() && hook(static_cast<VertexId>(v), entry);
    });
  }

 private:
  WARPGRAPH_DEVICE bool hook(VertexId v, EdgeId& entry) const {
    if (label[v] != v || !lightest.has_any(v)) return false;
    entry = lightest.edge_of(v);
    const VertexId near = label[edges.column[entry]];
    const VertexId other = near == v ? label[row_of(edges.row, entry)] : near;
    if (!sweep::hooks_under(v, other, lightest.edge_of(other) == entry)) return false;
    parent[v] = other;
    return true;
  }
};

// Idempotent: roots stay roots.
struct LabelByRoots {
  sweep::UnionFind trees;
  View<VertexId> label;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { label[v] = trees.root_of(static_cast<VertexId>(v)); }
};

}  // namespace warpgraph::algorithms::forest
