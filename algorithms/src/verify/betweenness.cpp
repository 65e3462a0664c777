// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/verify.hpp>
#include <warpgraph/framework/engine/result.hpp>

#include "message.hpp"

namespace warpgraph {
namespace {

template <class Value>
Problem problem_of_betweenness(const Topology& graph, std::span<const VertexId> sources, double scale,
                               std::span<const Value> value, double relative) {
  verify::expect_one_each(graph, value);
  const std::vector<double> sum = serial_betweenness(graph, sources);
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

std::vector<VertexId> vertices_of(const Topology& graph, std::span<const std::uint64_t> names) {
  std::vector<VertexId> vertices;
  for (const std::uint64_t name : names) vertices.push_back(find_vertex(*graph.ids, graph.vertex_count(), name));
  return vertices;
}

}  // namespace

Problem verify_betweenness(const Topology& graph, std::span<const std::uint64_t> sources, std::span<const float> value,
                           double relative) {
  return problem_of_betweenness(graph, vertices_of(graph, sources), 1, value, relative);
}
Problem verify_betweenness(const Topology& graph, std::span<const std::uint64_t> sources, std::span<const double> value,
                           double relative) {
  return problem_of_betweenness(graph, vertices_of(graph, sources), 1, value, relative);
}
Problem verify_betweenness(const Topology& graph, const BetweennessOptions& options, std::span<const double> value,
                           double relative) {
  const VertexId vertices = graph.vertex_count();
  const std::vector<VertexId> sources = betweenness_sources(*graph.ids, vertices, options);
  const double all = vertices;
  const bool is_scaled = options.normalised && vertices > 2;
  const double scale = is_scaled ? all / static_cast<double>(sources.size()) / ((all - 1) * (all - 2)) : 1;
  return problem_of_betweenness(graph, sources, scale, value, relative);
}

}  // namespace warpgraph
