// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/vertex_groups.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>

#include "../command.hpp"

// The options of `warpgraph run` that are the engine's.
namespace warpgraph::cli {

void add_engine_options(Declaration& declaration);
EngineOptions engine_options(const po::variables_map& options, const AnyDeviceGraph& graph, StreamRef stream);

// How many vertices --groups asks for a group; 0: as the memory allows.
std::optional<unsigned> group_ratio(const po::variables_map& options);
// In place of the outgoing edges that the graph does not have.
std::optional<VertexGroups> vertex_groups(std::optional<unsigned> ratio, const AnyDeviceGraph& graph, StreamRef stream,
                                          Output& output);

}  // namespace warpgraph::cli
