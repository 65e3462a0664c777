// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/verify.hpp>
#include <warpgraph/framework/engine/result.hpp>

#include "message.hpp"

namespace warpgraph {
namespace {

template <class Value>
Problem problem_of_betweenness(const Topology& graph, std::span<const std::uint64_t> sources,
                               std::span<const Value> value, double relative) {
  verify::expect_one_each(graph, value);
  std::vector<VertexId> starts;
  for (const std::uint64_t name : sources) starts.push_back(find_vertex(*graph.ids, graph.vertex_count(), name));
  const std::vector<double> expected = serial_betweenness(graph, starts);
  for (VertexId v = 0; v < value.size(); ++v) {
    if (std::abs(static_cast<double>(value[v]) - expected[v]) <= relative * std::max(1.0, expected[v])) continue;
    return verify::vertex(graph, v) + " has the betweenness " + verify::text_of(value[v]) + ", and it is " +
           verify::text_of(expected[v]);
  }
  return {};
}

}  // namespace

Problem verify_betweenness(const Topology& graph, std::span<const std::uint64_t> sources, std::span<const float> value,
                           double relative) {
  return problem_of_betweenness(graph, sources, value, relative);
}
Problem verify_betweenness(const Topology& graph, std::span<const std::uint64_t> sources, std::span<const double> value,
                           double relative) {
  return problem_of_betweenness(graph, sources, value, relative);
}

}  // namespace warpgraph
