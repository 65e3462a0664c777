// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "algorithms/oracle/arcs.hpp"

namespace warpgraph::test::oracle {

struct PageRankOptions {
  double damping = 0.85;
  double tolerance = 1e-12;  // of the sum of all changes in an iteration
  int max_iterations = 10000;
  // Where a surfer that is bored begins anew, with what probability; empty: anywhere.
  std::vector<double> personalisation = {};
  // A surfer that is stranded begins anew in the same way.
  bool stranded_begin_anew = false;
};

// The probability to meet a random surfer at every vertex. Each edge out of a vertex is as likely as the
// others; at a vertex without any, the surfer goes to any vertex, all alike, unless the options say otherwise.
template <EdgeValueType Value>
std::vector<double> page_rank(const Graph<Value>& graph, const PageRankOptions& options = {}) {
  const Arcs<Value> arcs = outgoing_arcs(graph);
  const std::size_t count = arcs.size();
  std::vector<double> start = options.personalisation;
  if (start.empty()) start.assign(count, 1.0 / static_cast<double>(count));
  std::vector<double> rank(count, 1.0 / static_cast<double>(count));
  for (int iteration = 0; iteration < options.max_iterations; ++iteration) {
    std::vector<double> followed(count, 0.0);
    double stranded = 0;
    for (VertexId v = 0; v < count; ++v) {
      if (arcs[v].empty()) stranded += rank[v];
      for (const auto& arc : arcs[v]) followed[arc.other] += rank[v] / static_cast<double>(arcs[v].size());
    }
    double change = 0;
    for (VertexId v = 0; v < count; ++v) {
      const double goes_there = options.stranded_begin_anew ? start[v] : 1 / static_cast<double>(count);
      const double next = (1 - options.damping) * start[v] + options.damping * (followed[v] + stranded * goes_there);
      change += std::abs(next - rank[v]);
      rank[v] = next;
    }
    if (change <= options.tolerance) break;
  }
  return rank;
}

}  // namespace warpgraph::test::oracle
