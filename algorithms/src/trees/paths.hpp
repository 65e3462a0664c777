// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/tree_views.hpp>
#include <warpgraph/runtime/view.hpp>

// Kernels that put the vertices of a forest on paths, for for_each: see PathLabel.
namespace warpgraph::algorithms::trees {

// The number of the vertex's subtree, from 1 on, with the most trailing zeros.
WARPGRAPH_DEVICE inline std::uint32_t path_of(const ForestView& forest, VertexId v) {
  const std::uint32_t before = forest.preorder[v];
  const std::uint32_t last = before + forest.size[v];
  return last & ~(highest_bit(before ^ last) - 1);
}
// A path adds its level where the tour comes to its top, and takes it back where the tour leaves the top.
struct PutLevels {
  ForestView forest;
  View<std::uint32_t> level;   // by place in the tour; 0 at first
  View<std::uint8_t> goes_on;  // whether the path goes on below the vertex; 0 at first
  View<VertexId> top_depth;    // by the path's name; 0 at first
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    const std::uint32_t path = path_of(forest, v);
    if (!forest.is_root(v) && path == path_of(forest, forest.parent[v])) {
      goes_on[forest.parent[v]] = 1;
      return;
    }
    level[forest.enter(v)] = lowest_bit(path);
    level[forest.leave(v)] = ~lowest_bit(path) + 1;
    top_depth[path] = forest.depth[v];
  }
};

struct TakeLabels {
  ForestView forest;
  View<const std::uint32_t> levels;  // summed up over the tour
  View<PathLabel> label;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    label[v].path = path_of(forest, v);
    label[v].levels = levels[forest.enter(v)];
  }
};

// The depth below the last vertex of each path.
struct FindEnds {
  ForestView forest;
  View<const std::uint8_t> goes_on;
  View<VertexId> below;  // by the path's name; 0 at first
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    if (goes_on[v] == 0) below[path_of(forest, v)] = forest.depth[v] + 1;
  }
};
struct SubtractTops {
  View<VertexId> below;  // becomes how many vertices the path has
  View<const VertexId> top_depth;
  WARPGRAPH_DEVICE void operator()(std::uint64_t path) const { below[path] -= top_depth[path]; }
};

// A vertex stands as far behind the begin of its path as it is deeper than the top. What is added to depths may wrap
// around.
struct ShiftTops {
  View<const VertexId> begin;
  View<VertexId> top_depth;  // becomes what is added
  WARPGRAPH_DEVICE void operator()(std::uint64_t path) const { top_depth[path] = begin[path] - top_depth[path]; }
};
struct FillPaths {
  ForestView forest;
  View<const PathLabel> label;
  View<const VertexId> shift;
  View<VertexId> path;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    path[forest.depth[v] + shift[label[v].path]] = static_cast<VertexId>(v);
  }
};

// ---- Queries

struct MeetPairs {
  AncestorView ancestors;
  View<const VertexId> a;
  View<const VertexId> b;
  View<VertexId> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { found[i] = ancestors.meet(a[i], b[i]); }
};
struct MeasurePairs {
  AncestorView ancestors;
  View<const VertexId> a;
  View<const VertexId> b;
  View<VertexId> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { found[i] = ancestors.distance(a[i], b[i]); }
};
struct FindAncestors {
  AncestorView ancestors;
  View<const VertexId> vertex;
  View<const VertexId> up;
  View<VertexId> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { found[i] = ancestors.ancestor(vertex[i], up[i]); }
};

}  // namespace warpgraph::algorithms::trees
