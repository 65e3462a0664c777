// SPDX-License-Identifier: Apache-2.0
#include "refine.hpp"

#include <cstdint>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "offers.hpp"
#include "refine_loop.hpp"
#include "wishes.hpp"

namespace warpgraph::partitioning {
namespace {

// In one launch.
std::uint32_t refine_short_rows(PartState& state, const RefineRules& rules) {
  const StreamRef stream = state.stream();
  const LevelGraph& level = state.level();
  Offers offers(state);
  launch(stream, grid_for(state, Warp::kSize),
         RefineLoop{level.view(), state.view(), offers.view(), state.saved_part(), state.saved_weight(), state.cut(),
                    rules});
  state.adopt();
  return read_one(stream, offers.view().count);
}

}  // namespace

std::uint32_t refine_by_rounds(PartState& state, const RefineRules& rules) {
  const StreamRef stream = state.stream();
  const LevelGraph& level = state.level();
  Offers offers(state);
  Weight best_cut = state.cut();
  double best_excess = state.excess();
  std::uint32_t idle = 0;
  std::uint32_t round = 0;
  int rebalanced = 0;
  for (; idle < rules.patience && round < kMaxRounds; ++round, ++idle) {
    const std::uint64_t seed = draw(rules.seed, round);
    if (state.excess() > 0) {
      const Reach reach = rebalanced < kNearRounds ? Reach::kNeighbours : Reach::kAll;
      if (!rebalance(state, offers, seed, reach) && reach == Reach::kAll) break;
      ++rebalanced;
    } else {
      rebalanced = 0;
      for_each_row(stream, level, FindBest{level.view(), state.view(), rules.seed});
      for_each_own(stream, level, MakeWishes{level.view(), state.view(), rules.eighths});
      share(level, state.view().wish, state.view().gain);
      for_each_row(stream, level, GrantWishes{level.view(), state.view()});
      share(level, state.view().has_moved);
      state.move();
    }
    const double excess = state.excess();
    const bool is_better = excess < best_excess || (excess <= best_excess && state.cut() < best_cut);
    if (!is_better) continue;
    if (excess < best_excess || static_cast<double>(state.cut()) < (1 - kProgress) * static_cast<double>(best_cut))
      idle = 0;
    best_cut = state.cut();
    best_excess = excess;
    state.save();
  }
  state.restore();
  return round;
}

std::uint32_t refine(PartState& state, const RefineRules& rules) {
  const LevelGraph& level = state.level();
  const bool is_short =
      level.peer == nullptr && level.constraints == 1 && level.long_rows.empty() && level.heavy_rows.empty();
  return is_short ? refine_short_rows(state, rules) : refine_by_rounds(state, rules);
}

}  // namespace warpgraph::partitioning
