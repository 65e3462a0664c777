// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/neural_network.hpp>

#include "create_result.hpp"
#include "engine_options.hpp"
#include "options.hpp"

namespace warpgraph::c_interface {
namespace {

warpgraph_simulation_options standard_simulation() {
  const algorithms::CircuitOptions standard;
  return {sizeof(warpgraph_simulation_options),
          nullptr,
          nullptr,
          0,
          nullptr,
          0,
          standard.tolerance,
          standard.max_iterations,
          0,
          0};
}

std::vector<algorithms::NamedValue> named_values(const warpgraph_simulation_options& options) {
  std::vector<algorithms::NamedValue> named;
  if (options.count == 0) return named;
  required(options.vertices, "options: vertices");
  required(options.values, "options: values");
  require(options.count < kNoVertex, "options: there are more values than vertices that a graph can have");
  for (std::size_t i = 0; i < options.count; ++i) named.push_back({options.vertices[i], options.values[i]});
  return named;
}

// From the order of results to that of the device's graph.
std::vector<float> initial_values(const warpgraph_graph& graph, const float* initial) {
  if (initial == nullptr) return {};
  std::vector<float> values(initial, initial + graph.vertex_count());
  const std::vector<VertexId> place = results::user_order(graph.ids());
  for (VertexId v = 0; v < place.size(); ++v) values[v] = initial[place[v]];
  return values;
}

// simulate(stream, graph, options, named values) is called with the options that all simulations have filled in.
template <class Options, class Simulate>
warpgraph_status run_simulation(const warpgraph_graph* graph, const warpgraph_simulation_options* given,
                                warpgraph_result** result, const ColumnOf& column, Simulate&& simulate) {
  return create_result(graph, result, column, kAsTheyAre, [&](StreamRef stream, const auto& each) {
    const warpgraph_simulation_options from = options_of(given, standard_simulation());
    Options options;
    options.initial = initial_values(*graph, from.initial);
    options.tolerance = from.tolerance;
    options.max_iterations = from.max_iterations;
    options.engine = engine_options(from);
    return simulate(stream, each, std::move(options), from);
  });
}

}  // namespace
}  // namespace warpgraph::c_interface

using namespace warpgraph;               // NOLINT(google-build-using-namespace)
using namespace warpgraph::c_interface;  // NOLINT(google-build-using-namespace)

warpgraph_status warpgraph_simulation_options_init(warpgraph_simulation_options* options, size_t size) {
  return guarded([&] { initialise(options, size, standard_simulation()); });
}

warpgraph_status warpgraph_circuit(const warpgraph_graph* graph, const warpgraph_simulation_options* options,
                                   warpgraph_result** result) {
  return run_simulation<algorithms::CircuitOptions>(
      graph, options, result, {"circuit", "potential"},
      [](StreamRef stream, const auto& each, algorithms::CircuitOptions circuit_options, const auto& from) {
        circuit_options.fixed = named_values(from);
        return algorithms::circuit(stream, each, circuit_options);
      });
}

warpgraph_status warpgraph_heat(const warpgraph_graph* graph, const warpgraph_simulation_options* options,
                                warpgraph_result** result) {
  return run_simulation<algorithms::HeatOptions>(
      graph, options, result, {"heat", "temperature"},
      [](StreamRef stream, const auto& each, algorithms::HeatOptions heat_options, const auto& from) {
        heat_options.hot = named_values(from);
        heat_options.rate = from.rate;
        return algorithms::heat(stream, each, heat_options);
      });
}

warpgraph_status warpgraph_neural_network(const warpgraph_graph* graph, const warpgraph_simulation_options* options,
                                          warpgraph_result** result) {
  return run_simulation<algorithms::NeuralNetworkOptions>(
      graph, options, result, {"neural-network", "output"},
      [](StreamRef stream, const auto& each, algorithms::NeuralNetworkOptions network_options, const auto& from) {
        network_options.inputs = named_values(from);
        return algorithms::neural_network(stream, each, network_options);
      });
}
