// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

// Three programs in which every vertex computes a real number from those of its sources, over and over.
// The functions make one iteration, all vertices at once, in double; edge values are the coefficients.
namespace warpgraph::test::oracle {

using Reals = std::vector<double>;

// Circuit simulation: potentials of nodes between conductances (Kirchhoff's current law). A node whose
// potential is not fixed takes the mean of its sources' potentials, weighted by the conductances; one
// without sources, or with conductances that add up to 0, keeps its own. This is Jacobi's iteration.
template <EdgeValueType Value>
Reals circuit_step(const Graph<Value>& graph, const Reals& potential, const std::vector<bool>& is_fixed) {
  Reals current(potential.size(), 0.0);
  Reals conductance(potential.size(), 0.0);
  for_each_edge(graph, [&](VertexId source, VertexId target, Value value) {
    current[target] += weight_of<double>(value) * potential[source];
    conductance[target] += weight_of<double>(value);
  });
  Reals next = potential;
  for (VertexId v = 0; v < next.size(); ++v) {
    if (!is_fixed[v] && conductance[v] != 0) next[v] = current[v] / conductance[v];
  }
  return next;
}

// Heat simulation: every edge lets heat flow towards its target, in proportion to the difference of
// temperatures. One step of Euler's method, which is stable if a vertex's coefficients add up to at most 1.
template <EdgeValueType Value>
Reals heat_step(const Graph<Value>& graph, const Reals& temperature) {
  Reals next = temperature;
  for_each_edge(graph, [&](VertexId source, VertexId target, Value value) {
    next[target] += weight_of<double>(value) * (temperature[source] - temperature[target]);
  });
  return next;
}

// Neural network: a neuron's output is the hyperbolic tangent of the weighted sum of its inputs; one
// without inputs is an input of the network and keeps its value.
template <EdgeValueType Value>
Reals neural_step(const Graph<Value>& graph, const Reals& output) {
  Reals sum(output.size(), 0.0);
  for_each_edge(graph, [&](VertexId source, VertexId target, Value value) {
    sum[target] += weight_of<double>(value) * output[source];
  });
  Reals next = output;
  for (VertexId v = 0; v < next.size(); ++v) {
    if (graph.in_degree(v) != 0) next[v] = std::tanh(sum[v]);
  }
  return next;
}

// Repeats a step until no vertex changes by more than `tolerance`.
template <class Step>
Reals settle(Reals values, double tolerance, Step&& step) {
  for (double change = tolerance + 1; change > tolerance;) {
    const Reals next = step(values);
    change = 0;
    for (VertexId v = 0; v < next.size(); ++v) change = std::max(change, std::abs(next[v] - values[v]));
    values = next;
  }
  return values;
}

}  // namespace warpgraph::test::oracle
