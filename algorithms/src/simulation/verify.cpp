// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/serial_steps.hpp>

#include "common/named_vertices.hpp"
#include "common/value_types.hpp"
#include "verify/message.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::kEpsilon;
using verify::text_of;
using verify::vertex;

// What a run began with.
std::vector<float> start_of(const Topology& graph, const std::vector<float>& initial,
                            const std::vector<NamedValue>& named) {
  std::vector<float> start = initial;
  start.resize(graph.vertex_count());
  const std::vector<VertexId> vertex = vertices_of(*graph.ids, graph.vertex_count(), named);
  for (std::size_t i = 0; i < named.size(); ++i) start[vertex[i]] = named[i].value;
  return start;
}

std::vector<bool> places_of(const Topology& graph, const std::vector<NamedValue>& named) {
  std::vector<bool> is_named(graph.vertex_count());
  for (const VertexId v : vertices_of(*graph.ids, graph.vertex_count(), named)) is_named[v] = true;
  return is_named;
}

// Values that nothing changes must be what they were; all others in a range.
struct Limits {
  double least;
  double max;
};
template <class IsKept>
Problem problem_of_values(const Topology& graph, std::span<const float> value, std::span<const float> start,
                          Limits limits, IsKept&& is_kept) {
  for (VertexId v = 0; v < value.size(); ++v) {
    const auto has = [&] { return vertex(graph, v) + " has the value " + text_of(value[v]); };
    if (is_kept(v) && value[v] != start[v]) return has() + ", and nothing changes it from " + text_of(start[v]);
    if (!is_kept(v) && !(value[v] >= limits.least && value[v] <= limits.max))
      return has() + ", and none leaves the range from " + text_of(limits.least) + " to " + text_of(limits.max);
  }
  return {};
}

// One more step, in double, changes no value by more than tolerance(v).
template <class ToleranceOf>
Problem problem_of_step(const Topology& graph, const std::vector<double>& value, const std::vector<double>& next,
                        ToleranceOf&& tolerance) {
  for (VertexId v = 0; v < value.size(); ++v) {
    if (std::abs(next[v] - value[v]) <= tolerance(v)) continue;
    return vertex(graph, v) + " has the value " + text_of(static_cast<float>(value[v])) +
           ", and one more step makes it " + text_of(static_cast<float>(next[v]));
  }
  return {};
}

// The range of values whose means never leave it, but for what a sum of so many floats is off by each time.
Limits range_of(const Topology& graph, std::span<const float> start, std::uint32_t iterations) {
  if (start.empty()) return {};
  EdgeId longest = 0;
  for (VertexId v = 0; v < graph.vertex_count(); ++v) longest = std::max(longest, graph.in_degree(v));
  const auto [least, max] = std::ranges::minmax(start);
  const double size = std::max(std::abs(static_cast<double>(least)), std::abs(static_cast<double>(max)));
  const double rounding = kEpsilon * (8 + static_cast<double>(longest)) * size * iterations;
  return {static_cast<double>(least) - rounding, static_cast<double>(max) + rounding};
}

// Over the edges that lead to a vertex: the sum of the absolute weights, and the same times the values at both ends.
struct RowSum {
  double weight = 0;
  double sources = 0;
  double target = 0;
};
template <EdgeValueType EdgeValue>
RowSum row_sum(const Graph<EdgeValue>& graph, const std::vector<double>& value, VertexId v) {
  RowSum sum;
  for_each_source(graph, v, [&](VertexId u, double weight) {
    sum.weight += std::abs(weight);
    sum.sources += std::abs(weight * value[u]);
    sum.target += std::abs(weight * value[v]);
  });
  return sum;
}

// A sum of n floats is off by at most n roundings of itself; a handful come with every vertex.
double roundings(const Topology& graph, VertexId v) { return kEpsilon * (8 + static_cast<double>(graph.in_degree(v))); }

}  // namespace

template <EdgeValueType EdgeValue>
Problem verify_circuit(const Graph<EdgeValue>& graph, std::span<const float> potential, const CircuitOptions& options,
                       bool converged) {
  verify::expect_one_each(graph, potential);
  const std::vector<float> start = start_of(graph, options.initial, options.fixed);
  const std::vector<bool> is_fixed = places_of(graph, options.fixed);
  if (Problem problem = problem_of_values(graph, potential, start, range_of(graph, start, options.max_iterations),
                                          [&](VertexId v) { return is_fixed[v] || graph.in_degree(v) == 0; }))
    return problem;
  if (!converged) return {};
  const std::vector<double> value(potential.begin(), potential.end());
  return problem_of_step(graph, value, serial_circuit_step(graph, value, is_fixed), [&](VertexId v) {
    const RowSum sum = row_sum(graph, value, v);
    return options.tolerance + (sum.weight == 0 ? 0 : 2 * roundings(graph, v) * sum.sources / sum.weight);
  });
}

template <EdgeValueType EdgeValue>
Problem verify_heat(const Graph<EdgeValue>& graph, std::span<const float> temperature, const HeatOptions& options,
                    bool converged) {
  verify::expect_one_each(graph, temperature);
  const std::vector<float> start = start_of(graph, options.initial, options.hot);
  if (Problem problem = problem_of_values(graph, temperature, start, range_of(graph, start, options.max_iterations),
                                          [&](VertexId v) { return graph.in_degree(v) == 0; }))
    return problem;
  if (!converged) return {};
  const std::vector<double> value(temperature.begin(), temperature.end());
  double largest = 0;
  double off = 0;  // the largest sum, and so the rate, if it comes from that
  for (VertexId v = 0; v < value.size(); ++v) {
    largest = std::max(largest, row_sum(graph, value, v).weight);
    off = std::max(off, roundings(graph, v));
  }
  const double rate = options.rate > 0 ? options.rate : largest > 0 ? 0.5 / largest : 1;
  const std::vector<double> next = serial_heat_step(graph, value, rate);
  return problem_of_step(graph, value, next, [&](VertexId v) {
    const RowSum sum = row_sum(graph, value, v);
    return options.tolerance + roundings(graph, v) * (rate * (sum.sources + sum.target) + std::abs(value[v])) +
           off * std::abs(next[v] - value[v]);
  });
}

template <EdgeValueType EdgeValue>
Problem verify_neural_network(const Graph<EdgeValue>& graph, std::span<const float> output,
                              const NeuralNetworkOptions& options, bool converged) {
  verify::expect_one_each(graph, output);
  const std::vector<float> start = start_of(graph, options.initial, options.inputs);
  const auto is_input = [&](VertexId v) { return graph.in_degree(v) == 0; };
  Limits limits{-1, 1};
  for (const float value : start) {  // a run may end before every neuron has fired
    limits.least = std::min<double>(limits.least, value);
    limits.max = std::max<double>(limits.max, value);
  }
  if (Problem problem = problem_of_values(graph, output, start, limits, is_input)) return problem;
  if (!converged) return {};
  const std::vector<double> value(output.begin(), output.end());
  return problem_of_step(graph, value, serial_neural_step(graph, value), [&](VertexId v) {
    const RowSum sum = row_sum(graph, value, v);
    return options.tolerance * sum.weight + roundings(graph, v) * (1 + sum.sources);
  });
}

#define WARPGRAPH_INSTANTIATE(E)                                                                            \
  template Problem verify_circuit<E>(const Graph<E>&, std::span<const float>, const CircuitOptions&, bool); \
  template Problem verify_heat<E>(const Graph<E>&, std::span<const float>, const HeatOptions&, bool);       \
  template Problem verify_neural_network<E>(const Graph<E>&, std::span<const float>, const NeuralNetworkOptions&, bool)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
