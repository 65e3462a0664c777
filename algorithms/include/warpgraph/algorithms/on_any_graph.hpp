// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <variant>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/framework/shard/spread.hpp>

// How an algorithm that is declared for a graph on one device, and for one on several, takes all other graphs.
namespace warpgraph::algorithms {

// In host memory, without a word of the devices that are to work on it. Handed to an algorithm, it does not compile,
// and the compiler says what to do instead.
template <class G>
inline constexpr bool kHasNoDevice = std::same_as<G, AnyGraph> || std::same_as<G, EdgeList>;
template <EdgeValueType EdgeValue>
inline constexpr bool kHasNoDevice<Graph<EdgeValue>> = true;

// What an algorithm takes behind a stream, beside a DeviceGraph.
template <class G>
concept IsOnDevice = std::same_as<G, AnyDeviceGraph> || kHasNoDevice<G>;
// What it takes without a stream, beside a ShardedGraph.
template <class G>
concept IsAnywhere = std::same_as<G, AnyShardedGraph> || IsGraphOn<G> || kHasNoDevice<G>;

// run(graph) with the graph of its own type; a variant of results where their type depends on that.
template <IsOnDevice G, class Run>
auto run_on_any(const G& graph, const Run& run) {
  static_assert(!kHasNoDevice<G>, "the graph is not on the stream's device; upload(stream, graph) brings it there");
  if constexpr (!kHasNoDevice<G>) return graphs::visit_graph(graph, run);
}

// The same of an AnyShardedGraph. A GraphOn is brought to devices for it, which `needs` describes, and the results back
// (run_on_devices): run(stream, device_graph), or run(sharded_graph).
template <IsAnywhere G, class Run>
auto run_anywhere(const G& graph, const shards::SpreadNeeds& needs, const Run& run) {
  static_assert(!std::same_as<G, EdgeList>, "a list of edges is no graph yet; build_graph(threads, edges) makes one");
  static_assert(!kHasNoDevice<G> || std::same_as<G, EdgeList>,
                "the graph is in host memory; on(runtime, graph) says whose devices work on it, and "
                "upload(stream, graph) brings it to a stream's device");
  if constexpr (std::same_as<G, AnyShardedGraph>)
    return graphs::visit_graph(graph, run);
  else if constexpr (!kHasNoDevice<G>)
    return run_on_devices(graph, needs, run);
}

// The vertices of any graph that an algorithm takes without a stream.
template <IsAnywhere G>
std::uint64_t count_vertices(const G& graph) {
  if constexpr (kHasNoDevice<G>)
    return 0;
  else if constexpr (requires { graph.vertex_count(); })
    return graph.vertex_count();
  else
    return std::visit([](const auto& each) { return std::uint64_t{each.vertex_count()}; }, graph);
}

// What a vertex program wants of the devices. `outgoing`: its supersteps do not look at all vertices, so that edges out
// of those that were updated are of use.
[[nodiscard]] inline shards::SpreadNeeds needs_of_program(bool outgoing = true) {
  shards::SpreadNeeds needs;
  needs.outgoing = outgoing;
  needs.copies_may_be_few = true;
  return needs;
}

}  // namespace warpgraph::algorithms
