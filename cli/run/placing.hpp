// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/shard/spread.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../command.hpp"
#include "../graph_file.hpp"
#include "placed_graph.hpp"

// The options of `warpgraph run` that are of several devices, and the graph on as many of them as pay.
namespace warpgraph::cli {

void add_several_devices_options(Declaration& declaration);
// --all-devices and --memory-limit only: for what is no vertex program and needs no hub.
void add_placing_options(Declaration& declaration);

struct Placing {
  PlacedGraph graph;
  // Which devices, for the summary: all that there are, or "1 of 4: more would not pay". Empty if there is one only.
  std::string devices;
  // Which options change nothing on one device, to be told when the run is over: an error stays one line. Or empty.
  std::string idle_options = {};
  int devices_on_ranks = 0;  // of all of them

  [[nodiscard]] std::uint64_t device_count() const {
    return devices_on_ranks != 0 ? static_cast<std::uint64_t>(devices_on_ranks) : graph.streams().size();
  }
};

// What is to run, as far as its graph's place depends on it.
struct PlacedRun {
  std::string name;
  bool runs_on_several = true;
  bool is_vertex_program = false;
  bool runs_on_ranks = false;
  std::function<shards::SpreadNeeds(VertexId)> needs = {};  // on a graph of this number of vertices
};

// Brings the graph to the devices that will run the algorithm. Throws UsageError if options of several devices were
// given where one is all there is.
Placing place_graph(Runtime& runtime, const PlacedRun& run, const po::variables_map& options, GraphContent content,
                    BuildOptions building, Output& output);

// The same of a graph that several ranks have, each a part.
Placing place_part(Ranks& ranks, Runtime& runtime, const PlacedRun& run, const po::variables_map& options,
                   ranks::AnyGraphPart part, Output& output);

}  // namespace warpgraph::cli
