// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "../effort.hpp"
#include "moves.hpp"
#include "pick_offers.hpp"
#include "wishes.hpp"

namespace warpgraph::partitioning {

inline constexpr double kProgress = 0.001;       // less of the cut than this is no progress
inline constexpr std::uint64_t kFewWords = 128;  // of a bitmask: other threads take longer to wake up
inline constexpr int kNearRounds = 1;  // of rebalancing, one after the other, before any vertex goes to any part

// The rounds of refinement leave a row each (trace_row_size).
struct RoundTrace {
  static constexpr std::uint32_t kCut = 0;
  static constexpr std::uint32_t kRebalances = 1;
  static constexpr std::uint32_t kWeights = 2;

  View<Weight> rows;  // empty if no trace is wanted
};

// All rounds of refinement in one launch, for one constraint and rows of up to kShortRow edges. A round of moves has
// four barriers and a round of rebalancing about twenty, of a microsecond or two each; with launches and a wait for the
// device each round takes longer than the work of most levels. What decides about rounds (the cut, the excess) is the
// same in all threads.
struct RefineLoop {
  using WholeGrid = kernel::Grid<kRefineThreads>;
  static constexpr int kMinBlocks = 4;  // on a multiprocessor

  LevelView level;
  PartView state;
  OfferView offers;
  View<PartId> saved;  // the best state: to begin with, the present one
  View<Weight> saved_weight;
  Weight cut;
  RefineRules rules;
  RoundTrace trace;

  // Leaves the best state in both, the change of the cut, and the number of rounds in offers.count.
  WARPGRAPH_DEVICE void operator()(WholeGrid& grid) const {
    grid.elect([&] { state.cut_change[0] = 0; });
    Weight excess = grid.reduce(state.parts, Weight{0}, Plus{}, [&](std::uint64_t part) { return weigh(part); });
    Weight best_cut = cut;
    Weight best_excess = excess;
    bool is_best = true;  // and has to be saved
    std::uint32_t idle = 0;
    std::uint32_t round = 0;
    int rebalanced = 0;
    for (; idle < rules.patience && round < kMaxRounds; ++round, ++idle) {
      const Reach reach = excess > 0 && rebalanced >= kNearRounds ? Reach::kAll : Reach::kNeighbours;
      if (excess > 0) {
        if (!offer(grid, draw(rules.seed, round), reach, is_best) && reach == Reach::kAll) break;
        ++rebalanced;
      } else {
        wish(grid, is_best);
        rebalanced = 0;
      }
      is_best = false;
      excess = move(grid, reach);
      const Weight now = cut + atomic::load(state.cut_change[0]) / 2;
      if (!trace.rows.empty()) record(grid, round, now, rebalanced > 0);
      if (excess > best_excess || (excess == best_excess && now >= best_cut)) continue;
      if (excess < best_excess || static_cast<double>(now) < (1 - kProgress) * static_cast<double>(best_cut)) idle = 0;
      best_cut = now;
      best_excess = excess;
      is_best = true;
    }
    grid.for_each(vertices_or_parts(), [&](std::uint64_t i) { restore(i, is_best); });
    grid.elect([&] {
      state.cut_change[0] = 2 * (best_cut - cut);
      offers.count[0] = round;
    });
  }

 private:
  WARPGRAPH_DEVICE void record(WholeGrid& grid, std::uint32_t round, Weight now, bool rebalances) const {
    const std::uint64_t size = trace_row_size(state.parts);
    grid.for_each(size, [&](std::uint64_t i) {
      Weight& field = trace.rows[round * size + i];
      if (i >= RoundTrace::kWeights)
        field = state.weight[i - RoundTrace::kWeights];
      else
        field = i == RoundTrace::kCut ? now : Weight{rebalances};
    });
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t vertices_or_parts() const {
    return state.part.size() > state.parts ? state.part.size() : state.parts;
  }
  // How far a part is beyond its limit; also says so to `offers`.
  [[nodiscard]] WARPGRAPH_DEVICE Weight weigh(std::uint64_t part) const { return FindExcess{state, offers}(part); }
  WARPGRAPH_DEVICE void save(std::uint64_t i) const {
    if (i < state.part.size()) saved[i] = state.part[i];
    if (i < state.parts) saved_weight[i] = state.weight[i];
  }
  WARPGRAPH_DEVICE void restore(std::uint64_t i, bool is_best) const {
    if (is_best) save(i);
    if (i < state.parts) state.weight[i] = saved_weight[i];
    if (i < state.is_active.size()) {
      state.is_active[i] = ~0u;
      state.is_unsaved[i] = 0;
    }
    if (i >= state.part.size()) return;
    state.part[i] = saved[i];
    state.is_stale[i] = 1;
    state.is_locked[i] = 0;
  }

  // On a virtual device, where each vertex of a pass takes a turn of its own. Moves are few, and near boundaries.
  WARPGRAPH_DEVICE void save_moved(WholeGrid& grid) const {
    const std::uint64_t words = state.is_unsaved.size();
    grid.for_each(words > state.parts ? words : state.parts, [&](std::uint64_t i) {
      if (i < state.parts) saved_weight[i] = state.weight[i];
      if (i >= words || state.is_unsaved[i] == 0) return;
      sweep::for_each_bit(state.is_unsaved[i], [&](std::uint32_t bit) {
        const std::uint64_t v = i * 32 + bit;
        saved[v] = state.part[v];
      });
      state.is_unsaved[i] = 0;
    });
  }
  // body(v) for every active vertex. The body may make any vertex active, and may end that of v alone.
  template <class Body>
  WARPGRAPH_DEVICE void for_each_active(WholeGrid& grid, Body&& body) const {
    const std::uint64_t words = state.is_active.size();
    const auto do_word = [&](std::uint64_t word) {
      const std::uint32_t active =
          atomic::load(state.is_active[word]) & sweep::bits_inside(word * 32, state.part.size());
      sweep::for_each_bit(active, [&](std::uint32_t bit) { body(word * 32 + bit); });
    };
    if (words <= kFewWords) return grid.for_each(words, do_word);
    grid.blocks([&](kernel::Block<kRefineThreads>& block) {
      for (std::uint64_t i = words * block.index() / grid.block_count(),
                         last = words * (block.index() + 1) / grid.block_count();
           i < last; ++i)
        do_word(i);
    });
  }
  WARPGRAPH_DEVICE void wish_where_active(WholeGrid& grid) const {
    const FindBest find{level, state, rules.seed};
    const MakeWishes make{level, state, rules.eighths};
    const GrantWishes grant{level, state};
    for_each_active(grid, [&](std::uint64_t v) {
      if (find.wants(v)) ShortRows<FindBest>{find}.do_row(v);
      make(v);
      if (state.best[v] == kNoPart) state.is_active[v / 32] &= ~sweep::bit_of(v);
    });
    for_each_active(grid, [&](std::uint64_t v) {
      if (grant.wants(v)) ShortRows<GrantWishes>{grant}.do_row(v);
    });
  }

  WARPGRAPH_DEVICE void wish(WholeGrid& grid, bool is_best) const {
    if constexpr (!kLanesShareRows) {
      if (is_best) save_moved(grid);
      return wish_where_active(grid);
    }
    const FindBest find{level, state, rules.seed};
    const MakeWishes make{level, state, rules.eighths};
    GridRows::run(
        grid, vertices_or_parts(), find,
        [&](std::uint64_t i) {
          if (is_best) save(i);
        },
        [&](std::uint64_t v) {
          if (v < state.part.size()) make(v);
        });
    GridRows::run(grid, state.part.size(), GrantWishes{level, state}, Nothing{}, Nothing{});
  }
  WARPGRAPH_DEVICE void change_one(const MoveVertices& change, std::uint64_t v) const {
    change(v);
    if constexpr (!kLanesShareRows)
      if (state.has_moved[v] != 0) sweep::claim_bit(state.is_unsaved, v);
  }
  // Returns whether any vertex may move.
  WARPGRAPH_DEVICE bool offer(WholeGrid& grid, std::uint64_t seed, Reach reach, bool is_best) const {
    const OfferVertices offer_one{level, state, offers, seed, reach};
    const PickOffers pick{level, state, offers, reach};
    if (is_best && !kLanesShareRows) save_moved(grid);
    if (!kLanesShareRows && reach != Reach::kAll) {
      for_each_active(grid, [&](std::uint64_t v) {
        if (offer_one.wants(v)) ShortRows<OfferVertices>{offer_one}.do_row(v);
        if (offers.key[v] != kNoOffer) offers.list[atomic::fetch_add(offers.count[0], 1)] = static_cast<VertexId>(v);
      });
      pick.choose(grid);
      return true;
    }
    GridRows::run(
        grid, vertices_or_parts(), offer_one,
        [&](std::uint64_t i) {
          if (is_best && kLanesShareRows) save(i);
        },
        Nothing{});
    pick(grid);
    if (reach != Reach::kAll) return true;
    return grid.any(offers.count[0], [&](std::uint64_t i) { return state.has_moved[offers.list[i]] != 0; });
  }
  // Returns the excess of all parts.
  WARPGRAPH_DEVICE Weight move(WholeGrid& grid, Reach reach) const {
    const MoveVertices change{level, state};
    const CountMoves count{level, state};
    if (kLanesShareRows || reach == Reach::kAll) {
      grid.for_each(state.part.size(), [&](std::uint64_t v) { change_one(change, v); });
      GridRows::run(grid, state.part.size(), count, Nothing{}, Nothing{});
    } else {
      for_each_active(grid, [&](std::uint64_t v) { change_one(change, v); });
      for_each_active(grid, [&](std::uint64_t v) {
        if (count.wants(v)) ShortRows<CountMoves>{count}.do_row(v);
      });
    }
    return grid.reduce(state.parts, Weight{0}, Plus{}, [&](std::uint64_t part) { return weigh(part); });
  }
};

}  // namespace warpgraph::partitioning
