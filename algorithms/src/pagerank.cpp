// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/pagerank.hpp>

#include <vector>

#include <warpgraph/framework/engine/engine.hpp>

#include "value_types.hpp"

namespace warpgraph {
namespace {

struct Ranks {
  struct Aggregate {
    double dangling = 0;  // rank of the vertices without outgoing edges
    double change = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(const Aggregate& a, const Aggregate& b) {
      return {a.dangling + b.dangling, a.change + b.change};
    }
  };
  using VertexValue = float;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  static constexpr bool kNeedsOutDegree = true;

  float damping;
  float everywhere;          // the chance to start over at a vertex, if it is the same for all
  View<const float> starts;  // and if it is not
  double tolerance;
  float dangling = 0;

  WARPGRAPH_DEVICE float start(VertexId v) const { return starts.empty() ? everywhere : starts[v]; }
  WARPGRAPH_DEVICE float initial(VertexId v) const { return start(v); }
  WARPGRAPH_DEVICE float publish(float rank, const Vertex& v) const {
    return v.out_degree == 0 ? 0 : rank / static_cast<float>(v.out_degree);
  }
  WARPGRAPH_DEVICE float visit(float share, NoValue) const { return share; }
  WARPGRAPH_DEVICE float apply(float, float sum, const Vertex& v) const {
    return damping * sum + start(v) * (1 - damping + damping * dangling);
  }
  WARPGRAPH_DEVICE bool updated(float old, float rank) const { return old != rank; }
  WARPGRAPH_DEVICE Aggregate aggregate(float old, float rank, const Vertex& v) const {
    const double change = static_cast<double>(rank) - static_cast<double>(old);
    return {v.out_degree == 0 ? static_cast<double>(rank) : 0.0, change < 0 ? -change : change};
  }
  bool next(const Aggregate& sum, std::uint32_t superstep) {
    dangling = static_cast<float>(sum.dangling);
    return superstep == 0 || tolerance <= 0 || sum.change > tolerance;
  }
};

std::vector<float> start_chances(const IdMap& ids, VertexId vertices, const std::vector<std::uint64_t>& sources) {
  std::vector<float> chance(vertices);
  for (const std::uint64_t name : sources) chance[find_vertex(ids, vertices, name)] += 1;
  for (float& each : chance) each /= static_cast<float>(sources.size());
  return chance;
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<float> pagerank(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const PageRankOptions& options) {
  expects(options.damping >= 0 && options.damping < 1, "pagerank: damping is not in [0, 1)");
  Buffer<float> starts;
  if (!options.sources.empty()) {
    starts = to_device(stream, start_chances(graph.ids(), graph.vertex_count(), options.sources), "pagerank starts");
  }
  const float everywhere = 1.0f / static_cast<float>(graph.vertex_count());
  EngineOptions engine = options.engine;
  engine.most_supersteps = options.most_iterations;
  const Ranks program{static_cast<float>(options.damping), everywhere, starts, options.tolerance};
  return run_program(stream, graph, program, engine);
}

#define WARPGRAPH_INSTANTIATE(E) \
  template Result<float> pagerank<E>(StreamRef, const DeviceGraph<E>&, const PageRankOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
