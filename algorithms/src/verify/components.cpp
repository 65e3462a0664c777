// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/verify.hpp>

#include "message.hpp"

namespace warpgraph {

namespace {

// `best[v]` is the label that v should have.
Problem problem_of_labels(const Topology& graph, std::span<const VertexId> label, const std::vector<VertexId>& best) {
  for (VertexId v = 0; v < label.size(); ++v) {
    if (label[v] == best[v]) continue;
    const std::string found = label[v] < label.size() ? verify::name_of(graph, label[v]) : "no vertex";
    return verify::vertex(graph, v) + " has the label " + found + ", and its component that of " +
           verify::name_of(graph, best[v]);
  }
  return {};
}

}  // namespace

Problem verify_components(const Topology& graph, std::span<const VertexId> label) {
  verify::expect_one_each(graph, label);
  if (label.empty()) return {};
  return problem_of_labels(graph, label, serial_components(graph.row, graph.column));
}

Problem verify_named_components(const Topology& graph, std::span<const VertexId> label) {
  verify::expect_one_each(graph, label);
  if (label.empty()) return {};
  std::vector<VertexId> best = serial_components(graph.row, graph.column);
  std::vector<VertexId> lowest(best.size(), kNoVertex);  // of the component whose least vertex it is
  for (VertexId v = 0; v < best.size(); ++v) {
    VertexId& so_far = lowest[best[v]];
    if (so_far == kNoVertex || graph.ids->name_of(v) < graph.ids->name_of(so_far)) so_far = v;
  }
  for (VertexId& each : best) each = lowest[each];
  return problem_of_labels(graph, label, best);
}

}  // namespace warpgraph
