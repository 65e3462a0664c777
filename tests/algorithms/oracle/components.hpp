// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/framework/graph/graph.hpp>

namespace warpgraph::test::oracle {

// The least vertex of every vertex's component; directions do not matter.
template <EdgeValueType Value>
std::vector<VertexId> components(const Graph<Value>& graph) {
  return algorithms::serial_components(graph.incoming().row.span(), graph.incoming().column.span());
}

}  // namespace warpgraph::test::oracle
