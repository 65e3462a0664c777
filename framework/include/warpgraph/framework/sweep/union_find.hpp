// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/view.hpp>

// Union-find over vertices, or over anything else that has numbers, for many threads at once.
//
// There are two ways to join trees. unite() joins any two at any time: the greater root hangs under the lesser one, so
// the root of a tree is its lowest vertex, and a parent is never greater than its child (Shiloach and Vishkin 1982).
// Where each root chooses at most one other tree, as in Boruvka's algorithm, plain stores under the rule of hooks_under
// suffice, and parents come in any order.
namespace warpgraph::sweep {

// A root is its own parent.
struct UnionFind {
  View<VertexId> parent;

  [[nodiscard]] WARPGRAPH_DEVICE VertexId parent_of(VertexId v) const { return atomic::load(parent[v]); }

  // ---- While trees are joined by unite()

  // The root above v. Points the vertices on the way past their parents.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId find(VertexId v) const { return find(v, parent_of(v)); }
  // The same, if `up` is known to be the parent of v.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId find(VertexId v, VertexId up) const {
    return follow(v, up, [](VertexId& parent_of_v, VertexId above) { atomic::fetch_min(parent_of_v, above); });
  }
  // Makes one tree of two: the lesser root becomes the parent of the greater one, unless another thread was faster.
  WARPGRAPH_DEVICE void unite(VertexId a, VertexId b) const {
    // Most neighbours are in one tree, and paths are short: the first two loads show it without a write.
    const VertexId up_a = parent_of(a);
    const VertexId up_b = parent_of(b);
    if (up_a == up_b) return;
    const VertexId above_a = parent_of(up_a);
    const VertexId above_b = parent_of(up_b);
    if (above_a == above_b) return;
    a = find(up_a, above_a);
    b = find(up_b, above_b);
    while (a != b) {
      if (a < b) {
        const VertexId swapped = a;
        a = b;
        b = swapped;
      }
      if (atomic::compare_exchange(parent[a], a, b) == a) return;
      a = find(a);
      b = find(b);
    }
  }

  // ---- While no trees are joined

  // The root above v, whatever the order of parents. Points the vertices on the way past their parents. Idempotent:
  // other threads may shorten the same paths, but roots stay roots.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId root_of(VertexId v) const {
    return follow(v, parent_of(v), [](VertexId& parent_of_v, VertexId above) { atomic::store(parent_of_v, above); });
  }
  // Points v to its root, whatever the order of parents. No other thread may write the parent of v meanwhile: a parent
  // that was found earlier and is written later would lead back to the middle of the path. So a thread writes the
  // parent of its own vertex only, as it goes along; that is as many hops as if all threads shortened all paths.
  WARPGRAPH_DEVICE void flatten(VertexId v) const {
    VertexId up = parent_of(v);
    for (VertexId above = parent_of(up); above != up; above = parent_of(up)) {
      atomic::store(parent[v], above);
      up = above;
    }
  }

 private:
  template <class Shorten>
  WARPGRAPH_DEVICE VertexId follow(VertexId v, VertexId up, const Shorten& shorten) const {
    while (up != v) {
      const VertexId above = parent_of(up);
      if (above != up) shorten(parent[v], above);
      v = up;
      up = above;
    }
    return v;
  }
};

// Whether the root v may hang under the root u that it has chosen. If two roots choose each other, the lesser one stays
// a root; so chosen edges under a total order close no cycle.
[[nodiscard]] WARPGRAPH_DEVICE constexpr bool hooks_under(VertexId v, VertexId u, bool u_has_chosen_v) {
  return !(u_has_chosen_v && v < u);
}

// ---- Kernels for kernel::for_each over all vertices, while no trees are joined

// Points every vertex kHops further up, at most. Paths become shorter by about the same everywhere: no lane waits for
// another lane's long path.
template <int kHops = 4>
struct ShortenPaths {
  UnionFind trees;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId before = trees.parent_of(static_cast<VertexId>(v));
    VertexId up = before;
    for (int i = 0; i < kHops; ++i) up = trees.parent_of(up);
    if (up != before) atomic::store(trees.parent[v], up);
  }
};

// Points every vertex to its root, in trees that unite() has made.
struct FlattenPaths {
  UnionFind trees;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId up = trees.parent_of(static_cast<VertexId>(v));
    const VertexId above = trees.parent_of(up);
    if (above != up) atomic::store(trees.parent[v], trees.find(up, above));  // most vertices have the root already
  }
};

}  // namespace warpgraph::sweep
