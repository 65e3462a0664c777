// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include <warpgraph/algorithms/topology.hpp>
#include <warpgraph/framework/graph/graph.hpp>

// One iteration of the algorithms that make many, all vertices at once: one thread on the host, in double and without
// tricks. Each takes a value for every vertex and returns the next ones. Edge values are the coefficients, 1 if there
// are none. O(vertices + edges).
namespace warpgraph::algorithms {

// Calls visit(u, w) for every edge that leads to v, from u with the value w.
template <EdgeValueType EdgeValue, class Visit>
void for_each_source(const Graph<EdgeValue>& graph, VertexId v, Visit&& visit) {
  for (EdgeId e = graph.incoming().row[v]; e < graph.incoming().row[v + 1]; ++e) {
    double weight = 1;
    if constexpr (graphs::kHasValue<EdgeValue>) weight = static_cast<double>(graph.incoming().value[e]);
    visit(graph.incoming().column[e], weight);
  }
}

// Circuit simulation: potentials of nodes between conductances (Kirchhoff's current law). A node whose potential is not
// fixed takes the mean of its sources' potentials, weighted by the conductances; one without sources, or with
// conductances that add up to 0, keeps its own. This is Jacobi's iteration.
template <EdgeValueType EdgeValue>
[[nodiscard]] std::vector<double> serial_circuit_step(const Graph<EdgeValue>& graph,
                                                      const std::vector<double>& potential,
                                                      const std::vector<bool>& is_fixed) {
  std::vector<double> next = potential;
  for (VertexId v = 0; v < next.size(); ++v) {
    double current = 0;
    double conductance = 0;
    for_each_source(graph, v, [&](VertexId u, double weight) {
      current += weight * potential[u];
      conductance += weight;
    });
    if (!is_fixed[v] && conductance != 0) next[v] = current / conductance;
  }
  return next;
}

// Heat simulation: every edge lets heat flow towards its target, in proportion to the difference of temperatures. One
// step of Euler's method, which is stable if a vertex's coefficients times the rate add up to at most 1.
template <EdgeValueType EdgeValue>
[[nodiscard]] std::vector<double> serial_heat_step(const Graph<EdgeValue>& graph,
                                                   const std::vector<double>& temperature, double rate = 1) {
  std::vector<double> next = temperature;
  for (VertexId v = 0; v < next.size(); ++v) {
    double heat = 0;
    for_each_source(graph, v, [&](VertexId u, double weight) { heat += weight * (temperature[u] - temperature[v]); });
    next[v] += rate * heat;
  }
  return next;
}

// Neural network: a neuron's output is the hyperbolic tangent of the weighted sum of its inputs; one without inputs is
// an input of the network and keeps its value.
template <EdgeValueType EdgeValue>
[[nodiscard]] std::vector<double> serial_neural_step(const Graph<EdgeValue>& graph, const std::vector<double>& output) {
  std::vector<double> next = output;
  for (VertexId v = 0; v < next.size(); ++v) {
    double sum = 0;
    for_each_source(graph, v, [&](VertexId u, double weight) { sum += weight * output[u]; });
    if (graph.in_degree(v) != 0) next[v] = std::tanh(sum);
  }
  return next;
}

// The authorities that hubs make, and the hubs that authorities make (Kleinberg, Authoritative sources in a
// hyperlinked environment, 1999). Both add up to 1, or to 0 if there is nothing to add up.
[[nodiscard]] std::vector<double> serial_authorities(const Topology& graph, std::span<const double> hub);
[[nodiscard]] std::vector<double> serial_hubs(const Topology& graph, std::span<const double> authority);

}  // namespace warpgraph::algorithms
