// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/shard/placement.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/runtime.hpp>

// On which devices of a runtime a graph in host memory goes, and which part of it each of them gets. GraphOn chooses so
// before the first run.
namespace warpgraph {

// What the caller of a run may choose.
struct SpreadOptions {
  // The run takes this many devices, the first ones of the runtime. 0: as many as pay (useful_devices), and more where
  // the graph does not fit these.
  int devices = 0;
  // Without it devices keep values of all vertices, or of those that they read where the others do not fit and the run
  // can do without.
  std::optional<Copies> copies = {};
  // The placement on `devices` devices, which throws OutOfMemory if the shards would not fit. Without it
  // place_by_edges. Not called for runs that need the whole graph on each device.
  std::function<Placement(int devices, const ShardOptions&)> place = {};
};

}  // namespace warpgraph

namespace warpgraph::shards {

// What a run wants of the devices.
struct SpreadNeeds {
  bool outgoing = true;      // shards get outgoing edges if the graph has them
  bool whole_graph = false;  // each device needs the whole graph
  // The run works where devices keep values of the vertices that they read only (Copies::kRead).
  bool copies_may_be_few = false;
  // A search: on ranks a launch does all of it where devices have copies of all vertices (copies_for_search).
  bool searches = false;
  double reads = 1;  // how often the run reads the edges, about
  // What the run takes of a device's memory beside the graph. Without it as much as vertex programs do, about.
  std::function<MemoryPlan(StreamRef, const RunSize&)> memory = {};
  // At most this number of devices have something to do in a run that needs the whole graph.
  std::uint64_t max_devices = std::numeric_limits<std::uint64_t>::max();
  std::string whole_graph_name = "the whole graph on each device";  // in messages
};

// Where a graph goes.
struct SpreadPlan {
  int devices = 1;
  std::optional<Placement> placement = {};  // none: the whole graph goes to the first device
  ShardOptions sharding = {};
  std::string why = "more would not pay";  // if there are more devices
};

// Chooses the devices and the placement by what the shards and the run will take of the memory that is free. Throws
// UsageError if options.devices is negative or more than the runtime has, and OutOfMemory if the graph does not fit the
// devices. Puts nothing there. Looks at a sample of the edges on the host, and where devices may have copies of few
// vertices only (Copies::kRead) at all of them, once for each number of devices that it tries.
template <EdgeValueType EdgeValue>
[[nodiscard]] SpreadPlan plan_spread(Runtime& runtime, const Graph<EdgeValue>& graph, const SpreadNeeds& needs,
                                     const SpreadOptions& options = {});

}  // namespace warpgraph::shards

namespace warpgraph {

// The graph on several devices of the runtime, or nothing if the run is to have the first device for itself. Waits
// for the devices. Costs what plan_spread and shard_graph cost, and throws what they throw.
template <EdgeValueType EdgeValue>
[[nodiscard]] std::optional<ShardedGraph<EdgeValue>> spread_graph(Runtime& runtime, const Graph<EdgeValue>& graph,
                                                                  const shards::SpreadNeeds& needs,
                                                                  const SpreadOptions& options = {}) {
  const shards::SpreadPlan plan = shards::plan_spread(runtime, graph, needs, options);
  if (!plan.placement) return {};
  return shard_graph(runtime, graph, *plan.placement, plan.sharding);
}

}  // namespace warpgraph
