// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <queue>
#include <string>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

inline constexpr std::uint32_t kUnreached = 0xffffffffu;

// The number of edges on a shortest way from `source` to every vertex.
template <EdgeValueType Value>
std::vector<std::uint32_t> breadth_first_levels(const Graph<Value>& graph, VertexId source) {
  const Arcs<Value> arcs = outgoing_arcs(graph);
  std::vector<std::uint32_t> level(graph.vertex_count(), kUnreached);
  level[source] = 0;
  std::queue<VertexId> queue({source});
  for (; !queue.empty(); queue.pop()) {
    const VertexId v = queue.front();
    for (const auto& [target, value] : arcs[v]) {
      if (level[target] != kUnreached) continue;
      level[target] = level[v] + 1;
      queue.push(target);
    }
  }
  return level;
}

// Empty, or why `parent` is no breadth-first tree: the source is its own parent, a vertex that cannot be
// reached has none (kNoVertex), and every other vertex has an edge from a parent one level above it.
// There are many such trees, so that a result cannot be compared with the oracle's.
template <EdgeValueType Value>
std::string problem_of_parents(const Graph<Value>& graph, VertexId source, const std::vector<VertexId>& parent) {
  const std::vector<std::uint32_t> level = breadth_first_levels(graph, source);
  if (parent.size() != level.size()) return "not a parent for every vertex";
  std::vector<bool> has_edge(parent.size());
  for_each_edge(graph, [&](VertexId u, VertexId v, Value) {
    if (parent[v] == u) has_edge[v] = true;
  });
  for (VertexId v = 0; v < parent.size(); ++v) {
    const std::string vertex = "vertex " + std::to_string(v);
    if (v == source && parent[v] != v) return "the source is not its own parent";
    if (v == source) continue;
    if (level[v] == kUnreached && parent[v] != kNoVertex) return vertex + " cannot be reached and has a parent";
    if (level[v] == kUnreached) continue;
    if (!has_edge[v]) return vertex + " has no edge from its parent";
    if (level[parent[v]] + 1 != level[v]) return vertex + " has a parent that is not one level above it";
  }
  return {};
}

}  // namespace warpgraph::test::oracle
