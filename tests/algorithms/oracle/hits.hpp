// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include <warpgraph/algorithms/serial_steps.hpp>

namespace warpgraph::test::oracle {

struct Hits {
  std::vector<double> hub;
  std::vector<double> authority;
};

// A good authority is one that good hubs point to, and a good hub points to good authorities (Kleinberg,
// Authoritative sources in a hyperlinked environment, 1999). Both sum up to 1. All hubs begin alike.
template <EdgeValueType Value>
Hits hits(const Graph<Value>& graph, double tolerance = 1e-13, int max_iterations = 100000) {
  const std::size_t count = graph.vertex_count();
  Hits now{std::vector<double>(count, 1.0 / static_cast<double>(count)), std::vector<double>(count, 0.0)};
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    Hits next;
    next.authority = algorithms::serial_authorities(graph, now.hub);
    next.hub = algorithms::serial_hubs(graph, next.authority);
    double change = 0;
    for (VertexId v = 0; v < count; ++v) change += std::abs(next.hub[v] - now.hub[v]);
    now = std::move(next);
    if (change <= tolerance) break;
  }
  return now;
}

}  // namespace warpgraph::test::oracle
