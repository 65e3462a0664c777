// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/graph/vertex_groups.hpp>
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
EngineOptions engine_options(const po::variables_map& options, const PlacedGraph& graph);

// How many vertices --activation-groups asks for a group; 0: as the memory allows.
std::optional<unsigned> group_ratio(const po::variables_map& options);
// Throws UsageError if the graph, wherever it lies, has outgoing edges.
inline constexpr auto expect_groups_possible = [](const auto& graph) {
  if (graph.is_undirected()) throw UsageError("--activation-groups is for directed graphs, and this one is undirected");
  if (graph.has_outgoing())
    throw UsageError("--activation-groups takes the place of outgoing edges, and the graph has them");
};
// In place of the outgoing edges that the graph does not have; shards have their own.
std::shared_ptr<const VertexGroups> vertex_groups(std::optional<unsigned> ratio, const PlacedGraph& graph,
                                                  Output& output);

}  // namespace warpgraph::cli
