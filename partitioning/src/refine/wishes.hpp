// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "../level/part_edges.hpp"
#include "part_state.hpp"

// Which vertices a round in the way of Jet moves: each step is for all vertices, and ends before the next.
namespace warpgraph::partitioning {

// The part that a vertex has most edges to, other than its own.
struct FindBest {
  LevelView level;
  PartView state;
  std::uint64_t seed;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return state.is_stale[v] != 0; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t max_keys() const { return state.parts; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable& table) const {
    Weight own = 0;
    auto best = Choice<Weight>::none();
    if (!is_inside(team, level, state.part, v)) {
      own = weight_to(team, level, state.part, v, state.part[v]);
      best = find(team, v, table);
    }
    team.once([&] {
      state.best[v] = best.key;
      state.gain[v] = best.score - own;
      state.own[v] = own;
      state.is_stale[v] = 0;
    });
  }

 private:
  template <class Team>
  WARPGRAPH_DEVICE Choice<Weight> find(const Team& team, std::uint64_t v, const RatingTable& table) const {
    const bool is_sampled = rate_parts(team, level, state.part, state.parts, v, table);
    auto best = team.reduce(0, table.used(team), Choice<Weight>::none(), Better{}, [&](std::uint64_t i) {
      if (table.key[i] == kNoKey) return Choice<Weight>::none();
      return Choice<Weight>{table.sum[i], draw(seed ^ v, table.key[i]), table.key[i]};
    });
    if (is_sampled && !best.is_none()) best.score = weight_to(team, level, state.part, v, best.key);
    return best;
  }
};

// First filter: a vertex that has just moved waits, and one that would lose more than a share of its edges stays.
struct MakeWishes {
  LevelView level;
  PartView state;
  Weight eighths;  // the share
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const bool is_locked = state.is_locked[v] != 0 || level.fixed_part(v) != kFreePart;
    const Weight gain = state.gain[v];
    state.has_moved[v] = 0;
    state.is_locked[v] = 0;
    const bool is_wished = state.best[v] != kNoPart && !is_locked && (gain >= 0 || -8 * gain < eighths * state.own[v]);
    state.wish[v] = is_wished ? state.best[v] : kNoPart;
  }
};

// Second filter, the afterburner: the gain if all neighbours with better wishes move as they wish.
struct GrantWishes {
  LevelView level;
  PartView state;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return state.wish[v] != kNoPart; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const PartId from = state.part[v];
    const PartId to = state.wish[v];
    const Weight mine = state.gain[v];
    const Weight gain = team.reduce(level.row[v], level.row[v + 1], Weight{0}, Plus{}, [&](EdgeId edge) -> Weight {
      const VertexId u = level.column[edge];
      if (u == v) return 0;
      PartId there = state.part[u];
      if (state.wish[u] != kNoPart) {
        const Weight theirs = state.gain[u];
        if (theirs > mine || (theirs == mine && u < v)) there = state.wish[u];
      }
      return there == to ? level.weight_of(edge) : there == from ? -level.weight_of(edge) : 0;
    });
    team.once([&] {
      state.has_moved[v] = gain >= 0 ? 1 : 0;
      state.is_locked[v] = gain >= 0 ? 1 : 0;
    });
  }
};

}  // namespace warpgraph::partitioning
