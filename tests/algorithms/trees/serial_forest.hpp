// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/framework/graph/graph.hpp>

// What is known of a forest by walking through it with a stack.
namespace warpgraph::test::oracle {

// Trees in the order of their roots. From a vertex the walk goes to the neighbours behind its parent's number, and then
// to those before it.
template <EdgeValueType EdgeValue>
algorithms::HostForest rooted(const Graph<EdgeValue>& graph, std::vector<VertexId> roots) {
  const VertexId vertices = graph.vertex_count();
  const std::vector<VertexId> none(vertices, kNoVertex);
  algorithms::HostForest forest{none, none, none, none, std::vector<VertexId>(vertices, 1)};
  std::vector<VertexId> order;
  const auto walk = [&](VertexId root) {
    std::vector<VertexId> stack{root};
    forest.parent[root] = root;
    forest.depth[root] = 0;
    while (!stack.empty()) {
      const VertexId v = stack.back();
      stack.pop_back();
      forest.root[v] = root;
      forest.preorder[v] = static_cast<VertexId>(order.size());
      order.push_back(v);
      std::vector<VertexId> children(graph.incoming().neighbours(v).begin(), graph.incoming().neighbours(v).end());
      if (v != root) {
        const auto up = std::ranges::find(children, forest.parent[v]);
        std::rotate(children.begin(), up + 1, children.end());
        children.pop_back();
      }
      for (const VertexId child : children) {
        forest.parent[child] = v;
        forest.depth[child] = forest.depth[v] + 1;
      }
      stack.insert(stack.end(), children.rbegin(), children.rend());
    }
  };
  std::ranges::sort(roots);
  for (const VertexId root : roots) walk(root);
  for (auto v = order.rbegin(); v != order.rend(); ++v)
    if (forest.parent[*v] != *v) forest.size[forest.parent[*v]] += forest.size[*v];
  return forest;
}

// The lowest vertex of each tree.
template <EdgeValueType EdgeValue>
std::vector<VertexId> lowest_roots(const Graph<EdgeValue>& graph) {
  std::vector<bool> seen(graph.vertex_count(), false);
  std::vector<VertexId> roots;
  for (VertexId v = 0; v < graph.vertex_count(); ++v) {
    if (seen[v]) continue;
    roots.push_back(v);
    std::vector<VertexId> stack{v};
    while (!stack.empty()) {
      const VertexId u = stack.back();
      stack.pop_back();
      seen[u] = true;
      for (const VertexId w : graph.incoming().neighbours(u))
        if (!seen[w]) stack.push_back(w);
    }
  }
  return roots;
}

inline VertexId meet(const algorithms::HostForest& forest, VertexId a, VertexId b) {
  if (forest.root[a] != forest.root[b]) return kNoVertex;
  while (a != b) {
    VertexId& deeper = forest.depth[a] < forest.depth[b] ? b : a;
    deeper = forest.parent[deeper];
  }
  return a;
}

}  // namespace warpgraph::test::oracle
