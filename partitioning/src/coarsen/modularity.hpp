// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "../level/level_graph.hpp"

namespace warpgraph::partitioning {

// How much of the graph its clusters explain: the share of the edges inside of clusters, minus the share that would be
// there if edges met vertices of the same degrees at random (Newman and Girvan 2004). The clusters are those of label
// propagation, each of at most `max_size`. About 0 in R-MAT graphs, however few and large their clusters are: a cluster
// of vertices of high degree holds many edges, but no more than it would at random. Waits for the stream.
[[nodiscard]] double modularity_of_clusters(StreamRef stream, const LevelGraph& level, Weight max_size,
                                            std::uint64_t seed);

}  // namespace warpgraph::partitioning
