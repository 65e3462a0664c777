// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/verify.hpp>

#include "message.hpp"

namespace warpgraph {

Problem verify_components(const Topology& graph, std::span<const VertexId> label) {
  verify::expect_one_each(graph, label);
  if (label.empty()) return {};
  const std::vector<VertexId> least = serial_components(graph.row, graph.column);
  for (VertexId v = 0; v < label.size(); ++v) {
    if (label[v] == least[v]) continue;
    const std::string found = label[v] < label.size() ? verify::name_of(graph, label[v]) : "no vertex";
    return verify::vertex(graph, v) + " has the label " + found + ", and its component that of " +
           verify::name_of(graph, least[v]);
  }
  return {};
}

}  // namespace warpgraph
