// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/neural_network.hpp>

#include "relaxation.hpp"
#include "value_types.hpp"

namespace warpgraph {
namespace {

struct Outputs : Relaxation {
  using Reduction = Plus;

  WARPGRAPH_DEVICE float visit(float output, float weight) const { return weight * output; }
  WARPGRAPH_DEVICE float apply(float old, float sum, const Vertex& v) const {
    return v.in_degree == 0 ? old : std::tanh(sum);
  }
};

Result<float> fire(StreamRef stream, const FloatEdges& edges, const IdMap& ids, const NeuralNetworkOptions& options) {
  const EngineOptions engine = engine_options(options);
  const auto outputs = start_values(ids, edges.view().vertex_count, options.initial, options.inputs);
  const auto start = to_device(stream, outputs, "neural network start");
  if (!are_fit(stream, edges, std::numeric_limits<float>::lowest()))
    throw InputError("neural network: a weight is infinite or no number");
  return run_program(stream, edges.view(), Outputs{{start, options.tolerance}}, engine);
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<float> neural_network(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                             const NeuralNetworkOptions& options) {
  return fire(stream, FloatEdges(stream, graph), graph.ids(), options);
}

#define WARPGRAPH_INSTANTIATE(E) \
  template Result<float> neural_network<E>(StreamRef, const DeviceGraph<E>&, const NeuralNetworkOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
