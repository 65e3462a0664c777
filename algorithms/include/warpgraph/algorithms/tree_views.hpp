// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/view.hpp>

// What kernels see of a rooted forest (trees.hpp).
namespace warpgraph::algorithms {

struct ForestView {
  View<const VertexId> root;
  View<const VertexId> parent;
  View<const VertexId> depth;
  View<const VertexId> preorder;
  View<const VertexId> size;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_root(VertexId v) const { return parent[v] == v; }
  // Whether a is b or above it.
  [[nodiscard]] WARPGRAPH_DEVICE bool is_ancestor(VertexId a, VertexId b) const {
    return preorder[b] - preorder[a] < size[a];  // wraps around if b stands before a
  }
  // Where the walk around the trees comes to v and where it leaves v, among 2 * vertices places.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t enter(VertexId v) const { return 2 * preorder[v] - depth[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t leave(VertexId v) const { return enter(v) + 2 * size[v] - 1; }
};

// The path of a vertex, and those of its ancestors. A path is named by the number of its subtree's preorder numbers,
// from 1 on, that has the most trailing zeros. The lowest bit of a path's name is its level; levels rise on the way up.
struct PathLabel {
  std::uint32_t path;
  std::uint32_t levels;  // of the paths from the vertex up to its root, a bit each
};

namespace trees {

WARPGRAPH_DEVICE constexpr std::uint32_t lowest_bit(std::uint32_t word) { return word & (~word + 1); }
// 0 has none.
WARPGRAPH_DEVICE constexpr std::uint32_t highest_bit(std::uint32_t word) {
  word |= word >> 1;
  word |= word >> 2;
  word |= word >> 4;
  word |= word >> 8;
  word |= word >> 16;
  return word ^ (word >> 1);
}
// The ancestor of a path at a level, in the complete binary tree of all names.
WARPGRAPH_DEVICE constexpr std::uint32_t path_at(std::uint32_t path, std::uint32_t level) {
  return (path & ~(2 * level - 1)) | level;
}

}  // namespace trees

// Where vertices meet; what an AncestorIndex (trees.hpp) has.
struct AncestorView {
  ForestView forest;
  View<const PathLabel> label;
  View<const VertexId> path_begin;  // by the path's name: where its vertices stand
  View<const VertexId> path;        // from the top down

  // The lowest common ancestor, or kNoVertex.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId meet(VertexId a, VertexId b) const {
    if (forest.root[a] != forest.root[b]) return kNoVertex;
    const PathLabel la = label[a];
    const PathLabel lb = label[b];
    if (la.path != lb.path) {
      const std::uint32_t apart = trees::highest_bit(la.path ^ lb.path);
      const std::uint32_t level = trees::lowest_bit(la.levels & lb.levels & ~(apart - 1));
      a = climb(a, la, level);
      b = climb(b, lb, level);
    }
    return forest.depth[a] < forest.depth[b] ? a : b;
  }
  // Edges between them, or kNoVertex.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId distance(VertexId a, VertexId b) const {
    const VertexId top = meet(a, b);
    if (top == kNoVertex) return kNoVertex;
    return forest.depth[a] + forest.depth[b] - 2 * forest.depth[top];
  }
  // The ancestor `up` edges above v, or kNoVertex. A loop of at most log n.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId ancestor(VertexId v, VertexId up) const {
    if (up > forest.depth[v]) return kNoVertex;
    const VertexId depth = forest.depth[v] - up;
    for (;;) {
      const VertexId begin = path_begin[label[v].path];
      const VertexId top = path[begin];
      if (forest.depth[top] <= depth) return path[begin + (depth - forest.depth[top])];
      v = forest.parent[top];
    }
  }

 private:
  // The lowest ancestor of v, or v, on the path at this level.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId climb(VertexId v, const PathLabel& of_v, std::uint32_t level) const {
    const std::uint32_t below = trees::highest_bit(of_v.levels & (level - 1));
    if (below == 0) return v;
    return forest.parent[path[path_begin[trees::path_at(of_v.path, below)]]];
  }
};

}  // namespace warpgraph::algorithms
