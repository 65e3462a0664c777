// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/loops/levels_ahead.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

namespace warpgraph::detail {

// What a loop of supersteps leaves: how many there were, and the frontier they left, in counts[rounds % 3].
template <class P>
struct LoopState {
  std::uint64_t supersteps;
  std::uint64_t rounds;  // barriers at which the frontier changed
  sweep::FrontierCounts counts[3];
  std::uint64_t passed;  // supersteps of the run up to here,
  LevelValue<P> level;   // and the value of the frontier, for the next launch of a search
};

// Supersteps by pushing inside one launch, as long as frontiers are small: a barrier over the grid costs a little more
// than a microsecond, a launch with a read-back seventeen. Three sets of counts rotate: one is read, one is written
// and one is cleared, so that one barrier a round is enough. A round is a superstep, or in searches over short rows
// several levels (LevelsAhead).
//
// Not one loop with PriorityLoop: this one takes first hits and counts vertices without edges, that one reserves slots
// of two lists at once and splits the far set. What the two have in common is in push/, frontier/ and ahead.hpp.
template <class P, class E>
struct PushLoop {
  using Value = typename P::VertexValue;
  static constexpr int kMinBlocks = 2;  // on a multiprocessor

  Push<P, E> push;
  sweep::QueueView queue[2];
  View<std::uint32_t> mask[2];
  View<LoopState<P>> state;             // counts[0] is the frontier to begin with, counts[1] is zero
  View<sweep::FrontierCounts> history;  // the frontier of each superstep, and the one that is left; zero before
  std::uint64_t max_edges;
  std::uint32_t lanes;  // of a vertex, where all rows are short; or 0
  AheadLimits ahead_limits;
  std::uint64_t passed;  // supersteps of the run
  bool is_first;         // launch of the run

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    const std::uint64_t max_supersteps = history.size() - 1;
    std::uint32_t superstep = 0;
    std::uint32_t round = 0;
    [[maybe_unused]] Ahead ahead{};
    if constexpr (SearchProgram<P>) begin(ahead.level);
    while (true) {
      const std::uint64_t packed = atomic::load(state[0].counts[round % 3].packed);
      const std::uint64_t edges = sweep::packed_edges(packed);
      const bool is_over = edges == 0 || edges > max_edges || superstep == max_supersteps;
      if constexpr (SearchProgram<P>) {
        if (go_ahead(grid, ahead, superstep, round, packed, is_over ? 0 : max_supersteps - superstep)) continue;
      }
      if (is_over) break;
      grid.warps([&](kernel::Warp& warp) { run(warp, superstep, round, packed); });
      if constexpr (SearchProgram<P>) ahead.level.pass(push.view.program, 1);
      ++superstep;
      ++round;
    }
    grid.elect([&] { leave(superstep, round, ahead.level); });
  }

 private:
  // How blocks go ahead: the frontier's value, and how many levels the round before had.
  struct Ahead {
    Pace pace;
    LevelValue<P> level;
    std::uint32_t levels;
    bool is_queue_mixed;  // with vertices that have pushed
  };
  WARPGRAPH_DEVICE void begin(LevelValue<P>& level) const {
    const bool is_empty = sweep::packed_vertices(atomic::load(state[0].counts[0].packed)) == 0;
    level = {is_first && !is_empty ? atomic::load(push.view.value[queue[0].vertex[0]]) : Value{}, passed == 0};
    if (is_first) return;
    level = state[0].level;
    level.pass(push.view.program, passed - state[0].passed);
  }

  // False if the next round is a superstep of all warps.
  WARPGRAPH_DEVICE bool go_ahead(kernel::Grid<256>& grid, Ahead& ahead, std::uint32_t& superstep, std::uint32_t& round,
                                 std::uint64_t packed, std::uint64_t max_levels) const {
    if (lanes == 0 || !push.first_hit_wins) return false;
    // A round that did not get to its end is done again.
    const bool is_again = ahead.is_queue_mixed && atomic::load(state[0].counts[round % 3].edges) != 0;
    if (!is_again) {
      const std::uint32_t wanted = max_levels == 0 ? 0 : ahead.pace.next(sweep::packed_edges(packed), ahead_limits);
      ahead.levels = wanted < max_levels ? wanted : static_cast<std::uint32_t>(max_levels);
      LevelValue<P> last = ahead.level;
      last.pass(push.view.program, ahead.levels);
      if (!last.is_ordered) ahead.levels = 1;
    }
    if (ahead.levels > 1) {
      const std::uint32_t to = (round + 1) % 3;
      const LevelsAhead<P, E> levels{push,
                                     queue[round % 2],
                                     mask[round % 2],
                                     packed,
                                     next_queue(round),
                                     {&state[0].counts[to], 1, state.space()},
                                     history.subview(superstep, ahead.levels + 1),
                                     ahead.level.value,
                                     ahead.levels,
                                     lanes};
      grid.template sharing_blocks<LevelsShared<Value>>([&](kernel::Block<256>& block, LevelsShared<Value>& shared) {
        levels(block, shared);
        if (block.index() == 0) {
          block.elect([&] {
            if (!ahead.is_queue_mixed) record(superstep, round, packed);  // else it is counted already
            state[0].counts[(round + 2) % 3] = {0, 0, 0};
          });
        }
      });
      ahead.is_queue_mixed = true;
      if (atomic::load(state[0].counts[to].edges) == 0) {
        superstep += ahead.levels;
        ahead.level.pass(push.view.program, ahead.levels);
      }
      ++round;
      return true;
    }
    if (!ahead.is_queue_mixed || sweep::packed_edges(packed) == 0) return false;
    grid.warps([&](kernel::Warp& warp) { drop_done(warp, round, packed, ahead.level.value); },
               [&](kernel::Warp& warp) { warp.elect([&] { count_silent(superstep, round); }); });
    ahead.is_queue_mixed = false;
    ++round;
    return true;
  }
  [[nodiscard]] WARPGRAPH_DEVICE ClaimedQueue next_queue(std::uint32_t round) const {
    return {queue[1 - round % 2], mask[1 - round % 2], {&state[0].counts[(round + 1) % 3].packed, 1, state.space()}};
  }
  // Leaves the vertices of the frontier with its value.
  WARPGRAPH_DEVICE void drop_done(kernel::Warp& warp, std::uint32_t round, std::uint64_t packed,
                                  const Value& value) const {
    const sweep::QueueView& from = queue[round % 2];
    const std::uint64_t size = sweep::packed_vertices(packed);
    sweep::for_each_tile(warp, size, kernel::Warp::kSize, [&](std::uint64_t base) {
      kernel::PerLane<std::uint64_t> wanted{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        const std::uint64_t i = base + lane;
        if (i >= size) return;
        const VertexId v = from.vertex[i];
        atomic::store(mask[round % 2][v / 32], 0u);
        if (atomic::load(push.view.value[v]) == value)
          wanted[lane] = sweep::RowRange(push.view.graph.outgoing.row, v).packed();
      });
      sweep::put_all(warp, wanted, queue[1 - round % 2], state[0].counts[(round + 1) % 3].packed,
                     [&](kernel::Lane lane, auto&& put_one) {
                       const std::uint64_t i = base + lane;
                       if (wanted[lane] != 0)
                         put_one(from.vertex[i], from.base[i] + from.offset[i], sweep::packed_edges(wanted[lane]));
                     });
    });
  }
  WARPGRAPH_DEVICE void count_silent(std::uint32_t superstep, std::uint32_t round) const {
    sweep::FrontierCounts& counts = state[0].counts[(round + 1) % 3];
    counts.vertices = sweep::packed_vertices(atomic::load(history[superstep].packed)) -
                      sweep::packed_vertices(atomic::load(counts.packed));
    state[0].counts[(round + 2) % 3] = {0, 0, 0};
  }
  // The last levels of a round may have had no frontier to start from.
  WARPGRAPH_DEVICE void leave(std::uint32_t superstep, std::uint32_t round, const LevelValue<P>& level) const {
    sweep::FrontierCounts& left = state[0].counts[round % 3];
    if constexpr (SearchProgram<P>) {
      if (sweep::packed_edges(left.packed) == 0) {
        while (superstep > 0 && sweep::packed_edges(history[superstep - 1].packed) == 0) --superstep;
        left.vertices = Max{}(left.vertices, sweep::packed_vertices(history[superstep].packed));
      }
    }
    state[0].supersteps = superstep;
    state[0].rounds = round;
    state[0].passed = passed + superstep;
    state[0].level = level;
  }

  WARPGRAPH_DEVICE void record(std::uint32_t superstep, std::uint32_t round, std::uint64_t packed) const {
    const sweep::FrontierCounts& now = state[0].counts[round % 3];
    history[superstep] = {now.vertices + sweep::packed_vertices(packed), sweep::packed_edges(packed), packed};
  }
  WARPGRAPH_DEVICE void run(kernel::Warp& warp, std::uint32_t superstep, std::uint32_t round,
                            std::uint64_t packed) const {
    const sweep::QueueView& from = queue[round % 2];
    const sweep::QueueView& to = queue[1 - round % 2];
    const View<std::uint32_t>& marks = mask[1 - round % 2];
    sweep::FrontierCounts& counts = state[0].counts[(round + 1) % 3];
    if (lanes != 0) {
      for_short_rows(warp, push.view, from, packed, lanes,
                     [&](auto& edges) { push.template put<true>(warp, edges, to, marks, counts); });
    } else {
      sweep::for_each_slice<1>(warp, from, packed, [&](const auto& slice) {
        auto edges = find_edges(warp, push.view, slice);
        push.template put<false>(warp, edges, to, marks, counts);
      });
    }
    // The mask of this frontier is that of the next superstep's targets: it must be clear by then.
    if (!push.first_hit_wins) clear_bits(warp, from, packed, mask[round % 2]);
    if (warp.global_index() == 0) {
      warp.elect([&] {
        record(superstep, round, packed);
        state[0].counts[(round + 2) % 3] = {0, 0, 0};
      });
    }
  }
};

}  // namespace warpgraph::detail
