// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::sweep {

// Union-find on the host (UnionFind is that of devices). The root of a tree is its lowest vertex, in whatever order
// edges come. Threads may unite and look up side by side. Allocates 4 bytes a vertex.
class HostUnionFind {
 public:
  // Each vertex is a tree of its own. O(vertices).
  explicit HostUnionFind(std::size_t vertices) : parent_(vertices) {
    for (std::size_t v = 0; v < vertices; ++v) parent_[v] = static_cast<VertexId>(v);
  }

  [[nodiscard]] std::size_t size() const { return parent_.size(); }
  // While no thread unites.
  [[nodiscard]] bool is_root(VertexId v) const { return parent_[v] == v; }

  // Points every vertex on the way past its parent.
  VertexId root_of(VertexId v) {
    VertexId up = at(v).load(std::memory_order_relaxed);
    while (up != v) {
      VertexId above = at(up).load(std::memory_order_relaxed);
      if (above != up) at(v).store(above, std::memory_order_relaxed);  // as far up as `up`, or farther
      v = up;
      up = above;
    }
    return v;
  }
  // Makes one tree of two. False if they were one. The greater root goes below the lesser in one exchange, which is
  // tried again where the greater has ceased to be a root.
  bool unite(VertexId a, VertexId b) {
    for (;;) {
      a = root_of(a);
      b = root_of(b);
      if (a == b) return false;
      if (a < b) std::swap(a, b);
      VertexId root = a;
      if (at(a).compare_exchange_strong(root, b, std::memory_order_relaxed)) return true;
    }
  }

 private:
  std::atomic_ref<VertexId> at(VertexId v) { return std::atomic_ref(parent_[v]); }

  std::vector<VertexId> parent_;
};

}  // namespace warpgraph::sweep
