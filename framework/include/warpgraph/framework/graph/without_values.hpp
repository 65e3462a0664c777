// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/device_graph.hpp>

namespace warpgraph {

// What methods that look at no edge values see of a graph, so that their kernels are compiled once.
template <EdgeValueType EdgeValue>
AdjacencyView<NoValue> without_values(const AdjacencyView<EdgeValue>& edges) {
  return {edges.row, edges.column, {}};
}
template <EdgeValueType EdgeValue>
GraphView<NoValue> without_values(const GraphView<EdgeValue>& graph) {
  return {graph.vertex_count, graph.edge_count, without_values(graph.incoming), without_values(graph.outgoing)};
}

}  // namespace warpgraph
