// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/algorithms/topology.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/error.hpp>

// Whether the values that a run has left are right. The header of each algorithm declares the verifiers of its results,
// and this one a verifier for iterations of one's own. They run on the host, and are written without a look at the
// algorithms: on the threads of a pool where one is given, else on the caller's thread. What is found does not depend
// on the threads; of several vertices that are wrong in the same way the lowest is named.
//
// Where values can be proven right by looking at every edge once or twice, nothing is computed again: a certificate
// (McConnell, Mehlhorn, Naeher and Schweitzer, Certifying algorithms, 2011). Only incoming edges are read. Host memory:
// some bytes a vertex; for lengths, HITS, core numbers, triangles and betweenness also 4 to 12 bytes an edge, to know
// edges by their sources.
//
// values[v] belongs to vertex v of the graph, so it is to_host(stream, result.values) that is verified; sources are
// what the user calls them. All throw InputError if a source is not there, UsageError if there is not a value a vertex.
namespace warpgraph::algorithms {

// For iterations that settle: step(values), in double, changes no value by more than `max`. Values that are not numbers
// are wrong. Costs one step, and 16 bytes a vertex.
template <std::floating_point Value, class Step>
Problem verify_fixed_point(const Topology& graph, std::span<const Value> values, Step&& step, double max) {
  expects(values.size() == graph.vertex_count(), "verify: not a value for every vertex");
  const std::vector<double> before(values.begin(), values.end());
  const std::vector<double> after = step(before);
  for (VertexId v = 0; v < before.size(); ++v) {
    if (std::abs(after[v] - before[v]) <= max) continue;
    return "vertex " + to_string(graph.ids->name_of(v)) + " has the value " + std::to_string(before[v]) +
           ", and one more step makes it " + std::to_string(after[v]);
  }
  return {};
}

}  // namespace warpgraph::algorithms
