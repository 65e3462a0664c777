// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/algorithms/named_value.hpp>
#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct HeatOptions {
  std::vector<NamedValue> hot = {};  // temperatures to begin with, of some vertices; the last one counts
  // And of all, in the order of the device's graph; empty: 0.
  std::vector<float> initial = {};
  // The length of a time step; 0: half of heat_rate_limit, at which temperatures settle without swinging.
  double rate = 0;
  // The iteration ends when no temperature has changed by more than this; 0: after max_iterations.
  double tolerance = 1e-4;
  std::uint32_t max_iterations = 1000;
  EngineOptions engine = {};
};

// Heat simulation, one of the vertex-centric benchmarks of Khorasani 2016: temperatures that even out. The value of an
// edge is its conductivity c, 1 if it has none; heat flows along it in proportion to the difference of temperatures. A
// superstep is one step of Euler's explicit method:
//
//   t_v <- t_v + rate * (sum of c (t_u - t_v))
//
// That is stable while rate times the sum of a vertex's conductivities is at most 1 everywhere: no temperature leaves
// the range of those around it. Beyond that, errors may grow from step to step without bound, so such a rate is
// refused. One vertex of many edges makes the steps of all short; implicit methods win there. In an undirected graph no
// heat is lost, and every component settles at its mean; in a directed one heat follows the edges one way.
// Throws InputError if a hot vertex is not there, if a conductivity is negative, or if it or a temperature is infinite
// or no number; UsageError if the rate is negative or above heat_rate_limit, or if `initial` has not a value for every
// vertex. Waits for the stream, or for the devices, in every iteration, which gathers along all edges. Memory beside
// the graph: engine_memory of programs::Temperatures (engine/memory.hpp), 4 bytes a vertex to begin with, and 4 an edge
// unless its values are floats.
template <EdgeValueType EdgeValue>
Result<float> heat(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const HeatOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<float> heat(const ShardedGraph<EdgeValue>& graph, const HeatOptions& options = {});

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds heat_needs() { return needs_of_program(/*outgoing=*/false); }

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
auto heat(StreamRef stream, const G& graph, const HeatOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return heat(stream, each, options); });
}
template <IsAnywhere G>
auto heat(const G& graph, const HeatOptions& options = {}) {
  return run_anywhere(graph, heat_needs(), [&](const auto&... on) { return heat(on..., options); });
}

// The largest rate that is stable on this graph: 1 over the largest sum of a vertex's conductivities; infinity if there
// are none. Waits for the stream. Throws InputError if a conductivity is negative, infinite or no number. Reads all
// values. Allocates 4 bytes a vertex, and 4 an edge unless its values are floats, while it works.
template <EdgeValueType EdgeValue>
double heat_rate_limit(StreamRef stream, const DeviceGraph<EdgeValue>& graph);
template <EdgeValueType EdgeValue>
double heat_rate_limit(const ShardedGraph<EdgeValue>& graph);

// ---- Whether results are right (verify.hpp says how)

// After a run with these options: vertices that nothing changes have their first temperatures, and all are in the range
// of these. If the run has converged, one more step in double changes no value by more than the tolerance, plus what
// sums of floats lose. Linear.
template <EdgeValueType EdgeValue>
Problem verify_heat(const Graph<EdgeValue>& graph, std::span<const float> temperature, const HeatOptions& options = {},
                    bool converged = true);

}  // namespace warpgraph::algorithms
