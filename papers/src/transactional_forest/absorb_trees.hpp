// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

#include "spanning_forest/graph_rounds.hpp"
#include "spanning_forest/lightest.hpp"
#include "spanning_forest/tree_joining.hpp"

// The phase that joins trees, in the place of HookTrees.
namespace warpgraph::algorithms::forest {

// Trees join in transactions (Manoochehri 2017): a root that is not absorbed absorbs the tree that its lightest
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
  transactions::TransactionalView<transactions::PriorityPolicy, VertexId> parent;
  Chosen chosen;
  View<transactions::TransactionCounts> counts;
  std::uint32_t round;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<VertexId> root;
    kernel::PerLane<VertexId> far;  // the other end of its lightest edge
    kernel::PerLane<std::uint32_t> strength;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      strength[lane] = 0;
      if (v >= label.size() || label[v] != v || !lightest.has_any(static_cast<VertexId>(v))) return;
      if (atomic::load(parent.words[v]) != v) return;  // absorbed already
      root[lane] = static_cast<VertexId>(v);
      const EdgeId entry = lightest.edge_of(root[lane]);
      const VertexId neighbour = edges.column[entry];
      far[lane] = label[neighbour] == v ? row_of(edges.row, entry) : neighbour;
      strength[lane] = transactions::transaction_strength(root[lane], round);
    });
    const auto outcome = transactions::transact<kMaxTouched>(
        warp, parent, strength, [&](kernel::Lane lane, auto& t) { absorb(t, root[lane], far[lane]); }, counts);
    kernel::PerLane<bool> is_chosen;
    warp.relaxed_phase(
        [&](kernel::Lane lane) { is_chosen[lane] = outcome[lane] == transactions::TransactionOutcome::kCommitted; });
    const auto place = warp.append(chosen.count[0], is_chosen);
    warp.relaxed_phase([&](kernel::Lane lane) {
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

}  // namespace warpgraph::algorithms::forest
