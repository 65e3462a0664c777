// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/topology.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/error.hpp>

// Whether the values that a run has left are right. On the host, written without a look at the algorithms: on the
// threads of a pool where one is given, else on the caller's thread. What is found does not depend on the threads; of
// several vertices that are wrong in the same way the lowest is named.
//
// Where values can be proven right by looking at every edge once or twice, nothing is computed again: a certificate
// (McConnell, Mehlhorn, Naeher and Schweitzer, Certifying algorithms, 2011). Only incoming edges are read.
//
// values[v] belongs to vertex v of the graph, so it is to_host(stream, result.values) that is verified; sources are
// what the user calls them. All throw InputError if a source is not there, UsageError if there is not a value a vertex.
namespace warpgraph {

class ThreadPool;

// Nothing if all is well, or one line that says what is wrong at which vertex, as the user calls it.
using Problem = std::optional<std::string>;

// Certificate: the source alone has level 0, no edge leads down by more than a level, and every other vertex that has
// a level has an edge from the one above. Linear.
Problem verify_bfs_levels(const Topology& graph, std::uint64_t source, std::span<const std::uint32_t> level,
                          ThreadPool* threads = nullptr);

// Certificate: edges from all parents, no cycles, and the levels that the tree implies are those of a breadth-first
// search. Any such tree is right. Linear.
Problem verify_bfs_parents(const Topology& graph, std::uint64_t source, std::span<const VertexId> parent,
                           ThreadPool* threads = nullptr);

// Certificate: no edge makes a way shorter, and the edges that explain their target's distance reach every vertex that
// has one from the source. (That each has one such edge is not enough: the vertices of a cycle of length 0 explain each
// other.) Linear.
//
// Rounding keeps the order of sums, so distances of floats are the least ones to the last bit, whatever order they were
// found in. Those that were added up otherwise may be off by `rounding` of a distance at every edge of its path.
template <EdgeValueType EdgeValue>
Problem verify_sssp(const Graph<EdgeValue>& graph, std::uint64_t source, std::span<const Distance<EdgeValue>> distance,
                    double rounding = 0, ThreadPool* threads = nullptr);

// The same certificate; widths are never rounded. Linear.
template <EdgeValueType EdgeValue>
Problem verify_widest_path(const Graph<EdgeValue>& graph, std::uint64_t source, std::span<const Width<EdgeValue>> width,
                           ThreadPool* threads = nullptr);

// Every vertex has the least vertex of its component as its label, or the one with the lowest name (lowest_named). By
// union-find; almost linear.
Problem verify_components(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads = nullptr);
Problem verify_named_components(const Topology& graph, std::span<const VertexId> label, ThreadPool* threads = nullptr);

// Ranks add up to 1, and one more iteration, in double, changes them by no more in sum than a run with these options
// leaves to change: `damping` of its last change, which was the tolerance if it has converged, and else what
// max_iterations leave of 2; plus what sums of the value's type lose in whatever order, and while they never settle,
// lose again and again: as many roundings as a vertex has edges, and for the rank of the vertices without outgoing
// edges, which is one sum in double, as many as the graph has vertices. With a residual of r, ranks are within r / (1 -
// damping) of the exact ones in sum. Linear.
Problem verify_pagerank(const Topology& graph, std::span<const float> rank, const PageRankOptions& options = {},
                        bool converged = true, ThreadPool* threads = nullptr);
Problem verify_pagerank(const Topology& graph, std::span<const double> rank, const PageRankOptions& options = {},
                        bool converged = true, ThreadPool* threads = nullptr);

// Of core numbers, the largest k for which a vertex has a place in a subgraph whose vertices all have k neighbours
// there; directions, loops and parallel edges do not matter. Certificate: every vertex has as many neighbours of its
// core number or higher, and can be peeled off in the order of core numbers when it has no more than that many left.
Problem verify_core_numbers(const Topology& graph, std::span<const std::uint32_t> core, ThreadPool* threads = nullptr);

// Of the triangles of every vertex, and of the whole graph, where each counts once; directions, loops and parallel
// edges do not matter. Counts them, in O(edges^1.5) (Latapy 2008).
Problem verify_triangles(const Topology& graph, std::span<const std::uint64_t> count, ThreadPool* threads = nullptr);
Problem verify_triangle_count(const Topology& graph, std::uint64_t count, ThreadPool* threads = nullptr);

// Of a minimum spanning forest, as a list of edges of the graph, which is undirected. They are in the graph, close no
// cycle, and no edge of the graph joins two trees, or is lighter than the heaviest edge of the forest's path between
// its ends. `weight`, if it is given, is their sum: exactly, or up to what a sum of so many doubles loses.
// O(edges log vertices), and little of that where degrees vary.
template <EdgeValueType EdgeValue>
Problem verify_spanning_forest(const Graph<EdgeValue>& graph, const EdgeList& forest,
                               std::optional<ForestWeight<EdgeValue>> weight = {}, ThreadPool* threads = nullptr);

// Against serial_betweenness: the values may be off by `relative` of the right ones, of 1 if those are less, and by
// what sums of doubles over all edges, vertices and sources lose.
Problem verify_betweenness(const Topology& graph, std::span<const std::uint64_t> sources, std::span<const float> value,
                           double relative = 1e-4, ThreadPool* threads = nullptr);
Problem verify_betweenness(const Topology& graph, std::span<const std::uint64_t> sources, std::span<const double> value,
                           double relative = 1e-9, ThreadPool* threads = nullptr);
// Of a run with these options: its samples, and normalised if it was.
Problem verify_betweenness(const Topology& graph, const BetweennessOptions& options, std::span<const double> value,
                           double relative = 1e-9, ThreadPool* threads = nullptr);

// Hubs and authorities, each by themselves: they add up to 1, and if the run with these options has converged, one more
// iteration, in double, changes them in sum by no more than the tolerance times what an iteration can make of a change
// of the hubs, plus what sums of floats lose. Several solutions may pass: where communities are equally strong,
// whatever parts of the sum they have. Linear.
Problem verify_hubs(const Topology& graph, std::span<const float> hub, const HitsOptions& options = {},
                    bool converged = true, ThreadPool* threads = nullptr);
Problem verify_authorities(const Topology& graph, std::span<const float> authority, const HitsOptions& options = {},
                           bool converged = true, ThreadPool* threads = nullptr);

// Of simulations, after a run with these options: vertices that nothing changes, such as fixed nodes, have their first
// values, and potentials and temperatures are in the range of all first ones; outputs are between -1 and 1. If it has
// converged, one more step in double changes no value by more than the tolerance, for neural networks times the sum of
// the absolute weights that come in, plus what sums of floats lose. Linear.
template <EdgeValueType EdgeValue>
Problem verify_circuit(const Graph<EdgeValue>& graph, std::span<const float> potential,
                       const CircuitOptions& options = {}, bool converged = true);
template <EdgeValueType EdgeValue>
Problem verify_heat(const Graph<EdgeValue>& graph, std::span<const float> temperature, const HeatOptions& options = {},
                    bool converged = true);
template <EdgeValueType EdgeValue>
Problem verify_neural_network(const Graph<EdgeValue>& graph, std::span<const float> output,
                              const NeuralNetworkOptions& options = {}, bool converged = true);

// Of iterations that settle: step(values), in double, changes no value by more than `most`. Values that are not numbers
// are wrong.
template <std::floating_point Value, class Step>
Problem verify_fixed_point(const Topology& graph, std::span<const Value> values, Step&& step, double max) {
  expects(values.size() == graph.vertex_count(), "verify: not a value for every vertex");
  const std::vector<double> before(values.begin(), values.end());
  const std::vector<double> after = step(before);
  for (VertexId v = 0; v < before.size(); ++v) {
    if (std::abs(after[v] - before[v]) <= max) continue;
    return "vertex " + std::to_string(graph.ids->name_of(v)) + " has the value " + std::to_string(before[v]) +
           ", and one more step makes it " + std::to_string(after[v]);
  }
  return {};
}

}  // namespace warpgraph
