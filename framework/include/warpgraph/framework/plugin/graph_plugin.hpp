// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/shard/run_size.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/plugin.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::plugins {

// What a plugin leaves of a graph: facts, and edges if it makes some, in the graph's vertices.
struct GraphReport : PluginReport {
  std::optional<EdgeList> edges = {};
};

// A plugin that works on a graph. The command line reads and builds the graph as it does for its own commands, writes
// the edges that the plugin leaves (--output), and has the result verified (--verify).
class GraphPlugin : public Plugin {
 public:
  // Beside the file.
  [[nodiscard]] virtual std::vector<PluginOption> own_options() const { return {}; }
  // Whether a report may have edges.
  [[nodiscard]] virtual bool leaves_edges() const { return false; }
  // The report is complete when the call returns.
  virtual GraphReport run_on(StreamRef stream, const AnyDeviceGraph& graph, const PluginOptions& options) = 0;

  // Beside the graph, what a run takes of a device's memory: the command line needs it to choose the devices.
  [[nodiscard]] virtual MemoryPlan memory(const shards::RunSize&, const PluginOptions&) const { return {}; }
  // Whether run_spread is there for these options. The command line calls it where several devices pay, or one has not
  // enough memory, on a graph that is spread over them as incoming edges.
  [[nodiscard]] virtual bool can_spread(const PluginOptions&) const { return false; }
  virtual GraphReport run_spread(const AnyShardedGraph& graph, const PluginOptions& options);

  [[nodiscard]] virtual bool can_verify() const { return false; }
  // What is wrong with the report of a run with these options; nothing if all is well. On the host's threads, and
  // independently.
  [[nodiscard]] virtual std::optional<std::string> verify(const AnyGraph&, const GraphReport&, const PluginOptions&,
                                                          ThreadPool&) const {
    return {};
  }

  [[nodiscard]] std::vector<PluginOption> options() const final;
  // Reads the file as it is, whatever its format, and runs on the first device.
  PluginReport run(Runtime& runtime, const PluginOptions& options) final;
};

}  // namespace warpgraph::plugins
