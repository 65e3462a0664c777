// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../command.hpp"
#include "../graph_file.hpp"
#include "algorithm.hpp"
#include "placed_graph.hpp"

// The options of `warpgraph run` that are of several devices, and the graph on as many of them as pay.
namespace warpgraph::cli {

void add_several_devices_options(Declaration& declaration);
// --all-devices and --memory-limit only: for what is no vertex program and needs no hub.
void add_placing_options(Declaration& declaration);
RuntimeOptions runtime_options(const po::variables_map& options);
ExchangeOptions exchange_options(const po::variables_map& options);

struct Placing {
  PlacedGraph graph;
  // Which devices, for the summary: all that there are, or "1 of 4: more would not pay". Empty if there is one only.
  std::string devices;

  [[nodiscard]] std::uint64_t device_count() const { return graph.streams().size(); }
};

// Brings the graph to the devices that will run the algorithm. Throws UsageError if options of several devices were
// given where one is all there is.
Placing place_graph(Runtime& runtime, const Algorithm& algorithm, const po::variables_map& options,
                    GraphContent content, BuildOptions building, Output& output);

}  // namespace warpgraph::cli
