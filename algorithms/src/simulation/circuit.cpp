// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/circuit.hpp>

#include <warpgraph/algorithms/programs.hpp>

#include "common/value_types.hpp"
#include "relaxation.hpp"

namespace warpgraph::algorithms {
namespace {

template <class Graph>
auto simulate(const Graph& graph, const CircuitOptions& options) {
  graph.expect_same_call("circuit", call_words(options.tolerance, options.initial, options.fixed));
  const VertexId vertices = graph.vertex_count();
  const EngineOptions engine = engine_options(options);
  const auto start = start_values(graph.ids(), vertices, options.initial, options.fixed);
  std::vector<std::uint8_t> fixed(vertices);
  for (const VertexId v : vertices_of(graph.ids(), vertices, options.fixed)) fixed[v] = 1;
  expect_conductances(graph, largest_size(start), "circuit: the conductance");
  DeviceCopies copies;
  const auto make_program = [&](StreamRef stream) {
    return programs::Potentials{{{copies(stream, start, "circuit start"), options.tolerance}},
                                copies(stream, fixed, "circuit fixed nodes")};
  };
  return graph.run(make_program, engine);
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<float> circuit(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const CircuitOptions& options) {
  return simulate(FloatGraph(stream, graph), options);
}

template <EdgeValueType EdgeValue>
ShardedResult<float> circuit(const ShardedGraph<EdgeValue>& graph, const CircuitOptions& options) {
  return simulate(ShardedFloatGraph(graph), options);
}

#define WARPGRAPH_INSTANTIATE(E)                                                              \
  template Result<float> circuit<E>(StreamRef, const DeviceGraph<E>&, const CircuitOptions&); \
  template ShardedResult<float> circuit<E>(const ShardedGraph<E>&, const CircuitOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
