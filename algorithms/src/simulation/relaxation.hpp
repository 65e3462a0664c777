// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/named_value.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "common/device_copies.hpp"
#include "common/named_vertices.hpp"
#include "float_graph.hpp"

// What circuit, heat and neural_network share beside their programs (programs::Relaxation): the values to begin with,
// and checks of the edge values and the options.
namespace warpgraph::algorithms {

// Throws InputError, which names the file if there is one, and the vertex.
inline void expect_finite(const std::vector<float>& values, const IdMap& ids, const std::string& file = {}) {
  const auto wrong = std::ranges::find_if_not(values, [](float value) { return std::isfinite(value); });
  if (wrong == values.end()) return;
  const VertexName name = ids.name_of(static_cast<VertexId>(wrong - values.begin()));
  throw InputError(file, 0, "the initial value of vertex " + to_string(name) + " is infinite or no number");
}

// Throws InputError for the first name that is not there and for values that are no finite number, UsageError if
// `initial` has not one for every vertex.
inline std::vector<float> start_values(const IdMap& ids, VertexId vertices, const std::vector<float>& initial,
                                       const std::vector<NamedValue>& named) {
  expects(initial.empty() || initial.size() == vertices, "the initial values are not one for every vertex");
  std::vector<float> values = initial;
  values.resize(vertices);
  const std::vector<VertexId> vertex = vertices_of(ids, vertices, named);
  for (std::size_t i = 0; i < named.size(); ++i) values[vertex[i]] = named[i].value;
  expect_finite(values, ids);
  return values;
}

// Which sizes edge values may have beside 0.
struct Sizes {
  float least;
  float max;
  bool may_be_negative;
};

struct FindUnfit {
  View<const float> value;
  Sizes sizes;
  View<EdgeId> first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    const float size = value[e] < 0 ? -value[e] : value[e];
    const bool is_fit = size == 0 || (size >= sizes.least && size <= sizes.max);
    if (!is_fit || (value[e] < 0 && !sizes.may_be_negative)) atomic::fetch_min(first[0], e);
  }
};

// Waits for the stream.
inline std::optional<EdgeId> first_unfit(const FloatEdges& edges, const Sizes& sizes) {
  Buffer<EdgeId> first(edges.stream(), 1, "unfit edges");
  fill(edges.stream(), first, ~EdgeId{0});
  kernel::for_each(edges.stream(), edges.view().value.size(), FindUnfit{edges.view().value, sizes, first});
  const EdgeId found = to_host(edges.stream(), first).front();
  return found == ~EdgeId{0} ? std::nullopt : std::optional(found);
}

inline std::string fault_of(float value, const Sizes& sizes) {
  if (std::isnan(value)) return "no number";
  if (value < 0 && !sizes.may_be_negative) return "negative";
  return std::abs(value) < sizes.least ? "too small for a float" : "too large for a float";
}

// Throws InputError, which names the vertex that the edge leads to, unless every edge value, called `name`, has one of
// the sizes. `remedy` ends the message.
template <class Graph>
void expect_sizes(const Graph& graph, const Sizes& sizes, const std::string& name, const std::string& remedy = {}) {
  for (const FloatEdges& part : graph.parts()) {
    const std::optional<EdgeId> unfit = first_unfit(part, sizes);
    if (!unfit) continue;
    const float value = to_host(part.stream(), part.view().value.subview(*unfit, 1)).front();
    throw InputError(name + " of an edge into vertex " + to_string(graph.ids().name_of(part.target_of(*unfit))) +
                     " is " + fault_of(value, sizes) + remedy);
  }
}
// The largest size of a value.
inline double largest_size(const std::vector<float>& values) {
  double largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(static_cast<double>(value)));
  return largest;
}

// The same of values no sum of which leaves the floats, nor of their products with vertex values of sizes up to
// `largest`. `least`: beside 0.
template <class Graph>
void expect_sums_fit(const Graph& graph, float least, bool may_be_negative, double largest, const std::string& name) {
  std::size_t edges = 1;
  for (const FloatEdges& part : graph.parts()) edges = std::max(edges, part.view().value.size());
  double max = static_cast<double>(std::numeric_limits<float>::max()) / static_cast<double>(edges);
  std::string remedy =
      std::string(": it must be 0 or ") + (least > 0 ? "1.2e-38 to" : "up to") + " 3.4e38 over the number of edges";
  if (largest > 1) {
    max /= largest;
    remedy += " and over the largest initial value";
  }
  expect_sizes(graph, {least, static_cast<float>(max), may_be_negative}, name, remedy);
}

// The same of values that are divided by.
template <class Graph>
void expect_conductances(const Graph& graph, double largest, const std::string& name) {
  expect_sums_fit(graph, std::numeric_limits<float>::min(), false, largest, name);
}

// What ranks compare before a simulation (expect_same_call).
inline std::vector<std::string> call_words(double tolerance, const std::vector<float>& initial,
                                           const std::vector<NamedValue>& named) {
  std::vector<std::string> words{ranks::call_word("tolerance", tolerance),
                                 ranks::call_word("initial", std::span<const float>(initial))};
  for (const NamedValue& each : named) words.push_back(ranks::call_word(to_string(each.vertex), each.value));
  return words;
}

// The caller's engine options, with the limit of the iterations.
template <class Options>
EngineOptions engine_options(const Options& options) {
  expects(options.tolerance >= 0, "the tolerance is not 0 or more");
  EngineOptions engine = options.engine;
  engine.max_supersteps = std::min(engine.max_supersteps, options.max_iterations);
  return engine;
}

}  // namespace warpgraph::algorithms
