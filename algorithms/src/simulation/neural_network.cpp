// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/neural_network.hpp>

#include <warpgraph/algorithms/programs.hpp>

#include "common/value_types.hpp"
#include "relaxation.hpp"

namespace warpgraph::algorithms {
namespace {

template <class Graph>
auto fire(const Graph& graph, const NeuralNetworkOptions& options) {
  graph.expect_same_call("neural_network", call_words(options.tolerance, options.initial, options.inputs));
  const EngineOptions engine = engine_options(options);
  const auto start = start_values(graph.ids(), graph.vertex_count(), options.initial, options.inputs);
  expect_sums_fit(graph, 0, true, largest_size(start), "neural network: the weight");
  DeviceCopies copies;
  const auto make_program = [&](StreamRef stream) {
    return programs::Outputs{{copies(stream, start, "neural network start"), options.tolerance}};
  };
  return graph.run(make_program, engine);
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<float> neural_network(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                             const NeuralNetworkOptions& options) {
  return fire(FloatGraph(stream, graph), options);
}

template <EdgeValueType EdgeValue>
ShardedResult<float> neural_network(const ShardedGraph<EdgeValue>& graph, const NeuralNetworkOptions& options) {
  return fire(ShardedFloatGraph(graph), options);
}

#define WARPGRAPH_INSTANTIATE(E)                                                                           \
  template Result<float> neural_network<E>(StreamRef, const DeviceGraph<E>&, const NeuralNetworkOptions&); \
  template ShardedResult<float> neural_network<E>(const ShardedGraph<E>&, const NeuralNetworkOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
