// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/both_directions.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph::shards {

namespace {

template <class E>
struct Entry {
  VertexId target;
  VertexId source;
  E value;
};

// visit(entry) for the edges into the own vertices of the devices of this process.
template <class E, class Visit>
void for_each_edge(const ShardedGraph<E>& graph, const Visit& visit) {
  for (int i = 0; i < graph.device_count(); ++i) {
    const Shard<E>& shard = graph.shard(i);
    if (shard.own.empty()) continue;
    const StreamRef stream = graph.stream(i);
    const std::vector<EdgeId> row = to_host(stream, shard.incoming.row);
    const std::vector<VertexId> column = to_host(stream, shard.incoming.column);
    const std::vector<VertexId> vertex = to_host(stream, shard.local_ids.id);  // empty: local ids are the vertices
    std::vector<E> value;
    if constexpr (graphs::kHasValue<E>) value = to_host(stream, shard.incoming.value);
    for (VertexId v = shard.own.first; v < shard.own.last; ++v)
      for (EdgeId e = row[v - shard.held.first]; e < row[v - shard.held.first + 1]; ++e) {
        Entry<E> entry{v, vertex.empty() ? column[e] : vertex[column[e]], {}};
        if constexpr (graphs::kHasValue<E>) entry.value = value[e];
        visit(entry);
      }
  }
}

template <class E>
ShardedGraph<E> of_one_process(const ShardedGraph<E>& graph, Runtime& runtime, const ShardOptions& options) {
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  std::vector<E> value;
  for_each_edge(graph, [&](const Entry<E>& each) {
    list.source.push_back(each.source);
    list.target.push_back(each.target);
    if constexpr (graphs::kHasValue<E>) value.push_back(each.value);
  });
  if constexpr (graphs::kHasValue<E>) list.values = std::move(value);
  Placement placement;
  for (int i = 0; i < graph.device_count(); ++i) placement.own.push_back(graph.shard(i).own);
  placement.held = placement.own;
  const Graph<E> both = build_graph<E>(runtime.threads(), std::move(list), {.symmetrise = true});
  return shard_graph(runtime, both, placement, options);
}

// Which rank has a vertex.
int owner_of(const ranks::RankLayout& layout, VertexId v) {
  const auto device =
      std::ranges::find_if(layout.held, [&](const VertexRange& held) { return held.first <= v && v < held.last; });
  return layout.rank_of[static_cast<std::size_t>(device - layout.held.begin())];
}

template <class E>
ranks::GraphPart<E> part_of(std::vector<Entry<E>> entries, VertexRange own, VertexId vertices) {
  std::ranges::stable_sort(entries, {}, [](const Entry<E>& each) { return std::pair(each.target, each.source); });
  std::vector<EdgeId> row(std::size_t{own.size()} + 1);
  std::vector<VertexId> column;
  std::vector<E> value;
  for (const Entry<E>& each : entries) {
    ++row[each.target - own.first + 1];
    column.push_back(each.source);
    if constexpr (graphs::kHasValue<E>) value.push_back(each.value);
  }
  std::partial_sum(row.begin(), row.end(), row.begin());
  ranks::GraphPart<E> part;
  part.vertex_count = vertices;
  part.undirected = true;
  part.own = own;
  part.incoming = {std::move(row), std::move(column), std::move(value)};
  return part;
}

// Each rank tells the owner of an edge's source about the edge.
template <class E>
ShardedGraph<E> of_ranks(const ShardedGraph<E>& graph, Runtime& runtime, const ShardOptions& options) {
  Ranks& ranks = *graph.layout().ranks;
  std::vector<Entry<E>> entries;
  std::vector<std::vector<Entry<E>>> told(static_cast<std::size_t>(ranks.size()));
  for_each_edge(graph, [&](const Entry<E>& each) {
    entries.push_back(each);
    if (each.source == each.target) return;
    told[static_cast<std::size_t>(owner_of(graph.layout(), each.source))].push_back(
        {each.source, each.target, each.value});
  });
  for (const std::vector<Entry<E>>& each : ranks::all_to_all(ranks, told))
    entries.insert(entries.end(), each.begin(), each.end());
  VertexRange own;
  for (int i = 0; i < graph.device_count(); ++i) own = own.joined_with(graph.shard(i).own);
  if (own.empty()) own = {graph.shard(0).held.first, graph.shard(0).held.first};  // between those of other ranks
  ranks::GraphPart<E> part = part_of(std::move(entries), own, graph.vertex_count());
  part.edge_count = ranks::all_reduce(ranks, EdgeId{part.incoming.column.size()}, std::plus<>());
  return shard_part(ranks, runtime, part, options);
}

}  // namespace

template <EdgeValueType EdgeValue>
ShardedGraph<EdgeValue> with_both_directions(const ShardedGraph<EdgeValue>& graph) {
  expects(
      !graph.has_global_ids(),
      "run: a program that reads both directions of a directed graph needs ids of 32 bits, and the graph's have 64");
  expects(!graph.layout().grid, "run: a program that reads both directions cannot run on a grid of ranks");
  Runtime& runtime = graph.stream(0).device().runtime();
  ShardOptions options;
  options.outgoing = false;
  options.copies = graph.copies();
  if (graph.layout().ranks != nullptr) return of_ranks(graph, runtime, options);
  return of_one_process(graph, runtime, options);
}

#define WARPGRAPH_INSTANTIATE(Value) template ShardedGraph<Value> with_both_directions(const ShardedGraph<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::shards
