// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <ranges>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

// What one source adds to every vertex: over all targets, the part of the shortest ways from the source
// that lead through the vertex (Brandes, A faster algorithm for betweenness centrality, 2001).
template <EdgeValueType Value>
std::vector<double> dependencies(const Arcs<Value>& arcs, VertexId source) {
  std::vector<int> level(arcs.size(), -1);
  std::vector<double> ways(arcs.size(), 0.0);
  std::vector<VertexId> queue = {source};
  level[source] = 0;
  ways[source] = 1;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const VertexId v = queue[next];
    for (const auto& [target, value] : arcs[v]) {
      if (level[target] < 0) {
        level[target] = level[v] + 1;
        queue.push_back(target);
      }
      if (level[target] == level[v] + 1) ways[target] += ways[v];
    }
  }
  std::vector<double> dependency(arcs.size(), 0.0);
  for (const VertexId v : queue | std::views::reverse) {
    for (const auto& [target, value] : arcs[v]) {
      if (level[target] == level[v] + 1) dependency[v] += ways[v] / ways[target] * (1 + dependency[target]);
    }
  }
  dependency[source] = 0;
  return dependency;
}

// Sums over ordered pairs of a source and a target: in an undirected graph every pair counts twice.
// Parallel edges make different ways.
template <EdgeValueType Value>
std::vector<double> betweenness(const Graph<Value>& graph, const std::vector<VertexId>& sources) {
  const Arcs<Value> arcs = outgoing_arcs(graph);
  std::vector<double> sum(arcs.size(), 0.0);
  for (const VertexId source : sources) {
    const std::vector<double> part = dependencies(arcs, source);
    for (VertexId v = 0; v < sum.size(); ++v) sum[v] += part[v];
  }
  return sum;
}

template <EdgeValueType Value>
std::vector<double> betweenness(const Graph<Value>& graph) {
  std::vector<VertexId> all(graph.vertex_count());
  std::iota(all.begin(), all.end(), VertexId{0});
  return betweenness(graph, all);
}

}  // namespace warpgraph::test::oracle
