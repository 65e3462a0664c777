// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../level/level_graph.hpp"

namespace warpgraph::partitioning {

// Which rows of a graph become one row of a coarser one.
struct Members {
  Buffer<VertexId> member;  // rows, by coarse vertex
  Buffer<EdgeId> begin;     // of each coarse vertex in `member`, and the end
};

// Fills in the rows of `coarse`, whose number of vertices is known, and the number of their entries: edges within a
// coarse vertex go, and parallel ones become one. `to_coarse`: of the vertices that the columns of `fine` name.
void merge_rows(StreamRef stream, const LevelView& fine, View<const VertexId> to_coarse, const Members& members,
                LevelGraph& coarse);

}  // namespace warpgraph::partitioning
