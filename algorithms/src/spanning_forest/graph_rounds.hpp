// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

#include "trees.hpp"

// What a round over all edges of the graph does once the lightest edges of the trees are found.
namespace warpgraph::forest {

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

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
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
    if (lightest.edge_of(other) == entry && v < other) return false;
    parent[v] = other;
    return true;
  }
};

// Trees join in transactions (Manoochehri 2017): a root that nobody has absorbed absorbs the tree that its lightest
// edge leads to, whatever has become of that by then, and all vertices on the way there are hung below it. While it
// runs, its tree is the one whose lightest edge was found, so the edge leaves it, and no cycle can close: the
// transaction takes the place of the order. What is deferred, because a path is long or the transaction lost too often,
// is found again in the next round, when paths are short.
template <bool kWide>
struct AbsorbTrees {
  static constexpr std::uint32_t kMaxTouched = 8;

  AdjacencyView<NoValue> edges;
  View<const VertexId> label;
  Lightest<kWide> lightest;
  TransactionalView<PriorityPolicy, VertexId> parent;
  Chosen chosen;
  View<TransactionCounts> counts;
  std::uint32_t round;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    PerLane<VertexId> root;
    PerLane<VertexId> far;  // the other end of its lightest edge
    PerLane<std::uint32_t> strength;
    warp.relaxed_phase([&](Lane lane) {
      const std::uint64_t v = std::uint64_t{warp.global_index()} * Warp::kSize + lane;
      strength[lane] = 0;
      if (v >= label.size() || label[v] != v || !lightest.has_any(static_cast<VertexId>(v))) return;
      if (atomic::load(parent.words[v]) != v) return;  // absorbed already
      root[lane] = static_cast<VertexId>(v);
      const EdgeId entry = lightest.edge_of(root[lane]);
      const VertexId neighbour = edges.column[entry];
      far[lane] = label[neighbour] == v ? row_of(edges.row, entry) : neighbour;
      strength[lane] = transaction_strength(root[lane], round);
    });
    const auto outcome = transact<kMaxTouched>(
        warp, parent, strength, [&](Lane lane, auto& t) { absorb(t, root[lane], far[lane]); }, counts);
    PerLane<bool> is_chosen;
    warp.relaxed_phase([&](Lane lane) { is_chosen[lane] = outcome[lane] == TransactionOutcome::kCommitted; });
    const auto place = warp.append(chosen.count[0], is_chosen);
    warp.relaxed_phase([&](Lane lane) {
      if (is_chosen[lane]) chosen.entry[place[lane]] = lightest.edge_of(root[lane]);
    });
  }

 private:
  template <class T>
  WARPGRAPH_DEVICE static void absorb(T& t, VertexId root, VertexId far) {
    if (t.read(root) != root) return t.give_up();
    VertexId other = far;
    for (VertexId up = t.read(other); t.is_alive() && up != other; up = t.read(other)) other = up;
    if (!t.is_alive() || other == root) return t.give_up();
    for (VertexId v = far; t.is_alive() && v != other;) {
      const VertexId up = t.read(v);
      t.write(v, root);
      v = up;
    }
    t.write(other, root);
  }
};

// Idempotent: roots stay roots.
struct LabelByRoots {
  Trees trees;
  View<VertexId> label;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { label[v] = trees.find(static_cast<VertexId>(v)); }
};

struct NumberUp {
  View<VertexId> out;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { out[i] = static_cast<VertexId>(i); }
};

}  // namespace warpgraph::forest
