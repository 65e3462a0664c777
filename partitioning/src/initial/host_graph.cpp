// SPDX-License-Identifier: Apache-2.0
#include "host_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "../level/rows_inside.hpp"
#include "../peers/peer.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::size_t kRowsOfTask = 16;

void sort_row(HostGraph& graph, VertexId v, std::vector<std::pair<VertexId, Weight>>& edges) {
  edges.clear();
  graph.for_neighbours(v, [&](VertexId u, Weight weight) { edges.emplace_back(u, weight); });
  std::ranges::sort(edges);
  EdgeId to = graph.row[v];
  for (const auto& [u, weight] : edges) {
    graph.column[to] = u;
    graph.edge_weight[to++] = weight;
  }
}

// The ranges of the peers ascend, so their entries follow on each other.
HostGraph join_rows(Peer& peer, HostGraph& mine) {
  HostGraph whole;
  whole.row = {0};
  const std::vector<const HostGraph*> all = peer.all<const HostGraph*>(&mine);
  if (peer.rank() == 0) {
    whole = mine;
    for (const HostGraph* each : all) {
      if (each == &mine) continue;
      for (std::size_t v = 0; v < whole.row.size(); ++v) whole.row[v] += each->row[v];
      whole.column.insert(whole.column.end(), each->column.begin(), each->column.end());
      whole.edge_weight.insert(whole.edge_weight.end(), each->edge_weight.begin(), each->edge_weight.end());
    }
  }
  (void)peer.all(0);  // until then the first one reads the rows of the others
  return whole;
}

void download_rows(StreamRef stream, const Buffer<EdgeId>& row, const Buffer<VertexId>& column,
                   const Buffer<Weight>& edge_weight, HostGraph& graph) {
  graph.row = to_host(stream, row);
  graph.column = to_host(stream, column);
  graph.edge_weight = edge_weight.empty() ? std::vector<Weight>(column.size(), 1) : to_host(stream, edge_weight);
}

}  // namespace

HostGraph download(StreamRef stream, const LevelGraph& level, const Buffer<PartId>& part) {
  HostGraph graph;
  if (part.empty()) {
    download_rows(stream, level.row, level.column, level.edge_weight, graph);
  } else {
    const Rows inside = rows_inside(stream, level, part);
    download_rows(stream, inside.row, inside.column, inside.edge_weight, graph);
  }
  graph.vertex_weight = to_host(stream, level.vertex_weight);
  if (!level.fixed.empty()) graph.fixed = to_host(stream, level.fixed);
  graph.constraints = level.constraints;
  if (level.peer != nullptr) graph = join_rows(*level.peer, graph);
  stream.device().runtime().threads().for_chunks(graph.vertices(), kRowsOfTask,
                                                 [&](std::size_t first, std::size_t last) {
                                                   std::vector<std::pair<VertexId, Weight>> edges;
                                                   for (std::size_t v = first; v < last; ++v)
                                                     sort_row(graph, static_cast<VertexId>(v), edges);
                                                 });
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
