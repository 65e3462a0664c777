// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <vector>

#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph::test::oracle {

template <EdgeValueType Value>
std::vector<double> betweenness(const Graph<Value>& graph, const std::vector<VertexId>& sources) {
  return algorithms::serial_betweenness(graph, sources);
}

template <EdgeValueType Value>
std::vector<double> betweenness(const Graph<Value>& graph) {
  std::vector<VertexId> all(graph.vertex_count());
  std::iota(all.begin(), all.end(), VertexId{0});
  return betweenness(graph, all);
}

}  // namespace warpgraph::test::oracle
