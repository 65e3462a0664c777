// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct BetweennessOptions {
  // Where paths start, as the user calls them, each once. If empty, `samples` says how many are drawn.
  std::vector<VertexName> sources = {};
  std::uint64_t samples = 0;  // drawn without repetition; 0: every vertex is a source
  std::uint64_t seed = 1;     // of the samples
  // Divides by the number of pairs that a vertex can lie between, and scales up from the sources to all vertices, as
  // NetworkX does.
  bool normalised = false;
  // Searches that a device does at once, each in a stream and on a thread of its own, for search by search it waits for
  // barriers most of the time where paths are long. 0: four on a GPU a quarter of whose memory has room for what they
  // need, else one; and one if the engine's options are deterministic or have after_superstep.
  unsigned searches_at_once = 0;
  EngineOptions engine = {};  // of the searches
};

// Betweenness centrality: for every vertex, over all pairs of a source and another vertex, the part of the shortest
// paths between them that lead through it (Freeman 1977), by Brandes 2001. For each source a breadth-first search; then
// the number of shortest paths to every vertex, level by level, and back again what depends on it. Both pull, so that
// nothing is added with atomics and runs of as many searches at once agree bit for bit; all levels are in one launch
// each way, and a heavy vertex's edges are spread over many warps. A source costs about four looks at every edge,
// however many levels there are.
//
// Pairs are ordered: in an undirected graph each counts twice. Repeated edges are different paths. Path counts grow
// exponentially with the length of paths: they are doubles up to 2^1024, which a grid reaches within 516 x 516
// vertices. A source that needs more, and from then on every source, is counted again in numbers with 20 bits of
// exponent and 44 of precision: up to 2^524287, as for any road network. Such numbers are off by some 10^-13 a level at
// most. Waits for the stream. Throws UsageError if the graph is directed and has no outgoing edges, there are more
// samples than vertices, or a source is given twice; InputError if there is no such source or even these overflow.
//
// On several devices every one must hold the whole graph (Placement::held; shards::place_whole of shard/place.hpp), and
// searches from its part of the sources, on threads of its own; EngineOptions::after_superstep is called by all of
// them, one at a time. What the devices have found is added up in their order, so runs agree bit for bit, and with one
// device up to the order of the sums: for k sources within 2 (k - 1) 2^-53 of the value, unless wide numbers are
// needed. Throws UsageError if a device holds a part of the graph only.
template <EdgeValueType EdgeValue>
[[nodiscard]] Result<double> betweenness(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                         const BetweennessOptions& options = {});
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedResult<double> betweenness(const ShardedGraph<EdgeValue>& graph,
                                                const BetweennessOptions& options = {});

// The sources of a run with these options, in a graph of `vertices` vertices. Throws as betweenness does. O(vertices)
// on the host.
[[nodiscard]] std::vector<VertexId> betweenness_sources(const IdMap& ids, VertexId vertices,
                                                        const BetweennessOptions& options);

// The number of searches at once with which a run with these options asks betweenness_memory. 0: the device decides.
[[nodiscard]] inline unsigned searches_asked(const BetweennessOptions& options) {
  const bool is_alone = options.engine.deterministic || options.engine.after_superstep;
  return options.searches_at_once == 0 && is_alone ? 1 : options.searches_at_once;
}
// The memory that a run from `sources` sources takes of the stream's device beside the graph, at most. A run that does
// not fit throws OutOfMemory before it starts.
[[nodiscard]] MemoryPlan betweenness_memory(StreamRef stream, const shards::RunSize& size, std::size_t sources,
                                            unsigned searches_at_once = 0);

// What a run on a graph of this number of vertices wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds betweenness_needs(const BetweennessOptions& options, std::uint64_t vertices) {
  const std::uint64_t drawn = options.samples != 0 ? options.samples : vertices;
  const std::uint64_t starts = options.sources.empty() ? drawn : options.sources.size();
  shards::SpreadNeeds needs;
  needs.whole_graph = true;
  needs.reads = 4.0 * static_cast<double>(starts);
  needs.memory = [starts, searches = searches_asked(options)](StreamRef stream, const shards::RunSize& size) {
    return betweenness_memory(stream, size, starts, searches);
  };
  needs.max_devices = starts;
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostResult): on one device or several, each
// of which holds the whole graph, not on ranks (UsageError). Costs what the calls above and GraphOn::with cost, and
// throws what they throw.
template <IsOnDevice G>
[[nodiscard]] auto betweenness(StreamRef stream, const G& graph, const BetweennessOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return betweenness(stream, each, options); });
}
template <IsAnywhere G>
[[nodiscard]] auto betweenness(const G& graph, const BetweennessOptions& options = {}) {
  return run_anywhere(graph, betweenness_needs(options, count_vertices(graph)),
                      [&](const auto&... on) { return betweenness(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// Against serial_betweenness: the values may be off by `relative` of the right ones, of 1 if those are less, and by
// what sums of doubles over all edges, vertices and sources lose. O(sources * edges).
Problem verify_betweenness(const Topology& graph, std::span<const VertexName> sources, std::span<const float> value,
                           double relative = 1e-4, ThreadPool* threads = nullptr);
Problem verify_betweenness(const Topology& graph, std::span<const VertexName> sources, std::span<const double> value,
                           double relative = 1e-9, ThreadPool* threads = nullptr);
// `options`: those of the run, whose samples and normalisation count.
Problem verify_betweenness(const Topology& graph, const BetweennessOptions& options, std::span<const double> value,
                           double relative = 1e-9, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
