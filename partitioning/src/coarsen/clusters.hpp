// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "../level/level_graph.hpp"

// Coarsening puts clusters of vertices together. A clustering names each vertex's cluster by one of the vertices (which
// need not be in it any more). Only vertices of the same fixed part, and of the same part where there is one already,
// are put together, so a partition of the fine graph that the coarse one respects stays a partition of it.
namespace warpgraph::partitioning {

struct ClusterRules {
  Weight max_size = 0;  // of a cluster
  std::uint64_t seed = 0;
  View<const PartId> part = {};  // empty: there is no partition yet
  PartId parts = 1;
};

// Whether two vertices may be in one cluster, whatever their sizes.
struct MayJoin {
  View<const PartId> fixed;
  View<const PartId> part;
  [[nodiscard]] WARPGRAPH_DEVICE bool operator()(std::uint64_t a, std::uint64_t b) const {
    return (fixed.empty() || fixed[a] == fixed[b]) && (part.empty() || part[a] == part[b]);
  }
  // The part that vertices must have in common; kFreePart if there is none.
  [[nodiscard]] WARPGRAPH_DEVICE PartId common_part(std::uint64_t v) const {
    if (!part.empty()) return part[v];
    return fixed.empty() ? kFreePart : fixed[v];
  }
};

// Whether the mean degree is at most that of a mesh.
[[nodiscard]] constexpr bool is_sparse(std::uint64_t entries, std::uint64_t vertices) {
  constexpr std::uint64_t kMeshDegree = 8;
  return entries <= kMeshDegree * vertices;
}

// Matching: pairs along the heaviest edges, rated by weight^2 / (size * size) (Holtgrewe, Sanders and Schulz 2010).
// Each round matches the edges that are the best at both of their ends, so the result is that of the greedy algorithm,
// with ties broken by the seed. Best where the graph is a mesh.
[[nodiscard]] Buffer<VertexId> match(StreamRef stream, const LevelGraph& level, const ClusterRules& rules);

// Joins leaves, and the links of chains, to a vertex next to them. Trees that hang on the graph lose their leaves,
// chains become a few links. Nothing if that are few vertices. Best where roads are drawn with many points.
[[nodiscard]] Buffer<VertexId> join_chains(StreamRef stream, const LevelGraph& level, const ClusterRules& rules);

// Label propagation with bounded clusters (Meyerhenke, Sanders and Schulz 2014), in rounds of several steps: the
// vertices of a step look for the cluster to which most of their edges go, and those that fit move at once. Best where
// neighbours of neighbours are neighbours, and where a few vertices have very many.
[[nodiscard]] Buffer<VertexId> propagate_labels(StreamRef stream, const LevelGraph& level, const ClusterRules& rules,
                                                std::uint32_t rounds);

// Puts the vertices that are alone in their clusters into clusters with others that prefer the same neighbour, and
// those without neighbours among themselves. `favourite`: of each vertex, kNoVertex without neighbours.
void group_leftovers(StreamRef stream, const LevelGraph& level, const ClusterRules& rules,
                     const Buffer<std::uint8_t>& is_left, const Buffer<VertexId>& favourite, Weight max_size,
                     Buffer<VertexId>& cluster);

struct Coarser {
  LevelGraph level;
  Buffer<VertexId> to_coarse;  // of each vertex of the finer level
};
// The graph of the clusters: sizes and weights add up, edges inside of clusters go, parallel ones become one.
[[nodiscard]] Coarser contract(StreamRef stream, const LevelGraph& level, const Buffer<VertexId>& cluster);

}  // namespace warpgraph::partitioning
