// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/framework/run/result.hpp>

#include "dependencies.hpp"
#include "verify/message.hpp"
#include "verify/parallel.hpp"
#include "verify/targets.hpp"

namespace warpgraph::algorithms {
namespace {

// As serial_betweenness, to the last bit: sources side by side, and what each adds in their order. A few at a time,
// because each needs some 40 bytes a vertex.
std::vector<double> betweenness_of(const Topology& graph, std::span<const VertexId> sources, ThreadPool* threads) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 32;
  const std::size_t at_a_time =
      threads == nullptr ? 1
                         : std::clamp<std::size_t>(kMaxBytes / 40 / std::max<std::size_t>(graph.vertex_count(), 1), 1,
                                                   threads->size());
  const verify::Targets targets(graph, threads);
  std::vector<double> sum(graph.vertex_count(), 0.0);
  std::vector<std::vector<double>> of_source(at_a_time);
  for (std::size_t done = 0; done < sources.size(); done += at_a_time) {
    const std::size_t count = std::min(at_a_time, sources.size() - done);
    verify::for_chunks(threads, count, 1, [&](std::size_t i, std::size_t) {
      of_source[i] = dependencies_on(targets, graph.vertex_count(), sources[done + i]);
    });
    for (std::size_t i = 0; i < count; ++i)
      verify::for_vertices(
          threads, sum.size(), [&](VertexId v) { sum[v] += of_source[i][v]; }, verify::kNumbers);
  }
  return sum;
}

template <class Value>
Problem problem_of_betweenness(const Topology& graph, std::span<const VertexId> sources, double scale,
                               std::span<const Value> value, double relative, ThreadPool* threads) {
  verify::expect_one_each(graph, value);
  const std::vector<double> sum = betweenness_of(graph, sources, threads);
  // A path's vertices add up the edges that lead to them and from them, numbers of paths and dependencies; a vertex
  // adds up what the sources bring.
  const double terms = 2 * static_cast<double>(graph.column.size()) + 4 * static_cast<double>(graph.vertex_count()) +
                       static_cast<double>(sources.size());
  const double off = relative + std::numeric_limits<double>::epsilon() * terms;
  for (VertexId v = 0; v < value.size(); ++v) {
    const double expected = scale * sum[v];
    if (std::abs(static_cast<double>(value[v]) - expected) <= off * std::max(scale, expected)) continue;
    return verify::vertex(graph, v) + " has the betweenness " + verify::text_of(value[v]) + ", and it is " +
           verify::text_of(expected);
  }
  return {};
}

}  // namespace

Problem verify_betweenness(const Topology& graph, std::span<const VertexName> sources, std::span<const float> value,
                           double relative, ThreadPool* threads) {
  return problem_of_betweenness(graph, find_vertices(*graph.ids, graph.vertex_count(), sources), 1, value, relative,
                                threads);
}
Problem verify_betweenness(const Topology& graph, std::span<const VertexName> sources, std::span<const double> value,
                           double relative, ThreadPool* threads) {
  return problem_of_betweenness(graph, find_vertices(*graph.ids, graph.vertex_count(), sources), 1, value, relative,
                                threads);
}
Problem verify_betweenness(const Topology& graph, const BetweennessOptions& options, std::span<const double> value,
                           double relative, ThreadPool* threads) {
  const VertexId vertices = graph.vertex_count();
  const std::vector<VertexId> sources = betweenness_sources(*graph.ids, vertices, options);
  const double all = vertices;
  const bool is_scaled = options.normalised && vertices > 2;
  const double scale = is_scaled ? all / static_cast<double>(sources.size()) / ((all - 1) * (all - 2)) : 1;
  return problem_of_betweenness(graph, sources, scale, value, relative, threads);
}

}  // namespace warpgraph::algorithms
