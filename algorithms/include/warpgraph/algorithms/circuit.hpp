// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/algorithms/named_value.hpp>
#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct CircuitOptions {
  std::vector<NamedValue> fixed = {};  // nodes that a source holds at a potential; the last one counts
  // The potentials to begin with, in the order of the device's graph; empty: all 0.
  std::vector<float> initial = {};
  // The iteration ends when no potential has changed by more than this; 0: after max_iterations. The solution may
  // still be farther away: by the change over what a further iteration takes off it.
  double tolerance = 1e-4;
  std::uint32_t max_iterations = 1000;
  EngineOptions engine = {};
};

// Circuit simulation, one of the vertex-centric benchmarks of Khorasani 2016: the potentials of the nodes of a network
// of resistors. The value of an edge is its conductance g, 1 if it has none. By Kirchhoff's law no current is left over
// at a node that is not fixed: the sum of g (p_u - p_v) over its edges is 0, so its potential is the mean of its
// neighbours', weighted by g. Jacobi's iteration computes that of all nodes at once, again and again:
//
//   p_v <- sum of g p_u / sum of g
//
// A potential never leaves the range of those around it, so nothing diverges. What is connected to a fixed node
// converges, quickly in networks of small diameter, in meshes after about as many iterations as the square of the
// diameter, where solvers that precondition win. Parts without a fixed node have no unique solution; they, and nodes
// without conductance, go on from their initial potentials. In a directed graph a node sees its incoming edges only.
// Throws InputError if a fixed node is not there, if a conductance is negative, or if it or a potential is infinite or
// no number; UsageError if `initial` has not a value for every vertex. Waits for the stream, or for the devices, in
// every iteration, which gathers along all edges. Memory beside the graph: engine_memory of programs::Potentials
// (engine/memory.hpp), 4 bytes a vertex to begin with, and 4 an edge unless its values are floats.
template <EdgeValueType EdgeValue>
Result<float> circuit(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const CircuitOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<float> circuit(const ShardedGraph<EdgeValue>& graph, const CircuitOptions& options = {});

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds circuit_needs() { return needs_of_program(/*outgoing=*/false); }

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
auto circuit(StreamRef stream, const G& graph, const CircuitOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return circuit(stream, each, options); });
}
template <IsAnywhere G>
auto circuit(const G& graph, const CircuitOptions& options = {}) {
  return run_anywhere(graph, circuit_needs(), [&](const auto&... on) { return circuit(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// After a run with these options: fixed nodes, and those that nothing changes, have their first potentials, and all are
// in the range of these. If the run has converged, one more step in double changes no value by more than the tolerance,
// plus what sums of floats lose. Linear.
template <EdgeValueType EdgeValue>
Problem verify_circuit(const Graph<EdgeValue>& graph, std::span<const float> potential,
                       const CircuitOptions& options = {}, bool converged = true);

}  // namespace warpgraph::algorithms
