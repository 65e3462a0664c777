// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/pagerank.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "common/device_copies.hpp"
#include "common/named_vertices.hpp"
#include "common/value_types.hpp"

namespace warpgraph::algorithms {
namespace {

template <class Rank>
std::vector<Rank> start_chances(const IdMap& ids, VertexId vertices, const std::vector<VertexName>& sources) {
  std::vector<Rank> chance(vertices);
  for (const VertexId v : find_set(ids, vertices, sources, "pagerank: the source"))
    chance[v] = 1 / static_cast<Rank>(sources.size());
  return chance;
}

// By the numbers of this rank.
template <class Rank, class EdgeValue>
std::vector<Rank> start_chances(const ShardedGraph<EdgeValue>& graph, const std::vector<VertexName>& sources) {
  if (!graph.has_global_ids()) return start_chances<Rank>(graph.ids(), graph.vertex_count(), sources);
  expect_set(sources, "pagerank: the source");
  std::vector<Rank> chance(graph.number_count());
  for (const VertexName source : sources)
    if (const VertexId v = find_vertex(graph, source); v != kNoVertex)
      chance[v] = 1 / static_cast<Rank>(sources.size());
  return chance;
}

// run(make_program, options) is run on one device, or on several. chances(sources): where a walker starts over.
template <class Rank, class Chances, class Run>
auto iterate(std::uint64_t vertices, const PageRankOptions& options, const Chances& chances, const Run& run) {
  expects(options.damping >= 0 && options.damping < 1, "pagerank: damping is not in [0, 1)");
  expects(options.tolerance >= 0, "pagerank: the tolerance is not 0 or more");
  std::vector<Rank> starts;
  if (!options.sources.empty()) starts = chances(options.sources);
  const Rank everywhere = 1 / static_cast<Rank>(vertices);
  EngineOptions engine = options.engine;
  engine.max_supersteps = std::min(engine.max_supersteps, options.max_iterations);
  DeviceCopies copies;
  const auto make_program = [&](StreamRef stream) {
    return programs::PageRanks<Rank>{static_cast<Rank>(options.damping), everywhere,
                                     copies(stream, starts, "pagerank starts"), options.tolerance};
  };
  return run(make_program, engine);
}

}  // namespace

template <std::floating_point Rank, EdgeValueType EdgeValue>
Result<Rank> pagerank(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const PageRankOptions& options) {
  const auto chances = [&](const auto& sources) {
    return start_chances<Rank>(graph.ids(), graph.vertex_count(), sources);
  };
  return iterate<Rank>(graph.vertex_count(), options, chances, [&](const auto& make_program, const auto& engine) {
    return warpgraph::run(stream, graph, make_program(stream), engine);
  });
}

template <std::floating_point Rank, EdgeValueType EdgeValue>
ShardedResult<Rank> pagerank(const ShardedGraph<EdgeValue>& graph, const PageRankOptions& options) {
  ranks::expect_same_call(
      graph.layout().ranks, "pagerank",
      {ranks::call_word("damping", options.damping), ranks::call_word("tolerance", options.tolerance),
       ranks::call_word("sources", std::span<const VertexName>(options.sources))});
  const auto chances = [&](const auto& sources) { return start_chances<Rank>(graph, sources); };
  return iterate<Rank>(graph.total_vertex_count(), options, chances, [&](const auto& make_program, const auto& engine) {
    return warpgraph::run(graph, make_program, engine);
  });
}

#define WARPGRAPH_INSTANTIATE(E)                                                                         \
  template Result<float> pagerank<float, E>(StreamRef, const DeviceGraph<E>&, const PageRankOptions&);   \
  template Result<double> pagerank<double, E>(StreamRef, const DeviceGraph<E>&, const PageRankOptions&); \
  template ShardedResult<float> pagerank<float, E>(const ShardedGraph<E>&, const PageRankOptions&);      \
  template ShardedResult<double> pagerank<double, E>(const ShardedGraph<E>&, const PageRankOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
