// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/ahead/ahead.hpp>
#include <warpgraph/framework/engine/detail/near_far/far_set.hpp>
#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>
#include <warpgraph/framework/engine/detail/push/frontier_edges.hpp>

// Push in the order of a distance, near and far (near_far.hpp): updated vertices that are near push in the next
// superstep, the others wait in the far set. When no near vertex is left, the limit moves, and vertices that are near
// now leave it. So few vertices push before their distance is final, which is what takes the time where short detours
// are found late. All of it happens inside one launch.
//
// The length of the history bounds the supersteps of a launch, and how often it moves the limit.
namespace warpgraph::detail {

// What the loop carries from launch to launch. Supersteps and splits count on, so their parities go on too.
template <class T>
struct PriorityState {
  std::uint64_t supersteps;
  sweep::FrontierCounts counts[3];  // of the near, as in LoopState
  std::uint64_t splits;             // how often the limit has moved
  std::uint64_t waiting;            // vertices of the far set, added up over the launches that left some
  T nearest[2];                     // in the far set, when it is split
  T limit;
  std::uint32_t has_last;  // whether a vertex of priority kNoLimit waits; in `nearest` that stands for none
};

template <class P, class E>
struct PriorityLoop {
  using Value = typename P::VertexValue;
  using T = Priority<P>;
  static constexpr T kNone = kNoLimit<T>;
  static constexpr int kMinBlocks = sizeof(typename P::VertexValue) > 8 ? 1 : 2;  // with more, registers would spill

  KernelView<P, E> view;
  sweep::QueueView queue[2];
  View<std::uint32_t> mask[2];
  View<std::uint32_t> far_set;  // the bits of the vertices that wait
  View<PriorityState<T>> state;
  View<sweep::FrontierCounts> history;  // the near of each superstep of this launch; zero before
  T step;
  std::uint32_t lanes;  // as in PushLoop
  AheadLimits ahead_limits;
  std::uint64_t marking_edges;  // of a frontier, from which on its targets are marked before they enter the queue

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    // Only the remainders of the run's supersteps and splits count here; they take fewer registers.
    const auto first_superstep = static_cast<std::uint32_t>(state[0].supersteps % 6);
    const auto first_split = static_cast<std::uint32_t>(state[0].splits % 2);
    std::uint32_t superstep = first_superstep;
    std::uint32_t splits = first_split;
    T limit = state[0].limit;
    bool is_over = false;
    Pace pace;
    while (superstep - first_superstep < history.size() && splits - first_split <= history.size()) {
      const std::uint64_t packed = atomic::load(state[0].counts[superstep % 3].packed);
      if (sweep::packed_edges(packed) != 0) {
        const Step now{superstep, limit};
        sweep::FrontierCounts& record = history[superstep - first_superstep];
        const std::uint32_t rounds = lanes == 0 ? 1 : pace.next(sweep::packed_edges(packed), ahead_limits);
        if (rounds > 1)
          grid.template sharing_blocks<AheadShared<Value>>([&](kernel::Block<256>& block, AheadShared<Value>& shared) {
            go_ahead(block, shared, now, packed, rounds, record);
          });
        else if (sweep::packed_edges(packed) < marking_edges)
          grid.warps([&](kernel::Warp& warp) { push(warp, now, packed, record); });
        else
          push_and_mark(grid, now, packed, record);
        ++superstep;
        continue;
      }
      grid.warps([&](kernel::Warp& warp) { find_nearest(warp, splits, limit); });
      const T nearest = atomic::load(state[0].nearest[splits % 2]);
      is_over = nearest == kNone && (limit == kNone || atomic::load(state[0].has_last) == 0);
      if (is_over) break;
      const T next = next_limit(nearest, step);
      grid.warps([&](kernel::Warp& warp) { split_far(warp, superstep, splits, {limit, next}); });
      limit = next;
      ++splits;
    }
    if (!is_over) grid.warps([&](kernel::Warp& warp) { count_waiting(warp); });
    grid.elect([&] {
      state[0].supersteps += superstep - first_superstep;
      state[0].splits += splits - first_split;
      state[0].limit = limit;
    });
  }

 private:
  // A superstep: its number, and the limit of what is near.
  struct Step {
    std::uint32_t superstep;
    T limit;
  };
  struct Limits {
    T old;
    T next;
  };
  static constexpr std::uint32_t kSteps = sizeof(Value) > 8 ? 2 : 4;
  static constexpr std::uint32_t kMarkingSteps = sizeof(Value) > 4 ? 2 : 4;  // with more, registers would spill

  WARPGRAPH_DEVICE void push(kernel::Warp& warp, const Step& now, std::uint64_t packed,
                             sweep::FrontierCounts& record) const {
    const std::uint32_t from = now.superstep % 2;
    for_frontier_edges<kSteps>(warp, view, queue[from], packed, lanes, [&](auto& edges, auto is_short) {
      put_updated<decltype(is_short)::value>(warp, now, edges);
    });
    end_push(warp, now, packed, record);
  }
  // All warps of a large frontier would wait for the counter of the queue, so the targets are only marked, and a pass
  // over the bitmask finds them.
  WARPGRAPH_DEVICE void push_and_mark(kernel::Grid<256>& grid, const Step& now, std::uint64_t packed,
                                      sweep::FrontierCounts& record) const {
    const std::uint32_t to = 1 - now.superstep % 2;
    grid.warps([&](kernel::Warp& warp) {
      sweep::for_each_adjacent_slice<kMarkingSteps>(warp, queue[now.superstep % 2], packed, [&](const auto& slice) {
        auto edges = find_edges(warp, view, slice);
        warp.relaxed_phase([&](kernel::Lane lane) { reduce<false>(lane, now, edges); });
      });
      end_push(warp, now, packed, record);
    });
    using EnqueueMask = sweep::Enqueue<sweep::InMask>;
    const EnqueueMask marked{view.graph.outgoing.row, view.value.size(), {mask[to]}, queue[to], {}};
    grid.warps([&](kernel::Warp& warp) {
      sweep::for_each_tile(warp, view.value.size(), EnqueueMask::kTile, [&](std::uint64_t base) {
        marked.put_tile(warp, base, state[0].counts[(now.superstep + 1) % 3].packed);
      });
    });
  }
  WARPGRAPH_DEVICE void end_push(kernel::Warp& warp, const Step& now, std::uint64_t packed,
                                 sweep::FrontierCounts& record) const {
    const std::uint32_t from = now.superstep % 2;
    clear_bits(warp, queue[from], packed, mask[from]);
    if (warp.global_index() != 0) return;
    warp.elect([&] {
      record = {sweep::packed_vertices(packed), sweep::packed_edges(packed), packed};
      state[0].counts[(now.superstep + 2) % 3] = {0, 0, 0};
    });
  }
  // Targets that changed have their bit in the far set, or in the mask of the next superstep.
  template <bool kSpeculative, std::uint32_t kCount>
  WARPGRAPH_DEVICE void reduce(kernel::Lane lane, const Step& now, FrontierEdges<P, E, kCount>& edges) const {
    edges.template reduce<kSpeculative>(lane, view, [&](const Value& value) -> const View<std::uint32_t>& {
      return waits(value, now) ? far_set : mask[1 - now.superstep % 2];
    });
  }

  // The Rule of GoAhead: what is far waits in the far set.
  struct AheadRule {
    const PriorityLoop& loop;
    const Step& now;

    [[nodiscard]] WARPGRAPH_DEVICE ClaimedQueue next() const {
      const std::uint32_t to = 1 - now.superstep % 2;
      return {loop.queue[to],
              loop.mask[to],
              {&loop.state[0].counts[(now.superstep + 1) % 3].packed, 1, loop.state.space()}};
    }
    WARPGRAPH_DEVICE static bool is_done(const Value&) { return false; }
    WARPGRAPH_DEVICE bool waits(const Value& value) const { return loop.waits(value, now); }
    WARPGRAPH_DEVICE static void found(VertexId, EdgeId, const Value&, const Value&, std::uint32_t) {}
    WARPGRAPH_DEVICE static void leaves_near() {}
    WARPGRAPH_DEVICE void put_waiting(VertexId v, EdgeId, EdgeId) const { claim_bit(loop.far_set, v); }
    // Vertices that have become near since have entered a list or the queue: that they wait as well does no harm.
    WARPGRAPH_DEVICE void give_waiting(kernel::Warp& warp, const kernel::PerLane<VertexId>& vertex) const {
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (vertex[lane] != kNoVertex) claim_bit(loop.far_set, vertex[lane]);
      });
    }
  };
  // A superstep in which blocks push for several rounds.
  WARPGRAPH_DEVICE void go_ahead(kernel::Block<256>& block, AheadShared<Value>& shared, const Step& now,
                                 std::uint64_t packed, std::uint32_t rounds, sweep::FrontierCounts& record) const {
    const std::uint32_t from = now.superstep % 2;
    const AheadRule rule{*this, now};
    const GoAhead<P, E, AheadRule> ahead{view, rule, queue[from], mask[from], packed, lanes, rounds};
    ahead(block, shared);
    block.elect([&] {
      const std::uint64_t pushed = sweep::pack_counts(shared.pushed_vertices, shared.pushed_edges);
      if (pushed != 0) atomic::fetch_add(record.packed, pushed);
      if (block.index() == 0) state[0].counts[(now.superstep + 2) % 3] = {0, 0, 0};
    });
  }

  // Updates the targets. Of those that changed, the near enter the queue, and the others have their bit in the far set.
  template <bool kSpeculative, std::uint32_t kCount>
  WARPGRAPH_DEVICE void put_updated(kernel::Warp& warp, const Step& now, FrontierEdges<P, E, kCount>& edges) const {
    const std::uint32_t to = 1 - now.superstep % 2;
    kernel::PerLane<EdgeId> first[kCount];
    kernel::PerLane<EdgeId> degree[kCount];
    kernel::PerLane<std::uint64_t> near{};  // packed counts
    warp.relaxed_phase([&](kernel::Lane lane) {
      const View<const EdgeId>& row = view.graph.outgoing.row;
      if constexpr (kSpeculative) edges.template find_rows<true>(lane, row, first, degree);
      reduce<kSpeculative>(lane, now, edges);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k)
        edges.keep_if(k, lane, [&](VertexId) { return !waits(edges.contribution[k][lane], now); });
      if constexpr (!kSpeculative) edges.template find_rows<false>(lane, row, first, degree);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k) {
        edges.keep_if(k, lane, [&](VertexId) { return degree[k][lane] != 0; });
        if (edges.target[k][lane] == kNoVertex) continue;
        near[lane] += sweep::pack_counts(1, degree[k][lane]);
        if constexpr (kSpeculative) prefetch_edges(view, first[k][lane]);
      }
    });
    sweep::put_all(warp, near, queue[to], state[0].counts[(now.superstep + 1) % 3].packed,
                   [&](kernel::Lane lane, auto&& put_one) {
                     WARPGRAPH_UNROLL
                     for (std::uint32_t k = 0; k < kCount; ++k)
                       if (edges.target[k][lane] != kNoVertex)
                         put_one(edges.target[k][lane], first[k][lane], degree[k][lane]);
                   });
  }

  WARPGRAPH_DEVICE bool waits(const Value& value, const Step& now) const {
    return is_far(view.program.priority(value), now.limit);
  }

  // The least distance in the far set. Vertices that are near have pushed already, and wait no more.
  WARPGRAPH_DEVICE void find_nearest(kernel::Warp& warp, std::uint32_t splits, T limit) const {
    kernel::PerLane<T> least;
    warp.relaxed_phase([&](kernel::Lane lane) { least[lane] = kNone; });
    kernel::PerLane<bool> is_last{};
    using Far = FarSet<P, E>;
    const Far far{view, far_set};
    far.for_each_tile(warp, [&](std::uint64_t base, const kernel::PerLane<std::uint32_t>& word) {
      (void)far.choose(warp, base, word, [&](kernel::Lane lane, T distance) {
        if (!is_far(distance, limit)) return Far::Choice::kStays;
        least[lane] = Min{}(least[lane], distance);
        is_last[lane] = is_last[lane] || distance == kNone;
        return Far::Choice::kStays;
      });
    });
    const T nearest = warp.reduce(least, Min{});
    const bool has_last = warp.any(is_last);
    // FindLeast looks at the least so far before it writes, because many warps contend there. Here few do, and the
    // barrier would wait for the look.
    warp.elect([&] {
      if (nearest != kNone) atomic::fetch_min(state[0].nearest[splits % 2], nearest);
      if (has_last) atomic::store(state[0].has_last, 1u);
    });
  }

  // Those that have become near leave the far set for the queue of this superstep, which is empty.
  WARPGRAPH_DEVICE void split_far(kernel::Warp& warp, std::uint32_t superstep, std::uint32_t splits,
                                  const Limits& limits) const {
    using Far = FarSet<P, E>;
    const Far far{view, far_set};
    far.for_each_tile(warp, [&](std::uint64_t base, const kernel::PerLane<std::uint32_t>& word) {
      const auto chosen = far.choose(warp, base, word, [&](kernel::Lane, T distance) {
        if (is_far(distance, limits.next)) return Far::Choice::kStays;
        return is_far(distance, limits.old) ? Far::Choice::kPushes : Far::Choice::kLeaves;
      });
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (chosen.leave[lane] != 0) far_set[base / kernel::Warp::kSize + lane] = word[lane] & ~chosen.leave[lane];
      });
      far.put(warp, base, chosen.push, queue[superstep % 2], state[0].counts[superstep % 3].packed);
    });
    if (warp.global_index() == 0) warp.elect([&] { state[0].nearest[1 - splits % 2] = kNone; });
  }

  // Those without outgoing edges have nothing to push, so the run need not go on for them.
  WARPGRAPH_DEVICE void count_waiting(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> waiting{};
    const FarSet<P, E> far{view, far_set};
    far.for_each_tile(warp, [&](std::uint64_t base, const kernel::PerLane<std::uint32_t>& word) {
      warp.relaxed_phase([&](kernel::Lane lane) {
        far.for_each_row(lane, base, word, [&](VertexId, const sweep::RowRange&) { ++waiting[lane]; });
      });
    });
    const std::uint64_t sum = warp.reduce(waiting, Plus{});
    if (sum != 0) warp.elect([&] { atomic::fetch_add(state[0].waiting, sum); });
  }
};

}  // namespace warpgraph::detail
