// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/heat.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/segmented_reduce.hpp>

#include "common/value_types.hpp"
#include "relaxation.hpp"

namespace warpgraph::algorithms {
namespace {

// What the sums of conductivities may be off by for being added up in another order.
constexpr double kRounding = 1e-6;

// The largest sum of the conductivities of one vertex.
template <class Graph>
float largest_sum(const Graph& graph, const FloatEdges& edges) {
  const StreamRef stream = edges.stream();
  const AdjacencyView<float>& rows = edges.view();
  Buffer<float> sums(stream, rows.row.empty() ? 0 : rows.row.size() - 1, "sums of conductivities");
  Buffer<float> largest(stream, 1, "sums of conductivities");
  if (!sums.empty()) primitives::segmented_reduce(stream, rows.value, rows.row, sums.view());
  if (graph.has_partial_rows()) {
    const std::vector<float> own = graph.add_up(to_host(stream, sums));
    return own.empty() ? 0 : std::ranges::max(own);
  }
  primitives::reduce(stream, sums, largest.view(), Max{});
  return to_host(stream, largest).front();
}

// For differences of temperatures of sizes up to `largest`.
template <class Graph>
double rate_limit(const Graph& graph, double largest = 0) {
  expect_conductances(graph, largest, "heat: the conductivity");
  float sum = 0;
  for (const FloatEdges& edges : graph.parts()) sum = std::max(sum, largest_sum(graph, edges));
  sum = graph.largest(sum);
  return sum > 0 ? 1 / static_cast<double>(sum) : std::numeric_limits<double>::infinity();
}

float stable_rate(double rate, double limit) {
  expects(std::isfinite(rate) && rate >= 0, "heat: the rate is not a finite number of 0 or more");
  if (rate > limit * (1 + kRounding)) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), limit).ptr;
    throw UsageError("heat: the rate is not stable on this graph; at most " + std::string(text.data(), end) + " is");
  }
  if (std::isinf(limit)) return 1.0f;  // no heat flows, whatever the rate
  return static_cast<float>(rate > 0 ? rate : limit / 2);
}

template <class Graph>
auto simulate(const Graph& graph, const HeatOptions& options) {
  std::vector<std::string> words = call_words(options.tolerance, options.initial, options.hot);
  words.push_back(ranks::call_word("rate", options.rate));
  graph.expect_same_call("heat", words);
  const EngineOptions engine = engine_options(options);
  const auto start = start_values(graph.ids(), graph.vertex_count(), options.initial, options.hot);
  const float rate = stable_rate(options.rate, rate_limit(graph, 2 * largest_size(start)));
  DeviceCopies copies;
  const auto make_program = [&](StreamRef stream) {
    return programs::Temperatures{{{copies(stream, start, "heat start"), options.tolerance}}, rate};
  };
  return graph.run(make_program, engine);
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<float> heat(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const HeatOptions& options) {
  return simulate(FloatGraph(stream, graph), options);
}

template <EdgeValueType EdgeValue>
ShardedResult<float> heat(const ShardedGraph<EdgeValue>& graph, const HeatOptions& options) {
  return simulate(ShardedFloatGraph(graph), options);
}

template <EdgeValueType EdgeValue>
double heat_rate_limit(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  return rate_limit(FloatGraph(stream, graph));
}

template <EdgeValueType EdgeValue>
double heat_rate_limit(const ShardedGraph<EdgeValue>& graph) {
  return rate_limit(ShardedFloatGraph(graph));
}

#define WARPGRAPH_INSTANTIATE(E)                                                        \
  template Result<float> heat<E>(StreamRef, const DeviceGraph<E>&, const HeatOptions&); \
  template ShardedResult<float> heat<E>(const ShardedGraph<E>&, const HeatOptions&);    \
  template double heat_rate_limit<E>(StreamRef, const DeviceGraph<E>&);                 \
  template double heat_rate_limit<E>(const ShardedGraph<E>&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
