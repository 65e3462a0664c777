// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::algorithms {

enum class ComponentsMethod {
  kUnionFind,
  kShiloachVishkin,  // on one device
};

// The steps of an iteration of Shiloach and Vishkin's method that can be left out, or be taken apart. Labels are the
// same without them; iterations are more.
struct ShiloachVishkinSteps {
  bool hook_stagnant = true;    // SV3: trees that have not changed in an iteration hang under any neighbour
  bool second_shortcut = true;  // SV4: after hooking, paths are halved a second time
  bool fused = true;            // SV4 and SV5, which looks whether there was a change, in one kernel
};

struct ConnectedComponentsOptions {
  ComponentsMethod method = ComponentsMethod::kUnionFind;
  ShiloachVishkinSteps steps = {};
  // Union-find on several devices: time_supersteps and exchange.hub. Shiloach and Vishkin's method: max_supersteps,
  // time_supersteps, after_superstep; an iteration is a superstep, and labels are right if the run has converged.
  // Union-find refuses max_supersteps and after_superstep, and both refuse a plan (UsageError).
  EngineOptions engine = {};
};

// Connected components by union-find: edges hook the root of one tree under the root of another, paths are halved on
// the way (Shiloach and Vishkin 1982). Most edges are never looked at (Afforest, Sutton 2018): after two edges of each
// vertex nearly all vertices are in one tree, and only the others' remaining edges can still join anything. A handful
// of passes on any graph, where component_labels (components.hpp) takes as many supersteps as the diameter has edges.
// Where vertices are numbered along roads, trees of first neighbours are deep: then each block follows the paths inside
// of a chunk of vertices in shared memory first, and only those that leave their chunk are shortened in memory.
//
// The value of a vertex is the lowest vertex of its component in the graph's numbering. Directed graphs: directions do
// not matter (weak components); with outgoing edges, edges can be left out there, too.
//
// The method of 1982 itself, as a GPU had it in 2010 (Yogaratnam), is there for comparison: iterations over all
// vertices and all edges, at most about log_1.5 of the vertices. The labels are the same.
//
// `facts`: those of the graph, which keep what a first run finds out for later ones; null: each run looks for itself.
// Queues work and returns, but for what a first run finds out, for which it waits for the stream. Shiloach and
// Vishkin's method waits for the stream in every iteration.
[[nodiscard]] Result<VertexId> connected_components(StreamRef stream, const AdjacencyView<NoValue>& incoming,
                                                    const AdjacencyView<NoValue>& outgoing,
                                                    const ConnectedComponentsOptions& options = {},
                                                    const GraphFacts* facts = nullptr);

template <EdgeValueType EdgeValue>
[[nodiscard]] Result<VertexId> connected_components(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                    const ConnectedComponentsOptions& options = {}) {
  const GraphView<NoValue> view = without_values(graph.view());
  return connected_components(stream, view.incoming, view.outgoing, options, graph.facts());
}
[[nodiscard]] Result<VertexId> connected_components(StreamRef stream, const AnyDeviceGraph& graph,
                                                    const ConnectedComponentsOptions& options = {});

// On several devices the first one has the forest: the others tell it a parent of each of their vertices, 4 bytes, and
// the edges that count, 8 bytes each, and get their labels, 4 bytes each. The same lowest vertices. On several ranks
// devices have trees of the vertices that they own or read, and tell each other through the memory of the hosts: 4
// bytes for each vertex that they read, and 8 for each two roots that were joined, to all ranks. Waits for the devices.
// Throws what the hub throws, and UsageError for Shiloach and Vishkin's method.
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedResult<VertexId> connected_components(const ShardedGraph<EdgeValue>& graph,
                                                           const ConnectedComponentsOptions& options = {});
[[nodiscard]] ShardedResult<VertexId> connected_components(const AnyShardedGraph& graph,
                                                           const ConnectedComponentsOptions& options = {});

// What a run takes of a device's memory beside the graph, at most. A run that does not fit throws OutOfMemory before it
// starts.
[[nodiscard]] MemoryPlan connected_components_memory(const shards::RunSize& size,
                                                     const ConnectedComponentsOptions& options = {});

// Where the graph is (GraphOn), and back to host memory: on one device, several or ranks. Costs what the calls above
// and GraphOn::with cost, and throws what they throw.
template <IsGraphOn G>
[[nodiscard]] HostResult<VertexId> connected_components(const G& graph,
                                                        const ConnectedComponentsOptions& options = {}) {
  shards::SpreadNeeds needs;
  needs.reads = 1.0 / 128;  // most edges are never looked at
  needs.memory = [=](StreamRef, const shards::RunSize& size) { return connected_components_memory(size, options); };
  if (options.method != ComponentsMethod::kUnionFind) {
    needs.whole_graph = true;  // on one device
    needs.max_devices = 1;
  }
  return run_on_devices(graph, needs, [&](const auto&... on) { return connected_components(on..., options); });
}

}  // namespace warpgraph::algorithms
