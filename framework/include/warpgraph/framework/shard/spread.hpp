// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <optional>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/runtime.hpp>

// How the calls that take a runtime and a graph in host memory put the graph on the runtime's devices.
namespace warpgraph {

// What the caller of a run may choose.
struct SpreadOptions {
  // The run takes this many devices, the first ones of the runtime. 0: as many as pay (useful_devices), and more where
  // the graph does not fit these.
  int devices = 0;
};

// What a run wants of the devices.
struct SpreadNeeds {
  bool outgoing = true;      // shards get outgoing edges if the graph has them
  bool whole_graph = false;  // each device needs the whole graph
  // The run works where devices keep values of the vertices that they read only (Copies::kRead).
  bool copies_may_be_few = false;
  double reads = 1;  // how often the run reads the edges, about
};

// The graph on several devices of the runtime, or nothing if the run is to have the first device for itself. Waits
// until it is done. Throws UsageError if options.devices is negative or more than the runtime has, and OutOfMemory if
// the graph does not fit the devices.
template <EdgeValueType EdgeValue>
[[nodiscard]] std::optional<ShardedGraph<EdgeValue>> spread_graph(Runtime& runtime, const Graph<EdgeValue>& graph,
                                                                  const SpreadNeeds& needs,
                                                                  const SpreadOptions& options = {});

template <class G>
concept HostGraph = std::same_as<G, AnyGraph> || std::same_as<G, Graph<typename G::value_type>>;

// Calls run(stream, device_graph) on one device, or run(sharded_graph) on several. Returns what bring_back makes of the
// result and the same arguments: an overload for each type of result, in this namespace.
template <HostGraph G, class Run>
auto run_on_devices(Runtime& runtime, const G& graph, const SpreadNeeds& needs, const SpreadOptions& options,
                    const Run& run) {
  if constexpr (std::same_as<G, AnyGraph>) {
    return std::visit([&](const auto& each) { return run_on_devices(runtime, each, needs, options, run); }, graph);
  } else {
    if (const auto spread = spread_graph(runtime, graph, needs, options)) return bring_back(run(*spread), *spread);
    const Stream stream(runtime.device(), "run");
    const auto copy = upload(stream, graph);
    return bring_back(run(stream.ref(), copy), stream.ref(), copy);
  }
}

}  // namespace warpgraph
