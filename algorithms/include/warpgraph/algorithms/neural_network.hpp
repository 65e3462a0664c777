// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/algorithms/named_value.hpp>
#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct NeuralNetworkOptions {
  std::vector<NamedValue> inputs = {};  // outputs to begin with, of some neurons; the last one counts
  // And of all, in the order of the device's graph; empty: 0.
  std::vector<float> initial = {};
  // The iteration ends when no output has changed by more than this; 0: after max_iterations.
  double tolerance = 1e-4;
  std::uint32_t max_iterations = 1000;
  EngineOptions engine = {};
};

// A neural network, one of the vertex-centric benchmarks of Khorasani 2016: the outputs of neurons that are connected
// in any way. The value of an edge is its weight w, 1 if it has none. All neurons fire at once:
//
//   x_v <- tanh(sum of w x_u)
//
// A neuron without incoming edges is an input and keeps its value. A network in layers is through after as many
// supersteps as it has layers; one with loops (Hopfield 1984) may settle, swing, or wander, and then max_iterations
// ends it. Layers that are dense are better served by matrix products.
// Throws InputError if an input is not there, or if a weight or a value is infinite or no number; UsageError if
// `initial` has not a value for every vertex. Waits for the stream, or for the devices, in every iteration, which
// gathers along all edges. Memory beside the graph: engine_memory of programs::Outputs (engine/memory.hpp), 4 bytes a
// vertex to begin with, and 4 an edge unless its values are floats.
template <EdgeValueType EdgeValue>
Result<float> neural_network(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                             const NeuralNetworkOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<float> neural_network(const ShardedGraph<EdgeValue>& graph, const NeuralNetworkOptions& options = {});

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds neural_network_needs() { return needs_of_program(/*outgoing=*/false); }

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
auto neural_network(StreamRef stream, const G& graph, const NeuralNetworkOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return neural_network(stream, each, options); });
}
template <IsAnywhere G>
auto neural_network(const G& graph, const NeuralNetworkOptions& options = {}) {
  return run_anywhere(graph, neural_network_needs(), [&](const auto&... on) { return neural_network(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// After a run with these options: inputs have their first values, and outputs are between -1 and 1. If the run has
// converged, one more step in double changes no value by more than the tolerance times the sum of the absolute weights
// that come in, plus what sums of floats lose. Linear.
template <EdgeValueType EdgeValue>
Problem verify_neural_network(const Graph<EdgeValue>& graph, std::span<const float> output,
                              const NeuralNetworkOptions& options = {}, bool converged = true);

}  // namespace warpgraph::algorithms
