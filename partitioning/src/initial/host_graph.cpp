// SPDX-License-Identifier: Apache-2.0
#include "host_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::partitioning {

HostGraph download(StreamRef stream, const LevelGraph& level) {
  HostGraph graph;
  graph.row = to_host(stream, level.row);
  graph.column = to_host(stream, level.column);
  graph.edge_weight =
      level.edge_weight.empty() ? std::vector<Weight>(level.entries, 1) : to_host(stream, level.edge_weight);
  graph.vertex_weight = to_host(stream, level.vertex_weight);
  if (!level.fixed.empty()) graph.fixed = to_host(stream, level.fixed);
  graph.constraints = level.constraints;
  std::vector<std::pair<VertexId, Weight>> edges;
  for (VertexId v = 0; v < level.vertices; ++v) {
    edges.clear();
    graph.for_neighbours(v, [&](VertexId u, Weight weight) { edges.emplace_back(u, weight); });
    std::ranges::sort(edges);
    for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i)
      std::tie(graph.column[i], graph.edge_weight[i]) = edges[i - graph.row[v]];
  }
  return graph;
}

HostGraph contract(const HostGraph& graph, const std::vector<VertexId>& to, VertexId vertices) {
  HostGraph result;
  const std::uint32_t constraints = graph.constraints;
  result.constraints = constraints;
  result.vertex_weight.assign(std::size_t{vertices} * constraints, 0);
  if (!graph.fixed.empty()) result.fixed.resize(vertices);
  std::vector<VertexId> begin(vertices + std::size_t{1}, 0);
  for (const VertexId c : to)
    if (c != kNoVertex) ++begin[c + 1];
  for (VertexId c = 0; c < vertices; ++c) begin[c + 1] += begin[c];
  std::vector<VertexId> member(begin.back());
  std::vector<VertexId> next(begin.begin(), begin.end() - 1);
  for (VertexId v = 0; v < graph.vertices(); ++v)
    if (to[v] != kNoVertex) member[next[to[v]]++] = v;

  std::vector<EdgeId> place(vertices, ~EdgeId{0});
  result.row.push_back(0);
  for (VertexId c = 0; c < vertices; ++c) {
    const EdgeId first = result.row.back();
    for (VertexId i = begin[c]; i < begin[c + 1]; ++i) {
      const VertexId v = member[i];
      for (std::uint32_t j = 0; j < constraints; ++j)
        result.vertex_weight[std::size_t{c} * constraints + j] += graph.weights(v)[j];
      if (!graph.fixed.empty()) result.fixed[c] = graph.fixed[v];
      graph.for_neighbours(v, [&](VertexId u, Weight weight) {
        const VertexId d = to[u];
        if (d == kNoVertex || d == c) return;
        if (place[d] == ~EdgeId{0} || place[d] < first) {
          place[d] = result.column.size();
          result.column.push_back(d);
          result.edge_weight.push_back(weight);
        } else {
          result.edge_weight[place[d]] += weight;
        }
      });
    }
    result.row.push_back(result.column.size());
  }
  return result;
}

}  // namespace warpgraph::partitioning
