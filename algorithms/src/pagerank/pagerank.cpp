// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/pagerank.hpp>

#include <algorithm>
#include <vector>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>

#include "common/device_copies.hpp"
#include "common/value_types.hpp"
#include "simulation/named_vertices.hpp"

namespace warpgraph {
namespace {

template <class Rank>
struct Ranks {
  struct Aggregate {
    double dangling = 0;  // rank of the vertices without outgoing edges
    double change = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(const Aggregate& a, const Aggregate& b) {
      return {a.dangling + b.dangling, a.change + b.change};
    }
  };
  using VertexValue = Rank;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  static constexpr bool kNeedsOutDegree = true;

  Rank damping;
  Rank everywhere;          // the chance to start over at a vertex, if it is the same for all
  View<const Rank> starts;  // and if it is not
  double tolerance;
  Rank dangling = 0;

  WARPGRAPH_DEVICE Rank start(VertexId v) const { return starts.empty() ? everywhere : starts[v]; }
  WARPGRAPH_DEVICE Rank initial(VertexId v) const { return start(v); }
  WARPGRAPH_DEVICE Rank publish(Rank rank, const Vertex& v) const {
    return v.out_degree == 0 ? 0 : rank / static_cast<Rank>(v.out_degree);
  }
  WARPGRAPH_DEVICE Rank visit(Rank share, NoValue) const { return share; }
  WARPGRAPH_DEVICE Rank apply(Rank, Rank sum, const Vertex& v) const {
    return damping * sum + start(v) * (1 - damping + damping * dangling);
  }
  WARPGRAPH_DEVICE bool updated(Rank old, Rank rank) const { return old != rank; }
  WARPGRAPH_DEVICE Aggregate aggregate(Rank old, Rank rank, const Vertex& v) const {
    const double change = static_cast<double>(rank) - static_cast<double>(old);
    return {v.out_degree == 0 ? static_cast<double>(rank) : 0.0, change < 0 ? -change : change};
  }
  bool next(const Aggregate& sum, std::uint32_t superstep) {
    dangling = static_cast<Rank>(sum.dangling);
    return superstep == 0 || tolerance <= 0 || sum.change > tolerance;
  }
};

template <class Rank>
std::vector<Rank> start_chances(const IdMap& ids, VertexId vertices, const std::vector<std::uint64_t>& sources) {
  std::vector<Rank> chance(vertices);
  for (const VertexId v : find_set(ids, vertices, sources, "pagerank: the source"))
    chance[v] = 1 / static_cast<Rank>(sources.size());
  return chance;
}

// run(make_program, options) is run_program on one device, or on several.
template <class Rank, class Run>
auto iterate(const IdMap& ids, VertexId vertices, const PageRankOptions& options, const Run& run) {
  expects(options.damping >= 0 && options.damping < 1, "pagerank: damping is not in [0, 1)");
  expects(options.tolerance >= 0, "pagerank: the tolerance is not 0 or more");
  std::vector<Rank> starts;
  if (!options.sources.empty()) starts = start_chances<Rank>(ids, vertices, options.sources);
  const Rank everywhere = 1 / static_cast<Rank>(vertices);
  EngineOptions engine = options.engine;
  engine.max_supersteps = std::min(engine.max_supersteps, options.max_iterations);
  DeviceCopies copies;
  const auto make_program = [&](StreamRef stream) {
    return Ranks<Rank>{static_cast<Rank>(options.damping), everywhere, copies(stream, starts, "pagerank starts"),
                       options.tolerance};
  };
  return run(make_program, engine);
}

}  // namespace

template <std::floating_point Rank, EdgeValueType EdgeValue>
Result<Rank> pagerank(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const PageRankOptions& options) {
  return iterate<Rank>(graph.ids(), graph.vertex_count(), options, [&](const auto& make_program, const auto& engine) {
    return run_program(stream, graph, make_program(stream), engine);
  });
}

template <std::floating_point Rank, EdgeValueType EdgeValue>
ShardedResult<Rank> pagerank(const ShardedGraph<EdgeValue>& graph, const PageRankOptions& options) {
  return iterate<Rank>(graph.ids(), graph.vertex_count(), options, [&](const auto& make_program, const auto& engine) {
    return run_program(graph, make_program, engine);
  });
}

#define WARPGRAPH_INSTANTIATE(E)                                                                         \
  template Result<float> pagerank<float, E>(StreamRef, const DeviceGraph<E>&, const PageRankOptions&);   \
  template Result<double> pagerank<double, E>(StreamRef, const DeviceGraph<E>&, const PageRankOptions&); \
  template ShardedResult<float> pagerank<float, E>(const ShardedGraph<E>&, const PageRankOptions&);      \
  template ShardedResult<double> pagerank<double, E>(const ShardedGraph<E>&, const PageRankOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
