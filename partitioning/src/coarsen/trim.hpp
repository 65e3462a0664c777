// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../level/level_graph.hpp"
#include "../limits.hpp"

// A skewed graph is trimmed before it is coarsened. Groups of its heavy vertices (heavy.hpp) become parts of their own.
// Many other vertices have no neighbours then, and can be in any part. The core that is left is divided among as few
// parts as hold it, and the vertices without neighbours fill the others.
namespace warpgraph::partitioning {

struct Core {
  LevelGraph level;
  Limits limits;             // of its parts
  Buffer<VertexId> to_core;  // of each vertex of the graph; kNoVertex: it is not in the core
  Buffer<PartId> heavy;      // of each vertex of the graph: its group of heavy ones, kFreePart if it is in none
  std::vector<Weight> heavy_weights;  // of each group
  std::vector<PartId> order;          // the parts of the graph: those of groups, those of the core, those of neither
  Weight max_vertex = 1;              // weight of a vertex
};

// None if the graph has no such group, and if vertices weigh so much that dealing them out could miss the limits. For
// one constraint and graphs without fixed vertices.
[[nodiscard]] std::optional<Core> trim(StreamRef stream, const LevelGraph& level, const Limits& limits,
                                       std::uint64_t seed);

// The partition of the graph. `part` is the core's, and `weights` are those of its parts. Vertices without neighbours
// go to empty parts first, then to those below their least weight, then where room is.
[[nodiscard]] Buffer<PartId> deal(StreamRef stream, const LevelGraph& level, const Limits& limits, const Core& core,
                                  const Buffer<PartId>& part, const std::vector<Weight>& weights);

}  // namespace warpgraph::partitioning
