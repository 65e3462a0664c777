// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/graph_lists.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "common/value_types.hpp"

namespace warpgraph::algorithms {
namespace {

constexpr const char* kSuccessors = "list successors";

void expect_directed(bool is_undirected, EdgeId edges) {
  if (!is_undirected || edges == 0) return;
  throw RefusedGraphError<UsageError>(
      graphs::RefusedGraph(graphs::RefusedGraph::Reason::kUndirected),
      "lists: the graph is undirected, and the edges of lists lead from one vertex to the next");
}

[[noreturn]] void throw_circle(const IdMap& ids, VertexId vertex) {
  throw InputError("vertex " + to_string(ids.name_of(vertex)) + " is on a circle: its list has no tail");
}

// A lane for the edges into each vertex. A row that has several is no list, and read no further.
struct LinkVertices {
  AdjacencyView<NoValue> incoming;
  View<VertexId> next;           // kNoVertex at first
  View<std::uint32_t> is_wrong;  // whether a vertex has two successors, or two predecessors

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    bool has_predecessor = false;
    for (EdgeId e = incoming.row[v]; e < incoming.row[v + 1]; ++e) {
      const VertexId u = incoming.column[e];
      const bool is_taken = atomic::compare_exchange(next[u], kNoVertex, static_cast<VertexId>(v)) != kNoVertex;
      if (is_taken || (u != v && has_predecessor)) {
        atomic::store(is_wrong[0], 1);
        return;
      }
      has_predecessor = has_predecessor || u != v;
    }
  }
};

// Nothing if these edges are no lists, or circles of vertices.
template <EdgeValueType EdgeValue>
std::optional<Buffer<VertexId>> link_vertices(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  Buffer<VertexId> next(stream, graph.vertex_count(), kSuccessors);
  Buffer<std::uint32_t> is_wrong(stream, 1, kSuccessors);
  fill(stream, next, kNoVertex);
  fill(stream, is_wrong, 0);
  kernel::for_each(stream, graph.vertex_count(),
                   LinkVertices{without_values(graph.view().incoming), next.view(), is_wrong.view()});
  if (to_host(stream, is_wrong).front() != 0) return std::nullopt;
  return next;
}

}  // namespace

template <EdgeValueType EdgeValue>
std::vector<VertexId> list_successors(const Graph<EdgeValue>& graph) {
  expect_directed(graph.is_undirected(), graph.edge_count());
  const auto name = [&](VertexId v) { return to_string(graph.ids().name_of(v)); };
  std::vector<VertexId> next(graph.vertex_count(), kNoVertex);
  for (VertexId v = 0; v < graph.vertex_count(); ++v) {
    VertexId before = kNoVertex;
    for (const VertexId u : graph.incoming().neighbours(v)) {
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
}

std::vector<VertexId> list_successors(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return list_successors(each); }, graph);
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

template <EdgeValueType EdgeValue>
HostListRanks<VertexId> rank_lists(Runtime& runtime, const Graph<EdgeValue>& graph, const ListRankOptions& options) {
  const std::vector<VertexId> next = list_successors(graph);
  try {
    return rank_lists<VertexId>(runtime, std::span<const VertexId>(next), options);
  } catch (const InputError&) {
    const std::optional<VertexId> vertex = vertex_on_circle(next);
    if (!vertex) throw;
    throw_circle(graph.ids(), *vertex);
  }
}

HostListRanks<VertexId> rank_lists(Runtime& runtime, const AnyGraph& graph, const ListRankOptions& options) {
  return std::visit([&](const auto& each) { return rank_lists(runtime, each, options); }, graph);
}

template <EdgeValueType EdgeValue>
ListRanks<VertexId> rank_lists(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const ListRankOptions& options) {
  expect_directed(graph.is_undirected(), graph.edge_count());
  stream.device().require(rank_graph_lists_memory(graph.vertex_count(), graph.edge_count(), options), "list ranking");
  if (graph.vertex_count() == 0) return rank_lists<VertexId>(stream, View<const VertexId>(), options);
  std::optional<Buffer<VertexId>> next = link_vertices(stream, graph);
  if (next) {
    try {
      return rank_lists<VertexId>(stream, std::as_const(*next).view(), options);
    } catch (const InputError&) {
      next.reset();  // a circle
    }
  }
  const Graph<EdgeValue> on_host = download(stream, graph);
  const std::vector<VertexId> successors = list_successors(on_host);
  throw_circle(on_host.ids(), vertex_on_circle(successors).value());
}

MemoryPlan rank_graph_lists_memory(VertexId vertices, EdgeId edges, const ListRankOptions& options) {
  MemoryPlan plan;
  if (vertices == 0) return plan;
  const std::uint64_t lists = vertices - std::min<std::uint64_t>(edges, vertices - 1);
  plan.add_array<VertexId>(kSuccessors, vertices);
  return plan += rank_lists_memory<VertexId>(vertices, options, lists);
}

#define WARPGRAPH_INSTANTIATE(E)                                                                     \
  template std::vector<VertexId> list_successors<E>(const Graph<E>&);                                \
  template HostListRanks<VertexId> rank_lists<E>(Runtime&, const Graph<E>&, const ListRankOptions&); \
  template ListRanks<VertexId> rank_lists<E>(StreamRef, const DeviceGraph<E>&, const ListRankOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
