// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/algorithms/topology.hpp>

namespace warpgraph {
class ThreadPool;
}  // namespace warpgraph

namespace warpgraph::algorithms {

struct LabelPropagationOptions {
  std::uint32_t iterations = 10;
  EngineOptions engine = {};
};

// Communities by label propagation (Raghavan, Albert and Kumara 2007), as LDBC Graphalytics defines it (CDLP). Every
// vertex begins with itself as its label. In each iteration all vertices take, at the same time, the label that most of
// their neighbours had before it; of labels that are equally frequent the one of the lowest name. Edges count in both
// directions: a neighbour that a directed graph's edges lead to and come from counts twice, as do edges that are there
// twice; a loop counts once. A vertex without neighbours keeps its label. Weights of edges do not count. Ends before
// `iterations` only if no label changes any more.
//
// The value of a vertex is the vertex whose label it has: no more than a name of its community, which that vertex may
// have left. The same on all devices and ranks, bit for bit. Wins where communities are wanted in a few passes over the
// edges; labels that change to and fro in every iteration, as between the two sides of a bipartite graph, are its price
// for doing so in a fixed order.
//
// Throws UsageError for options of the engine that have no effect (plans but pull-all, a shape, until), and where ids
// have 64 bits. Waits for the stream, or for the devices, in every iteration, which looks at all edges. A directed
// graph without outgoing edges gets them for the run. On several devices a directed graph is made into one with both
// directions first, through the hosts (shards::with_both_directions). Memory beside the graph: engine_memory of
// programs::FrequentLabels (engine/memory.hpp), and 8 bytes a vertex where names do not ascend.
template <EdgeValueType EdgeValue>
Result<VertexId> label_propagation(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                   const LabelPropagationOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<VertexId> label_propagation(const ShardedGraph<EdgeValue>& graph,
                                          const LabelPropagationOptions& options = {});

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds label_propagation_needs() { return needs_of_program(/*outgoing=*/false); }

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device, several or ranks.
// Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
auto label_propagation(StreamRef stream, const G& graph, const LabelPropagationOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return label_propagation(stream, each, options); });
}
template <IsAnywhere G>
auto label_propagation(const G& graph, const LabelPropagationOptions& options = {}) {
  return run_anywhere(graph, label_propagation_needs(),
                      [&](const auto&... on) { return label_propagation(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// label[v] is what the iterations leave, which are done again: there is no shorter proof. Costs a sort of each
// vertex's neighbours in each iteration. `undirected`: the graph's edges are in the rows of both of their ends.
Problem verify_label_propagation(const Topology& graph, bool undirected, std::span<const VertexId> label,
                                 std::uint32_t iterations = 10, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
