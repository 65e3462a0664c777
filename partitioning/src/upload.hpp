// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "level/level_graph.hpp"
#include "limits.hpp"

namespace warpgraph::partitioning {

// The finest level; throws InputError for what is no undirected graph. `total_size`: of all vertices, in the unit of
// LevelView::size. With a peer, the rows of its share.
[[nodiscard]] LevelGraph upload(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options,
                                const Limits& limits, Weight& total_size, Peer* peer = nullptr);

}  // namespace warpgraph::partitioning
