// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/launch.hpp>

#include "level_graph.hpp"

// The way down the V and up again, whatever coarsens and refines.
namespace warpgraph::partitioning {

inline constexpr VertexId kMinShrink = 20;  // a level must have 1 / 20 fewer vertices than the finer one

struct Level {
  LevelGraph graph;
  Buffer<VertexId> to_coarse;  // empty on the coarsest level
};

struct ProjectParts {
  View<const VertexId> to_coarse;
  View<const PartId> coarse;
  View<PartId> fine;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { fine[v] = coarse[to_coarse[v]]; }
};

// Each vertex of `level` is in the part of its cluster.
[[nodiscard]] inline Buffer<PartId> project(StreamRef stream, const Level& level, const Buffer<PartId>& coarse) {
  Buffer<PartId> fine(stream, level.graph.vertices, "partition parts");
  kernel::for_each(stream, level.graph.vertices, ProjectParts{level.to_coarse, coarse, fine});
  return fine;
}

}  // namespace warpgraph::partitioning
