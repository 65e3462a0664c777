// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/sssp_parents.hpp>

#include "common/value_types.hpp"
#include "verify/message.hpp"

namespace warpgraph::algorithms {
namespace {

// The shortest of the edges that lead from one vertex to the other; kUnreachable if there is none.
template <EdgeValueType EdgeValue>
Distance<EdgeValue> shortest_edge(const Graph<EdgeValue>& graph, VertexId from, VertexId to) {
  using T = Distance<EdgeValue>;
  const auto& incoming = graph.incoming();
  const auto row = incoming.row.span();
  const auto column = incoming.column.span();
  T shortest = kUnreachable<T>;
  for (EdgeId e = row[to]; e < row[to + std::size_t{1}]; ++e) {
    if (column[e] != from) continue;
    if constexpr (graphs::kHasValue<EdgeValue>)
      shortest = std::min(shortest, static_cast<T>(incoming.value.span()[e]));
    else
      shortest = 1;
  }
  return shortest;
}

}  // namespace

template <EdgeValueType EdgeValue>
Problem verify_sssp_parents(const Graph<EdgeValue>& graph, VertexName source, std::span<const VertexId> parent,
                            ThreadPool* threads) {
  using T = Distance<EdgeValue>;
  const auto vertex = [&](VertexId v) { return "vertex " + to_string(graph.ids().name_of(v)); };
  expects(parent.size() == graph.vertex_count(), "verify: not a value for every vertex");
  const VertexId start = find_vertex(graph.ids(), graph.vertex_count(), source);
  if (parent[start] != start) return "the source, " + vertex(start) + ", is not its own parent";
  std::vector<T> distance(parent.size(), kUnreachable<T>);
  std::vector<bool> is_known(parent.size());
  distance[start] = 0;
  is_known[start] = true;
  std::vector<VertexId> way;
  std::vector<bool> is_on_way(parent.size());
  for (VertexId v = 0; v < parent.size(); ++v) {
    if (parent[v] == kNoVertex) continue;
    VertexId up = v;
    for (; up < parent.size() && !is_known[up] && !is_on_way[up] && parent[up] != kNoVertex; up = parent[up]) {
      way.push_back(up);
      is_on_way[up] = true;
    }
    if (!way.empty() && (up >= parent.size() || !is_known[up]))
      return vertex(v) + " has a parent that does not lead to the source";
    for (; !way.empty(); way.pop_back()) {
      const VertexId next = way.back();
      const T length = shortest_edge(graph, parent[next], next);
      if (length == kUnreachable<T>) return vertex(next) + " has a parent that no edge leads to it from";
      distance[next] = distance[parent[next]] + length;
      is_known[next] = true;
      is_on_way[next] = false;
    }
  }
  const Problem problem = verify_sssp<EdgeValue>(graph, source, distance, 0, threads);
  if (problem) return "in the tree of the parents, " + *problem;
  return {};
}

#define WARPGRAPH_INSTANTIATE(E) \
  template Problem verify_sssp_parents<E>(const Graph<E>&, VertexName, std::span<const VertexId>, ThreadPool*)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
