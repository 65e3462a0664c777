// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "../level/level_graph.hpp"
#include "../limits.hpp"

// In a skewed graph a few vertices have most of the edges, and most of those run among them. Clustering does not find
// that: every vertex has neighbours everywhere. So the vertices of highest degree, as many as fit, become a part of
// their own, and what is left has few edges.
namespace warpgraph::partitioning {

struct HeavyVertices {
  Buffer<PartId> group;        // of each vertex: the group of heavy ones that it is in, kFreePart if it is in none
  std::vector<Weight> weight;  // that each group has at most: nearly all of it is used
};

// The groups of heavy vertices that are worth a part each: the group g goes to the part order[g]. None where clusters
// show that the graph has something local.
[[nodiscard]] HeavyVertices find_heavy(StreamRef stream, const LevelGraph& level, const Limits& limits,
                                       const std::vector<PartId>& order, std::uint64_t seed);

}  // namespace warpgraph::partitioning
