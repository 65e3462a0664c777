// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "level/level_graph.hpp"
#include "limits.hpp"

namespace warpgraph::partitioning {

// The finest level; throws InputError for what is no undirected graph. `total_size`: of all vertices, in the unit of
// LevelView::size.
[[nodiscard]] LevelGraph upload(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options,
                                const Limits& limits, Weight& total_size);

}  // namespace warpgraph::partitioning
