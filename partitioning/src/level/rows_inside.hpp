// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "level_graph.hpp"

namespace warpgraph::partitioning {

struct Rows {
  Buffer<EdgeId> row;
  Buffer<VertexId> column;
  Buffer<Weight> edge_weight;  // empty: 1 each
};

// The edges of the level whose ends are in the same part, without self-loops. Waits for the stream. With peers, those
// of the peer's own rows.
[[nodiscard]] Rows rows_inside(StreamRef stream, const LevelGraph& level, const Buffer<PartId>& part);

}  // namespace warpgraph::partitioning
