// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/buffer.hpp>

// A level of the multilevel scheme: a graph on the device whose vertices are clusters of the finer level's. The order
// of the neighbours in a row is open, and nothing that kMultilevel computes depends on it.
namespace warpgraph::partitioning {

using Weight = std::int64_t;
using PartId = std::uint32_t;

class Peer;

inline constexpr PartId kNoPart = kFreePart;

// Rows of up to kShortRow edges are one lane's work, of up to kLongRow a warp's, longer ones a block's.
inline constexpr EdgeId kShortRow = 64;
inline constexpr EdgeId kLongRow = 1024;

struct LevelView {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const Weight> edge_weight;    // empty: 1 each
  View<const Weight> vertex_weight;  // [vertex * constraints + constraint]
  View<const Weight> size;           // one number for all constraints: what coarsening bounds
  View<const PartId> fixed;          // empty: all vertices are free
  std::uint32_t constraints;

  [[nodiscard]] WARPGRAPH_DEVICE EdgeId degree(std::uint64_t v) const { return row[v + 1] - row[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE Weight weight_of(EdgeId edge) const {
    return edge_weight.empty() ? 1 : edge_weight[edge];
  }
  [[nodiscard]] WARPGRAPH_DEVICE PartId fixed_part(std::uint64_t v) const {
    return fixed.empty() ? kFreePart : fixed[v];
  }
};

// With peers, each device has the rows of a range of the vertices, and empty rows of all others; what is known of
// vertices it has for all of them.
struct LevelGraph {
  VertexId vertices = 0;
  EdgeId entries = 0;  // of all devices together
  std::uint32_t constraints = 1;
  Buffer<EdgeId> row;
  Buffer<VertexId> column;
  Buffer<Weight> edge_weight;
  Buffer<Weight> vertex_weight;
  Buffer<Weight> size;  // empty with one constraint, whose weights it would repeat
  Buffer<PartId> fixed;
  Buffer<VertexId> long_rows;   // the vertices with more than kShortRow edges, up to kLongRow
  Buffer<VertexId> heavy_rows;  // those with more
  Peer* peer = nullptr;         // null: all rows are here
  VertexRange range = {};       // of the vertices whose rows are here, with peers

  [[nodiscard]] VertexRange own() const { return peer == nullptr ? VertexRange{0, vertices} : range; }
  [[nodiscard]] LevelView view() const {
    return {row,   column,     edge_weight, vertex_weight, constraints == 1 ? vertex_weight.view() : size.view(),
            fixed, constraints};
  }
};

// Fills in `long_rows` and `heavy_rows`.
void find_long_rows(StreamRef stream, LevelGraph& level);
// Whether the rows ascend and hold vertices of the graph, and each edge is in the rows of both of its ends with the
// same weight: false for all other graphs but one in 2^64. Needs what find_long_rows fills in, which such arrays cannot
// break. Waits for the stream.
[[nodiscard]] bool is_undirected(StreamRef stream, const LevelGraph& level);

}  // namespace warpgraph::partitioning
