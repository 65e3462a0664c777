// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/graph_lists.hpp>

#include <string>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::algorithms {

std::vector<VertexId> list_successors(const AnyGraph& graph) {
  return std::visit(
      [](const auto& each) {
        if (each.is_undirected() && each.edge_count() != 0)
          throw RefusedGraphError<UsageError>(
              graphs::RefusedGraph(graphs::RefusedGraph::Reason::kUndirected),
              "lists: the graph is undirected, and the edges of lists lead from one vertex to the next");
        const auto name = [&](VertexId v) { return to_string(each.ids().name_of(v)); };
        std::vector<VertexId> next(each.vertex_count(), kNoVertex);
        for (VertexId v = 0; v < each.vertex_count(); ++v) {
          VertexId before = kNoVertex;
          for (const VertexId u : each.incoming().neighbours(v)) {
            if (next[u] == v) throw InputError("vertex " + name(u) + " has two edges to vertex " + name(v));
            if (next[u] != kNoVertex)
              throw InputError("vertex " + name(u) + " has two successors, " + name(next[u]) + " and " + name(v));
            next[u] = v;
            if (u == v) continue;
            if (before != kNoVertex)
              throw InputError("vertex " + name(v) + " has two predecessors, " + name(before) + " and " + name(u));
            before = u;
          }
        }
        for (VertexId v = 0; v < next.size(); ++v)
          if (next[v] == kNoVertex) next[v] = v;
        return next;
      },
      graph);
}

std::optional<VertexId> vertex_on_circle(std::span<const VertexId> next) {
  std::vector<bool> is_preceded(next.size());
  for (VertexId v = 0; v < next.size(); ++v)
    if (next[v] != v) is_preceded[next[v]] = true;
  std::vector<bool> is_in_list(next.size());
  for (VertexId head = 0; head < next.size(); ++head) {
    if (is_preceded[head]) continue;
    for (VertexId v = head; !is_in_list[v]; v = next[v]) is_in_list[v] = true;
  }
  for (VertexId v = 0; v < next.size(); ++v)
    if (!is_in_list[v]) return v;
  return std::nullopt;
}

HostListRanks<VertexId> rank_lists(Runtime& runtime, const AnyGraph& graph, const ListRankOptions& options) {
  const std::vector<VertexId> next = list_successors(graph);
  try {
    return rank_lists<VertexId>(runtime, std::span<const VertexId>(next), options);
  } catch (const InputError&) {
    const std::optional<VertexId> vertex = vertex_on_circle(next);
    if (!vertex) throw;
    throw InputError("vertex " + to_string(ids(graph).name_of(*vertex)) + " is on a circle: its list has no tail");
  }
}

}  // namespace warpgraph::algorithms
