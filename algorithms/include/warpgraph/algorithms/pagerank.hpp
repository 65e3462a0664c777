// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct PageRankOptions {
  double damping = 0.85;
  // The iteration ends when the ranks have changed by no more than this in sum (the L1 norm); 0: after max_iterations.
  double tolerance = 1e-4;
  std::uint32_t max_iterations = 100;
  // Personalised: the walker starts over at one of these, as the user calls them, each once, and not anywhere.
  std::vector<VertexName> sources = {};
  EngineOptions engine = {};
};

// PageRank (Brin and Page 1998) by power iteration, pulled: a vertex's rank is the fraction of time that a walker
// spends there. The walker follows a random outgoing edge with probability `damping` and starts over otherwise, and
// where there is no edge to follow. Ranks add up to 1. No atomics: the same graph gives the same ranks bit for bit on
// the same device, if it has room for blocks in all runs or in none (PlanThresholds::block_bytes); and with
// EngineOptions::deterministic, which does without. The graph's outgoing edges are not needed; without them their
// number is counted, once a call. `Rank` is float, or double for tolerances that floats do not settle within; then
// twice as many bytes are gathered. Throws InputError if a source is not there, UsageError if one is given twice, if
// damping is not in [0, 1), or if the tolerance is negative. Waits for the stream, or for the devices, in every
// superstep, which gathers along all edges. Memory beside the graph: engine_memory of programs::PageRanks<Rank>
// (engine/memory.hpp), and a Rank a vertex if there are sources.
template <std::floating_point Rank = float, EdgeValueType EdgeValue>
Result<Rank> pagerank(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const PageRankOptions& options = {});
template <std::floating_point Rank = float, EdgeValueType EdgeValue>
ShardedResult<Rank> pagerank(const ShardedGraph<EdgeValue>& graph, const PageRankOptions& options = {});

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds pagerank_needs() { return needs_of_program(/*outgoing=*/false); }

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <std::floating_point Rank = float, IsOnDevice G>
auto pagerank(StreamRef stream, const G& graph, const PageRankOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return pagerank<Rank>(stream, each, options); });
}
template <std::floating_point Rank = float, IsAnywhere G>
auto pagerank(const G& graph, const PageRankOptions& options = {}) {
  return run_anywhere(graph, pagerank_needs(), [&](const auto&... on) { return pagerank<Rank>(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

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

}  // namespace warpgraph::algorithms
