// SPDX-License-Identifier: Apache-2.0
#include "refine.hpp"

#include <cstdint>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "border.hpp"
#include "offers.hpp"
#include "refine_loop.hpp"
#include "wishes.hpp"

namespace warpgraph::partitioning {
namespace {

// In one launch.
std::uint32_t refine_short_rows(PartState& state, const RefineRules& rules, std::vector<PartitionPass>* trace) {
  const StreamRef stream = state.stream();
  const LevelGraph& level = state.level();
  const std::uint64_t row_size = trace_row_size(state.limits().parts);
  Offers offers(state);
  Buffer<Weight> rows(stream, trace == nullptr ? 0 : kMaxRounds * row_size, "trace of refinement");
  kernel::launch(stream, grid_for(state, kernel::Warp::kSize),
                 RefineLoop{level.view(),
                            state.view(),
                            offers.view(),
                            state.saved_part(),
                            state.saved_weight(),
                            state.cut(),
                            rules,
                            {rows}});
  state.adopt();
  const std::uint32_t rounds = read_one(stream, offers.view().count);
  if (trace == nullptr) return rounds;
  const std::vector<Weight> all = to_host(stream, rows);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const auto row = all.begin() + static_cast<std::ptrdiff_t>(round * row_size);
    const std::vector<Weight> weights(row + RoundTrace::kWeights, row + static_cast<std::ptrdiff_t>(row_size));
    trace->push_back({row[RoundTrace::kCut], imbalance_of(state.limits(), weights), row[RoundTrace::kRebalances] != 0});
  }
  return rounds;
}

}  // namespace

std::uint32_t refine_by_rounds(PartState& state, const RefineRules& rules, std::vector<PartitionPass>* trace) {
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
      if (state.border() != nullptr) state.border()->share_wishes(state.view());
      for_each_row(stream, level, GrantWishes{level.view(), state.view()});
      if (state.border() != nullptr) state.border()->share_moves(state.view());
      state.move();
    }
    if (trace != nullptr)
      trace->push_back({state.cut(), imbalance_of(state.limits(), state.weights()), rebalanced > 0});
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

std::uint32_t refine(PartState& state, const RefineRules& rules, std::vector<PartitionPass>* trace) {
  const LevelGraph& level = state.level();
  const bool is_short =
      level.peer == nullptr && level.constraints == 1 && level.long_rows.empty() && level.heavy_rows.empty();
  return is_short ? refine_short_rows(state, rules, trace) : refine_by_rounds(state, rules, trace);
}

}  // namespace warpgraph::partitioning
