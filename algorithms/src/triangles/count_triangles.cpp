// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/triangles.hpp>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include "common/expect_undirected.hpp"
#include "common/refuse_engine_options.hpp"
#include "common/value_types.hpp"
#include "rank_triangles.hpp"
#include "short_rows.hpp"
#include "triangle_count.hpp"

namespace warpgraph::algorithms {
namespace {

using namespace triangles;  // NOLINT(google-build-using-namespace): its parts

constexpr std::uint32_t kSlices = 64;  // of the work of a count that can be stopped

// Whether the caller may end the count before all is done.
bool is_watched(const EngineOptions& engine) {
  return engine.after_superstep || engine.max_supersteps != EngineOptions().max_supersteps;
}

void count_in_slices(StreamRef stream, const EngineOptions& engine, TriangleCount& count, Triangles& triangles) {
  peers::StepRun run(stream, engine, triangles);
  for (std::uint32_t i = 0; run.begin(); ++i) {
    count.count({i, kSlices});
    run.wait();
    run.end({}, i + 1 == kSlices);
  }
}

void count_all(StreamRef stream, const AdjacencyView<NoValue>& edges, const EngineOptions& engine,
               Triangles& triangles) {
  TriangleCount count(stream, edges, triangles.values);
  count.rank();
  count.mark();
  count.lay_out();
  (void)count.keep({0, static_cast<VertexId>(edges.row.size() - 1)});
  count.list_tasks();
  count.begin_count();
  if (is_watched(engine))
    count_in_slices(stream, engine, count, triangles);
  else
    count.count({});
  count.end_count();
  count.add_to(triangles);
}

// Each device finds out which edges are kept at its own vertices, and sends them to all others: then each device has
// the whole graph with each edge at one end, which is half of it, and takes its part of the tasks.
void count_on_all(const peers::PeerGraph& peers, const EngineOptions& engine, ShardedTriangles& triangles) {
  const auto devices = static_cast<std::size_t>(peers.devices());
  std::vector<peers::OwnRows> rows;
  std::vector<std::unique_ptr<TriangleCount>> counts;
  std::optional<peers::PeerSum<std::uint64_t>> add_up;
  peers::PeerArrays arrays(peers);
  peers::StepRun run(peers, arrays, engine, triangles);
  const peers::WaitForPeers wait(peers);
  run.begin_whole();
  const auto of_all = [&](auto&& of) {
    std::vector<decltype(of(*counts.front()))> all;
    for (const auto& each : counts) all.push_back(of(*each));
    return all;
  };
  for (std::size_t i = 0; i < devices; ++i) {
    const peers::PeerGraph::Part& part = peers.parts[i];
    rows.emplace_back(peers, part);
    const View<std::uint64_t> of_vertices = triangles.values.empty() ? View<std::uint64_t>() : triangles.values[i];
    counts.push_back(std::make_unique<TriangleCount>(part.stream, rows.back().view(), of_vertices));
  }
  arrays.put_own(of_all([](TriangleCount& each) { return each.lengths(); }));
  arrays.send();
  for (const auto& each : counts) each->rank();
  for (const auto& each : counts) each->mark();
  arrays.put_own(of_all([](TriangleCount& each) { return each.rows(); }));
  arrays.send();
  for (const auto& each : counts) each->lay_out();
  std::vector<std::pair<EdgeId, EdgeId>> kept;
  for (std::size_t i = 0; i < devices; ++i) kept.push_back(counts[i]->keep(peers.parts[i].own));
  for (std::size_t i = 0; i < devices; ++i) {
    const View<const VertexId> mine = counts[i]->columns().subview(kept[i].first, kept[i].second);
    for (std::size_t j = 0; j < devices; ++j)
      arrays.put(static_cast<int>(i), mine, static_cast<int>(j),
                 counts[j]->columns().subview(kept[i].first, kept[i].second));
  }
  arrays.send();
  for (const auto& each : counts) each->list_tasks();
  for (std::size_t i = 0; i < devices; ++i) {
    counts[i]->begin_count();
    counts[i]->count({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(devices)});
    counts[i]->end_count();
  }
  for (const auto& each : counts) each->add_to(triangles);
  if (!triangles.values.empty()) {
    add_up.emplace(peers);
    (*add_up)(arrays, {triangles.values.begin(), triangles.values.end()});
  }
  run.end_whole();
}

MemoryPlan memory_of_values(const shards::RunSize& size, const TriangleOptions& options) {
  MemoryPlan plan;
  if (!options.of_vertices) return plan;
  plan.add_array<std::uint64_t>("triangles of vertices", size.vertices);
  return plan += peers::PeerSum<std::uint64_t>::memory(size);
}

}  // namespace

MemoryPlan count_triangles_memory(const shards::RunSize& size, const TriangleOptions& options) {
  MemoryPlan plan = TriangleCount::memory(size.vertices, size.edges, size.own_edges, options.of_vertices);
  plan += peers::OwnRows::memory(size);
  return plan += memory_of_values(size, options);
}

template <EdgeValueType EdgeValue>
Triangles count_triangles(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const TriangleOptions& options) {
  expect_undirected(graph, "triangles");
  refuse_plan(options.engine, "triangles");
  const shards::RunSize size = shards::run_size(graph);
  const AdjacencyView<NoValue> edges = without_values(graph.view().incoming);
  const bool is_short =
      !is_watched(options.engine) && size.edges != 0 && graph.row_facts(stream).incoming.longest <= kLongestMerged;
  stream.device().require(
      is_short || size.edges == 0 ? memory_of_values(size, options) : count_triangles_memory(size, options),
      "triangles");
  Triangles triangles;
  if (options.of_vertices) {
    triangles.values = Buffer<std::uint64_t>(stream, graph.vertex_count(), "triangles of vertices");
    fill(stream, triangles.values, 0);
  }
  if (size.edges == 0) return triangles;
  if (is_short)
    count_in_short_rows(stream, edges, triangles.values, triangles);
  else
    count_all(stream, edges, options.engine, triangles);
  return triangles;
}

template <EdgeValueType EdgeValue>
ShardedTriangles count_triangles(const ShardedGraph<EdgeValue>& graph, const TriangleOptions& options) {
  expect_undirected(graph, "triangles");
  refuse_plan(options.engine, "triangles");
  refuse_supersteps(options.engine, "triangles", "a count on several devices has no supersteps");
  if (graph.layout().has_others()) return count_on_ranks(graph, options);
  peers::require_on_peers(graph, "triangles",
                          [&](const shards::RunSize& size) { return count_triangles_memory(size, options); });
  const peers::PeerGraph peers = peers::peer_graph(graph, options.engine.exchange);
  ShardedTriangles triangles;
  triangles.own = peers.own();
  if (options.of_vertices) {
    for (const peers::PeerGraph::Part& each : peers.parts) {
      triangles.values.emplace_back(each.stream, graph.vertex_count(), "triangles of vertices");
      fill(each.stream, triangles.values.back(), 0);
    }
  }
  if (graph.edge_count() != 0) count_on_all(peers, options.engine, triangles);
  return triangles;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                   \
  template Triangles count_triangles<E>(StreamRef, const DeviceGraph<E>&, const TriangleOptions&); \
  template ShardedTriangles count_triangles<E>(const ShardedGraph<E>&, const TriangleOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
