// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/component_count.hpp>

#include <vector>

#include <warpgraph/algorithms/serial.hpp>

namespace warpgraph::algorithms {

VertexId count_components(std::span<const EdgeId> row, std::span<const VertexId> column) {
  const std::vector<VertexId> label = serial_components(row, column);
  VertexId components = 0;
  for (VertexId v = 0; v < label.size(); ++v) components += label[v] == v ? 1 : 0;
  return components;
}

}  // namespace warpgraph::algorithms
