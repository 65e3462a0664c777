// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::algorithms {

enum class ForestMethod {
  kFiltered,  // lightest edges of vertices, then the light edges, then those of the heavy ones that still join trees
  kBoruvka,   // rounds over all edges of the graph: find the lightest edge of every tree, merge, flatten
};

namespace forest {
class TreeJoining;
}  // namespace forest

struct SpanningForestOptions {
  ForestMethod method = ForestMethod::kFiltered;
  // kFiltered: how many edges a vertex are light, about. 0: all edges are.
  double light_edges = 2;
  // time_supersteps counts, and on one device also max_supersteps and after_superstep: a superstep is what ends where
  // the host has to know something. A run that they end leaves the edges of the forest that it has found. Several
  // devices refuse those two, and a plan is refused everywhere (UsageError).
  EngineOptions engine = {};
  // kBoruvka: another way to merge trees, which a library brings for comparison; null: the one described below. It must
  // outlive the call.
  const forest::TreeJoining* joining = nullptr;
};

// Exact for integers. Floats are added up as multiples of 2^-120 of the power of two above the largest of them in the
// forest, and their total is rounded to double: it is the same by every method, on every machine and with any number of
// devices. Edges without values weigh 1 each.
template <EdgeValueType EdgeValue>
using ForestWeight = std::conditional_t<std::is_floating_point_v<EdgeValue>, double, std::int64_t>;

// The time of all rounds over all edges of the graph, on the device's clock.
struct ForestPhases {
  double discovery_microseconds = 0;  // finding the lightest edge of every tree, and whether there is one
  double merging_microseconds = 0;    // joining trees and giving vertices their new labels
};

// A minimum spanning forest of an undirected graph. In the report, active_edges are those that a superstep has looked
// at.
template <EdgeValueType EdgeValue>
struct SpanningForest : RunReport {
  Buffer<EdgeId> entry;  // the first edge_count are the forest's edges, in no order: places in the graph's incoming
                         // edges, each at either of its ends
  std::uint64_t edge_count = 0;
  std::uint64_t component_count = 0;
  std::uint64_t round_count = 0;
  ForestPhases phases{};  // of kBoruvka
  ForestWeight<EdgeValue> weight{};
};

// The edges of least total weight that join what is joined at all. Ties are decided by a total order, so the forest is
// the same from run to run and on every machine, and is the one that Kruskal's algorithm finds if it takes the edges in
// the order of (weight, greater end, lesser end): of weights that are equal, -0 and +0 too, the lower vertices win.
// Self-loops belong to no forest, of parallel edges the lightest may.
//
// Boruvka (1926): in a round, every tree takes the lightest edge that leaves it, and trees that are joined become one.
// kFiltered, the fast method, does the first round by rows, where every vertex is a tree, without atomics; then trees
// get new numbers, and rounds go over lists of edges that hold the trees they join. Where there are many edges, the
// light ones come first, those below a quantile of a sample; afterwards nearly all heavy ones lie inside a tree and are
// dropped at the first look (filter-Kruskal: Osipov, Sanders and Singler 2009; ECL-MST: Fallin, Gonzalez, Seo and
// Burtscher 2023). All rounds of a list are one cooperative launch. Wins by far where edges are many; we know of no
// method that contracts the graph and is faster.
//
// Which phases need which care: finding a tree's lightest edge is a minimum, so monotone, and atomics suffice; joining
// trees follows from the total order, because chosen edges close no cycle but that of two trees that choose the same
// edge, so plain stores suffice; flattening trees and dropping edges are idempotent.
//
// Memory: 32 bytes an edge of the longer list, 28 a vertex. Waits for the stream. Throws UsageError if the graph is
// directed, InputError if a weight is not a number or if their total is more than its type holds.
template <EdgeValueType EdgeValue>
[[nodiscard]] SpanningForest<EdgeValue> minimum_spanning_forest(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                                const SpanningForestOptions& options = {});

// The forest as an undirected list of its own, with the graph's vertices and ids, in the order of (greater end, lesser
// end). Waits for the stream. Sorts the forest's edges on the device, with 40 bytes for each; where it has no room for
// that, copies the whole graph to the host.
template <EdgeValueType EdgeValue>
[[nodiscard]] EdgeList to_edge_list(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                    const SpanningForest<EdgeValue>& forest);

// What one of several devices has done.
struct ForestActivity {
  EdgeId edge_count = 0;       // of the graph's edges, each once: those that the device had to look at
  std::uint64_t kept = 0;      // of these, what it has not ruled out by itself: a forest
  std::uint64_t received = 0;  // edges that others have kept, which it has merged with its own
};

// The same forest, on the first of several devices. The report has one entry for the whole run.
template <EdgeValueType EdgeValue>
struct ShardedSpanningForest : RunReport {
  // In the row of a vertex are its neighbours in the forest that have lower numbers.
  graphs::DeviceAdjacency<EdgeValue> edges;
  Buffer<EdgeId> entry;  // where each of them stands in the incoming edges of the whole graph; ascending
  std::uint64_t edge_count = 0;
  std::uint64_t component_count = 0;
  std::uint64_t round_count = 0;  // of the device that took most, for the first search and every merge
  ForestWeight<EdgeValue> weight{};
  std::vector<ForestActivity> devices;
};

// On several devices, and edge by edge the forest that one device finds. An edge that closes a cycle among some of the
// edges and is the heaviest of it is in no forest of all of them either, so every device finds the forest of its own
// edges, those whose greater ends it owns, and only forests travel. kFiltered shares the first round: devices tell each
// other which neighbours the lightest entries of their rows lead to, and so all know the same trees. Then each finds
// the forest of its light edges among the trees, all merge the forests of all, and the heavy edges follow in the same
// way. What all do is to label the vertices and to merge forests of as many edges as there are trees; the rest is
// divided.
//
// kBoruvka, weights of 8 bytes and graphs of 2^32 entries merge whole forests: of two neighbouring devices the
// second one's goes to the first, which finds the forest of both, until there is one. Pays where there are many more
// edges than vertices: what comes behind the first search has to do with twice as many edges as there are vertices.
//
// On several ranks each finds the forest of its own edges, over the vertices that its devices own and their lower
// ghosts. The second of two neighbouring ranks sends its forest to the first, which merges both in the memory of its
// host, until the first rank has the forest of all, at most an edge a vertex. The edges go to the first device of the
// first rank; other ranks have none, but know all numbers. Devices may have values of the vertices that they read only.
//
// Needs no outgoing edges (ShardOptions::outgoing). Memory of each device, beside the shard: 48 bytes a vertex of the
// whole graph and 32 an edge of the longer list, its own or that of all forests. Waits for all streams. Throws what it
// throws on one device.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedSpanningForest<EdgeValue> minimum_spanning_forest(const ShardedGraph<EdgeValue>& graph,
                                                                       const SpanningForestOptions& options = {});
// The same on several devices, but only the forest is copied. Waits for the first device. Allocates 8 bytes a vertex on
// the host beside the list.
template <EdgeValueType EdgeValue>
[[nodiscard]] EdgeList to_edge_list(const ShardedGraph<EdgeValue>& graph,
                                    const ShardedSpanningForest<EdgeValue>& forest);

// What a run takes of a device's memory beside the graph, with to_edge_list on one device. It counts as many light
// edges as options ask for, and the error of a sample: where more edges weigh the same, lists are longer. A run that
// does not fit throws OutOfMemory before it starts, or, for such edges, when they are listed.
[[nodiscard]] MemoryPlan spanning_forest_memory(const shards::RunSize& size, const SpanningForestOptions& options = {});

// The forest in host memory.
template <EdgeValueType EdgeValue>
struct HostSpanningForest : RunReport {
  EdgeList edges;  // as to_edge_list makes it
  std::uint64_t component_count = 0;
  std::uint64_t round_count = 0;
  ForestWeight<EdgeValue> weight{};
  int device_count = 1;  // how many of the runtime's devices found it
};
template <EdgeValueType EdgeValue>
HostSpanningForest<EdgeValue> bring_back(const SpanningForest<EdgeValue>& forest, StreamRef stream,
                                         const DeviceGraph<EdgeValue>& graph) {
  return {forest, to_edge_list(stream, graph, forest), forest.component_count, forest.round_count, forest.weight, 1};
}
template <EdgeValueType EdgeValue>
HostSpanningForest<EdgeValue> bring_back(const ShardedSpanningForest<EdgeValue>& forest,
                                         const ShardedGraph<EdgeValue>& graph) {
  return {forest,        to_edge_list(graph, forest), forest.component_count, forest.round_count,
          forest.weight, graph.device_count()};
}

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds spanning_forest_needs(const SpanningForestOptions& options) {
  shards::SpreadNeeds needs;
  needs.outgoing = false;
  needs.memory = [options](StreamRef, const shards::RunSize& size) { return spanning_forest_memory(size, options); };
  return needs;
}

// Graphs of any type, with a variant of the forests of all types; and a GraphOn, where it is and back to host memory
// (HostSpanningForest): on one device, several or ranks. Costs what the calls above, to_edge_list and GraphOn::with
// cost, and throws what they throw.
template <IsOnDevice G>
[[nodiscard]] auto minimum_spanning_forest(StreamRef stream, const G& graph,
                                           const SpanningForestOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return minimum_spanning_forest(stream, each, options); });
}
template <IsAnywhere G>
[[nodiscard]] auto minimum_spanning_forest(const G& graph, const SpanningForestOptions& options = {}) {
  return run_anywhere(graph, spanning_forest_needs(options),
                      [&](const auto&... on) { return minimum_spanning_forest(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// The list is a minimum spanning forest of the graph, which is undirected: its edges are in the graph, close no
// cycle, and no edge of the graph joins two trees, or is lighter than the heaviest edge of the forest's path between
// its ends. `weight`, if it is given, is their sum: exactly, or up to the rounding of a sum of doubles.
// O(edges log vertices), and little of that where degrees vary.
template <EdgeValueType EdgeValue>
Problem verify_spanning_forest(const Graph<EdgeValue>& graph, const EdgeList& forest,
                               std::optional<ForestWeight<EdgeValue>> weight = {}, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
