// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct CoreNumbersOptions {
  // On several devices a round is a superstep, and all but the choice of plans applies; after_superstep and a time
  // limit of supersteps make the host queue each round. On one device all rounds are one launch, and max_supersteps and
  // after_superstep are refused. A plan is refused everywhere.
  EngineOptions engine = {};
};

// The core number of every vertex of an undirected graph: the largest k for which it belongs to a subgraph in which
// every vertex has k neighbours. By peeling (Batagelj and Zaversnik 2003), in parallel (Dasari 2014): for k = 1, 2, ...
// vertices with k neighbours left go, and take an edge from each of their neighbours, until all that are left have
// more. All of it is one launch with a barrier after each round, an equal slice of the edges for every warp; k jumps
// to the fewest neighbours that any vertex has left, and when half of the list is gone it is made again. Wins
// where many vertices go at once; loses on long paths, which are taken away from their ends, two vertices a round.
//
// Neighbours are counted: repeated edges count once and self-loops not at all.
// Waits for the stream. Throws UsageError for options without effect, and if the graph is directed, or has 2^29
// vertices or 2^35 edges or more.
template <EdgeValueType EdgeValue>
[[nodiscard]] Result<std::uint32_t> core_numbers(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                 const CoreNumbersOptions& options = {});

// On several devices each peels its own vertices. Every round they tell each other which have gone, 4 bytes a vertex,
// and take away the edges that lead from these to their own. The same integers. Devices that reach each other's memory
// do up to 256 rounds in a launch, and between two exchanges each takes away all that it can; otherwise a round costs a
// wait of the host. It pays where few rounds take many away. A round is a superstep of the report. The graph must have
// been spread with outgoing edges (UsageError).
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedResult<std::uint32_t> core_numbers(const ShardedGraph<EdgeValue>& graph,
                                                        const CoreNumbersOptions& options = {});

// What a run takes of a device's memory beside the graph, at most. A run that does not fit throws OutOfMemory before it
// starts.
[[nodiscard]] MemoryPlan core_numbers_memory(const shards::RunSize& size);

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds core_numbers_needs() {
  shards::SpreadNeeds needs;
  needs.reads = 1.0 / 32;  // of a round devices have little each, and wait for each other often
  needs.memory = [](StreamRef, const shards::RunSize& size) { return core_numbers_memory(size); };
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device or several, not on
// ranks (UsageError). Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
[[nodiscard]] auto core_numbers(StreamRef stream, const G& graph, const CoreNumbersOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return core_numbers(stream, each, options); });
}
template <IsAnywhere G>
[[nodiscard]] auto core_numbers(const G& graph, const CoreNumbersOptions& options = {}) {
  return run_anywhere(graph, core_numbers_needs(), [&](const auto&... on) { return core_numbers(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// A core number is the largest k for which the vertex has a place in a subgraph whose vertices all have k neighbours
// there; directions, loops and parallel edges do not matter. Certificate: every vertex has as many neighbours of its
// core number or higher, and can be peeled off in the order of core numbers when it has no more than that many left.
// Linear, but for sorting rows.
Problem verify_core_numbers(const Topology& graph, std::span<const std::uint32_t> core, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
