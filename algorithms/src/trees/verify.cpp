// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/trees.hpp>

#include "verify/message.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

// What is wrong at a vertex, looked at together with its parent; null if nothing is.
const char* wrong_at(const Topology& graph, const HostForest& forest, const std::vector<VertexId>& below, VertexId v) {
  const VertexId up = forest.parent[v];
  if (up >= forest.parent.size()) return "has a parent that is no vertex";
  if (forest.size[v] != below[v] + 1) return "has a subtree of another size";
  if (up == v) {
    if (forest.root[v] != v) return "is its own parent, but not its tree's root";
    return forest.depth[v] == 0 ? nullptr : "is a root, but not at depth 0";
  }
  if (!std::ranges::binary_search(graph.sources(v), up)) return "has a parent that is no neighbour";
  if (forest.root[v] != forest.root[up]) return "has another root than its parent";
  if (forest.depth[v] != forest.depth[up] + 1) return "is not one deeper than its parent";
  const std::uint64_t first = forest.preorder[v];
  const std::uint64_t first_up = forest.preorder[up];
  if (first <= first_up || first + forest.size[v] > first_up + forest.size[up])
    return "has a preorder number outside of its parent's subtree";
  return nullptr;
}

// The ancestors of vertices, found by jumps of lengths that depend on the depth (Myers 1983).
class Jumps {
 public:
  explicit Jumps(const HostForest& forest) : forest_(forest), jump_(forest.parent.size()) {
    std::vector<VertexId> order(jump_.size());
    for (VertexId v = 0; v < order.size(); ++v) order[forest.preorder[v]] = v;
    for (const VertexId v : order) {
      const VertexId up = forest.parent[v];
      const VertexId far = jump_[up];
      const bool are_equal = forest.depth[up] - forest.depth[far] == forest.depth[far] - forest.depth[jump_[far]];
      jump_[v] = up == v ? v : are_equal ? jump_[far] : up;
    }
  }
  [[nodiscard]] VertexId meet(VertexId a, VertexId b) const {
    if (forest_.root[a] != forest_.root[b]) return kNoVertex;
    a = lift(a, forest_.depth[b]);
    b = lift(b, forest_.depth[a]);
    while (a != b) {
      const bool is_far = jump_[a] != jump_[b];
      a = is_far ? jump_[a] : forest_.parent[a];
      b = is_far ? jump_[b] : forest_.parent[b];
    }
    return a;
  }

 private:
  [[nodiscard]] VertexId lift(VertexId v, VertexId depth) const {
    while (forest_.depth[v] > depth) v = forest_.depth[jump_[v]] < depth ? forest_.parent[v] : jump_[v];
    return v;
  }

  const HostForest& forest_;
  std::vector<VertexId> jump_;
};

std::string name_or_none(const Topology& graph, VertexId v) {
  return v == kNoVertex ? "nowhere" : "at " + verify::name_of(graph, v);
}

}  // namespace

// Depths rise along parents, so these make trees; as many edges as the graph has make all of its trees. Each subtree
// has as many vertices as numbers, and all numbers of a vertex's subtree are inside of its parent's: so the numbers of
// a subtree are those from its vertex's on.
Problem verify_forest(const Topology& graph, const HostForest& forest, ThreadPool* threads) {
  for (const auto* const each : {&forest.root, &forest.parent, &forest.depth, &forest.preorder, &forest.size})
    verify::expect_one_each<VertexId>(graph, *each);
  const std::size_t vertices = forest.parent.size();
  std::vector<VertexId> below(vertices, 0);
  std::vector<VertexId> times(vertices, 0);
  verify::for_vertices(threads, vertices, [&](VertexId v) {
    if (forest.parent[v] < vertices && forest.parent[v] != v) verify::add(below[forest.parent[v]], forest.size[v]);
    if (forest.preorder[v] < vertices) verify::add(times[forest.preorder[v]], VertexId{1});
  });
  const VertexId wrong =
      verify::first_wrong(threads, vertices, [&](VertexId v) { return wrong_at(graph, forest, below, v) != nullptr; });
  if (wrong != kNoVertex) return verify::vertex(graph, wrong) + " " + wrong_at(graph, forest, below, wrong);
  const VertexId number = verify::first_wrong(threads, vertices, [&](VertexId i) { return times[i] != 1; });
  if (number != kNoVertex)
    return "the preorder number " + std::to_string(number) + " is there " + std::to_string(times[number]) + " times";
  const auto edges = verify::sum_of<std::uint64_t>(
      threads, vertices, [&](VertexId v) { return std::uint64_t{forest.parent[v] != v ? 2u : 0u}; });
  if (edges != graph.column.size()) return "the trees have not all edges of the graph";
  return {};
}

Problem verify_common_ancestors(const Topology& graph, const HostForest& forest, std::span<const VertexId> a,
                                std::span<const VertexId> b, std::span<const VertexId> common) {
  expects(a.size() == b.size() && a.size() == common.size(), "verify: not an ancestor for every pair");
  const Jumps jumps(forest);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const VertexId right = jumps.meet(a[i], b[i]);
    if (right != common[i])
      return verify::name_of(graph, a[i]) + " and " + verify::name_of(graph, b[i]) + " meet " +
             name_or_none(graph, right) + ", not " + name_or_none(graph, common[i]);
  }
  return {};
}

}  // namespace warpgraph::algorithms
