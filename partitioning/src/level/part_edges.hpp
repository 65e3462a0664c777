// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/operators.hpp>

#include "for_each_row.hpp"

// What the edges of a vertex say of the parts around it, for bodies of for_each_row.
namespace warpgraph::partitioning {

// Whether all neighbours are in the vertex's part.
template <class Team>
WARPGRAPH_DEVICE bool is_inside(const Team& team, const LevelView& level, View<const PartId> part, std::uint64_t v) {
  const PartId mine = part[v];
  return team.reduce(level.row[v], level.row[v + 1], 0u, Or{},
                     [&](EdgeId edge) { return part[level.column[edge]] != mine ? 1u : 0u; }) == 0;
}

// The weight of the edges to a part, without self-loops.
template <class Team>
WARPGRAPH_DEVICE Weight weight_to(const Team& team, const LevelView& level, View<const PartId> part, std::uint64_t v,
                                  PartId to) {
  return team.reduce(level.row[v], level.row[v + 1], Weight{0}, Plus{}, [&](EdgeId edge) -> Weight {
    const VertexId u = level.column[edge];
    return u != v && part[u] == to ? level.weight_of(edge) : 0;
  });
}

// Fills the table with the weights of the edges to each part but the vertex's own: of all edges, unless there may be
// too many parts for the table. Returns whether edges were left out.
template <class Team>
WARPGRAPH_DEVICE bool rate_parts(const Team& team, const LevelView& level, View<const PartId> part, PartId parts,
                                 std::uint64_t v, const RatingTable& table) {
  table.clear(team);
  const PartId mine = part[v];
  const auto add = [&](EdgeId edge) {
    const PartId to = part[level.column[edge]];
    if (to != mine) table.add(team, to, level.weight_of(edge));
  };
  const bool is_sampled = parts > kWarpSlots / 2 && level.degree(v) > kWarpSlots / 2;
  if (is_sampled)
    for_each_rated(team, level, v, add);
  else
    team.for_each(level.row[v], level.row[v + 1], add);
  return is_sampled;
}

}  // namespace warpgraph::partitioning
