// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::partitioning {
namespace {

// The same edges, without values, as if they ran both ways.
template <EdgeValueType EdgeValue>
Graph<NoValue> both_ways(ThreadPool& threads, const Graph<EdgeValue>& graph) {
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  list.source.assign(graph.incoming().column.begin(), graph.incoming().column.end());
  list.target.resize(list.source.size());
  for (VertexId v = 0; v < graph.vertex_count(); ++v)
    for (EdgeId edge = graph.incoming().row[v]; edge < graph.incoming().row[v + 1]; ++edge) list.target[edge] = v;
  BuildOptions options;
  options.symmetrise = true;
  options.duplicates = Duplicates::kFirst;
  return build_graph<NoValue>(threads, std::move(list), options);
}

PartOrder order_of(const std::vector<std::uint32_t>& part, std::size_t parts) {
  PartOrder order;
  order.first.assign(parts + 1, 0);
  for (const std::uint32_t p : part) ++order.first[p + 1];
  for (std::size_t p = 0; p < parts; ++p) order.first[p + 1] += order.first[p];
  std::vector<VertexId> next(order.first.begin(), order.first.end() - 1);
  order.permutation.resize(part.size());
  for (std::size_t v = 0; v < part.size(); ++v) order.permutation[v] = next[part[v]]++;
  return order;
}

}  // namespace

template <EdgeValueType EdgeValue>
PartOrder order_by_parts(StreamRef stream, const Graph<EdgeValue>& graph, int devices) {
  PartitionOptions options;
  options.parts = static_cast<std::uint32_t>(devices);
  options.objective = PartitionObjective::kVolume;
  if (graph.vertex_count() == 0) return order_of({}, options.parts);
  std::vector<std::int64_t> edges(graph.vertex_count());
  for (VertexId v = 0; v < graph.vertex_count(); ++v) edges[v] = 1 + static_cast<std::int64_t>(graph.in_degree(v));
  PartitionInput input;
  input.vertex_weight = edges;
  Graph<NoValue> symmetric;
  if (!graph.is_undirected()) symmetric = both_ways(stream.device().runtime().threads(), graph);
  input.row = graph.is_undirected() ? graph.incoming().row.span() : symmetric.incoming().row.span();
  input.column = graph.is_undirected() ? graph.incoming().column.span() : symmetric.incoming().column.span();
  return order_of(partition(stream, input, options).part, options.parts);
}

#define WARPGRAPH_INSTANTIATE(E) template PartOrder order_by_parts<E>(StreamRef, const Graph<E>&, int)
WARPGRAPH_INSTANTIATE(NoValue);
WARPGRAPH_INSTANTIATE(std::int32_t);
WARPGRAPH_INSTANTIATE(std::int64_t);
WARPGRAPH_INSTANTIATE(float);
WARPGRAPH_INSTANTIATE(double);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::partitioning
