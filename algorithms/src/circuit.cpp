// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/circuit.hpp>

#include "relaxation.hpp"
#include "value_types.hpp"

namespace warpgraph {
namespace {

struct Potentials : WeightedRelaxation {
  View<const std::uint8_t> is_fixed;

  WARPGRAPH_DEVICE float apply(float old, const WeightedSum& current, const Vertex& v) const {
    return is_fixed[v.id] != 0 || current.weight == 0 ? old : current.value / current.weight;
  }
};

Result<float> simulate(StreamRef stream, const FloatEdges& edges, const IdMap& ids, const CircuitOptions& options) {
  const VertexId vertices = edges.view().vertex_count;
  const EngineOptions engine = engine_options(options);
  const auto start = to_device(stream, start_values(ids, vertices, options.initial, options.fixed), "circuit start");
  std::vector<std::uint8_t> fixed(vertices);
  for (const NamedValue& each : options.fixed) fixed[find_vertex(ids, vertices, each.vertex)] = 1;
  const auto is_fixed = to_device(stream, fixed, "circuit fixed nodes");
  if (!are_fit(stream, edges, 0)) throw InputError("circuit: a conductance is negative, infinite or no number");
  return run_program(stream, edges.view(), Potentials{{{start, options.tolerance}}, is_fixed}, engine);
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<float> circuit(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const CircuitOptions& options) {
  return simulate(stream, FloatEdges(stream, graph), graph.ids(), options);
}

#define WARPGRAPH_INSTANTIATE(E) \
  template Result<float> circuit<E>(StreamRef, const DeviceGraph<E>&, const CircuitOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
