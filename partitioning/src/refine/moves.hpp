// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "../level/for_each_row.hpp"
#include "part_state.hpp"

// What is done with the vertices whose `has_moved` is set: each step is for all vertices, and ends before the next.
namespace warpgraph::partitioning {

struct MoveVertices {
  LevelView level;
  PartView state;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (state.has_moved[v] == 0) return;
    const std::uint64_t from = state.part[v];
    const std::uint64_t to = state.wish[v];
    for (std::uint32_t j = 0; j < level.constraints; ++j) {
      const Weight weight = level.vertex_weight[v * level.constraints + j];
      atomic::fetch_add(state.weight[from * level.constraints + j], -weight);
      atomic::fetch_add(state.weight[to * level.constraints + j], weight);
    }
    swap_parts(state, v);
  }
  // To the part that v wishes for, which becomes the part before it.
  WARPGRAPH_DEVICE static void swap_parts(const PartView& state, std::uint64_t v) {
    const PartId from = state.part[v];
    state.part[v] = state.wish[v];
    state.wish[v] = from;
  }
};

// Adds up what moves did to the cut, and marks the vertices whose best parts may be others now.
struct CountMoves {
  LevelView level;
  PartView state;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return state.has_moved[v] != 0; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const PartId before = state.wish[v];
    const PartId after = state.part[v];
    const Weight change = team.reduce(level.row[v], level.row[v + 1], Weight{0}, Plus{}, [&](EdgeId edge) -> Weight {
      const VertexId u = level.column[edge];
      if (u == v) return 0;
      state.mark_stale(u);
      const bool moved_too = state.has_moved[u] != 0;
      const Weight was_cut = before != (moved_too ? state.wish[u] : state.part[u]) ? 1 : 0;
      const Weight is_cut = after != state.part[u] ? 1 : 0;
      // An edge of which both ends move is counted at both of them.
      return (is_cut - was_cut) * (moved_too ? 1 : 2) * level.weight_of(edge);
    });
    team.once([&] {
      state.mark_stale(v);
      atomic::fetch_add(state.cut_change[0], change);
    });
  }
};

// The same for vertices whose neighbours have moved on other devices.
struct MarkStale {
  LevelView level;
  PartView state;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return state.is_stale[v] == 0; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const auto moved = team.reduce(level.row[v], level.row[v + 1], 0u, Or{},
                                   [&](EdgeId edge) { return state.has_moved[level.column[edge]] != 0 ? 1u : 0u; });
    team.once([&] {
      if (moved != 0) state.is_stale[v] = 1;
    });
  }
};

}  // namespace warpgraph::partitioning
