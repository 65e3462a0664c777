// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

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

[[nodiscard]] Result<double> betweenness(StreamRef stream, const AnyDeviceGraph& graph,
                                         const BetweennessOptions& options = {});
[[nodiscard]] ShardedResult<double> betweenness(const AnyShardedGraph& graph, const BetweennessOptions& options = {});

// The number of searches at once with which a run with these options asks betweenness_memory. 0: the device decides.
[[nodiscard]] inline unsigned searches_asked(const BetweennessOptions& options) {
  const bool is_alone = options.engine.deterministic || options.engine.after_superstep;
  return options.searches_at_once == 0 && is_alone ? 1 : options.searches_at_once;
}
// The memory that a run from `sources` sources takes of the stream's device beside the graph, at most. A run that does
// not fit throws OutOfMemory before it starts.
[[nodiscard]] MemoryPlan betweenness_memory(StreamRef stream, const shards::RunSize& size, std::size_t sources,
                                            unsigned searches_at_once = 0);

// Where the graph is (GraphOn), and back to host memory: on one device or several, each of which holds the whole graph,
// not on ranks (UsageError). Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsGraphOn G>
[[nodiscard]] HostResult<double> betweenness(const G& graph, const BetweennessOptions& options = {}) {
  const auto run = [&](const auto& each) {
    const auto all = static_cast<std::uint64_t>(each.vertex_count());
    const std::uint64_t starts = !options.sources.empty() ? options.sources.size()
                                 : options.samples != 0   ? options.samples
                                                          : all;
    shards::SpreadNeeds needs;
    needs.whole_graph = true;
    needs.reads = 4.0 * static_cast<double>(starts);
    needs.memory = [&](StreamRef stream, const shards::RunSize& size) {
      return betweenness_memory(stream, size, starts, searches_asked(options));
    };
    needs.max_devices = starts;
    return run_on_devices(each, needs, [&](const auto&... on) { return betweenness(on..., options); });
  };
  if constexpr (std::same_as<G, AnyGraphOn>)
    return std::visit(run, graph);
  else
    return run(graph);
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
