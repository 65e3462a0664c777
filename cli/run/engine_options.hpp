// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/graph/vertex_groups.hpp>

#include "../command.hpp"
#include "placed_graph.hpp"

// The options of `warpgraph run` that are the engine's.
namespace warpgraph::cli {

void add_engine_options(Declaration& declaration);
// Throws UsageError for options of the engine that the algorithm would not look at.
void expect_options_of_algorithm(const po::variables_map& options, const Algorithm& algorithm);
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
std::optional<VertexGroups> vertex_groups(std::optional<unsigned> ratio, const PlacedGraph& graph, Output& output);

}  // namespace warpgraph::cli
