// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/launch.hpp>

#include "level_graph.hpp"
#include "random.hpp"
#include "rating_table.hpp"
#include "team.hpp"

// Runs a body for the rows of a level: body.wants(v) says for which, body(team, v, table) does the work. The table has
// room for the keys of the edges that for_each_rated visits, and is not cleared.
namespace warpgraph::partitioning {

inline constexpr EdgeId kRatedEdges = 256;  // of a long row, about
inline constexpr std::uint32_t kWarpSlots = 1024;
using RowBlock = Block<512>;

// body(edge) for the row's edges; of very long rows for about kRatedEdges, chosen by their other ends.
template <class Team, class Body>
WARPGRAPH_DEVICE void for_each_rated(const Team& team, const LevelView& level, std::uint64_t v, Body&& body) {
  const EdgeId first = level.row[v];
  const EdgeId last = level.row[v + 1];
  const EdgeId one_of = (last - first + kRatedEdges - 1) / kRatedEdges;
  team.for_each(first, last, [&](EdgeId edge) {
    if (one_of > 2 && below(draw(v, level.column[edge]), one_of) != 0) return;
    body(edge);
  });
}

template <class Body>
struct ShortRows {
  Body body;
  std::uint64_t first = 0;  // vertex
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t v = first + i;
    if (!body.wants(v)) return;
    const EdgeId degree = body.level.degree(v);
    if (degree > kShortRow) return;
    RatingSlots<2 * kShortRow> slots;
    body(OneLane{}, v, RatingTable{slots.key, slots.sum, slots_for(degree)});
  }
};

template <class Body>
struct LongRows {
  using Shared = RatingSlots<kWarpSlots>;

  Body body;
  View<const VertexId> rows;
  WARPGRAPH_DEVICE void operator()(Warp& warp, Shared& slots) const {
    const VertexId v = rows[warp.global_index()];
    if (!body.wants(v)) return;
    body(AllLanes<Warp>{warp}, v, RatingTable{slots.key, slots.sum, kWarpSlots});
  }
};

template <class Body>
struct HeavyRows {
  struct Shared {
    RatingSlots<kWarpSlots> slots;
    bool is_wanted;
  };

  Body body;
  View<const VertexId> rows;
  WARPGRAPH_DEVICE void operator()(RowBlock& block, Shared& shared) const {
    const VertexId v = rows[block.index()];
    block.elect([&] { shared.is_wanted = body.wants(v); });
    if (!shared.is_wanted) return;
    body(AllLanes<RowBlock>{block}, v, RatingTable{shared.slots.key, shared.slots.sum, kWarpSlots});
  }
};

template <class Body>
struct OwnVertices {
  Body body;
  std::uint64_t first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { body(first + i); }
};

// body(v) for the vertices whose rows are here.
template <class Body>
void for_each_own(StreamRef stream, const LevelGraph& level, const Body& body) {
  for_each(stream, level.own().size(), OwnVertices<Body>{body, level.own().first});
}

template <class Body>
void for_each_row(StreamRef stream, const LevelGraph& level, const Body& body) {
  for_each(stream, level.own().size(), ShortRows<Body>{body, level.own().first});
  launch(stream, Warps{level.long_rows.size()}, LongRows<Body>{body, level.long_rows});
  launch(stream, Blocks{level.heavy_rows.size()}, HeavyRows<Body>{body, level.heavy_rows});
}

}  // namespace warpgraph::partitioning
