// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/run/options.hpp>

#include "../command.hpp"
#include "placed_graph.hpp"

// The options of `warpgraph run` that are the engine's.
namespace warpgraph::cli {

void add_engine_options(Declaration& declaration);
// Leaves those options of the engine and of several devices out of the help that change nothing for this algorithm.
void hide_unused_options(const algorithms::Algorithm& algorithm, Declaration& declaration);
// Throws UsageError for those that were given, but for --deterministic: its wish is fulfilled.
void expect_no_unused_option(const po::variables_map& options, const algorithms::Algorithm& algorithm);
// Tells of what was asked for and made no difference to the run that left this report.
void remark_unused_options(const po::variables_map& options, const algorithms::Algorithm& algorithm,
                           const RunReport& report, Output& output);
// What the options say, wherever the graph is. Throws UsageError for values that they do not accept.
EngineOptions asked_engine_options(const po::variables_map& options);
// ... and what this graph needs.
EngineOptions engine_options(const po::variables_map& options, const PlacedGraph& graph);

}  // namespace warpgraph::cli
