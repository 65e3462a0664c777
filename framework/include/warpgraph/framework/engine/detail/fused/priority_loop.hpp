// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/fused/ahead.hpp>
#include <warpgraph/framework/engine/detail/push/near_far.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>

// Push in the order of a distance, near and far (near_far.hpp): updated vertices that are near push in the next
// superstep, the others wait in the far set. When no near vertex is left, the limit moves, and vertices that are near
// now leave it. So few vertices push before their distance is final, which is what takes the time where short detours
// are found late. All of it happens inside one launch.
//
// Only vertices with outgoing edges wait, and each split of the far set frees some of them, unless all have pushed
// already: a launch splits at most once more than it has supersteps, so the length of the history bounds both.
namespace warpgraph::detail {

// What the loop carries from launch to launch. Supersteps and splits count on, so their parities go on too.
template <class T>
struct PriorityState {
  std::uint64_t supersteps;
  FrontierCounts counts[3];   // of the near, as in LoopState
  std::uint64_t far_size[2];  // of two sets, odd and even: one is split into the other
  std::uint64_t splits;       // how often the limit has moved
  T nearest[2];               // in the far set, when it is split
  T limit;
};

// The far set: vertices that wait, each once.
struct FarSet {
  View<VertexId> vertex[2];
  View<std::uint32_t> mask;
};

template <class P, class E>
struct PriorityLoop {
  using Value = typename P::VertexValue;
  using T = Priority<P>;
  static constexpr T kNone = kNoLimit<T>;
  static constexpr int kMinBlocks = sizeof(typename P::VertexValue) > 8 ? 1 : 2;  // with more, registers would spill

  KernelView<P, E> view;
  QueueView queue[2];
  View<std::uint32_t> mask[2];
  FarSet far_set;
  View<PriorityState<T>> state;
  View<FrontierCounts> history;  // the near of each superstep of this launch; zero before
  T step;
  std::uint32_t lanes;  // as in PushLoop
  AheadLimits ahead_limits;

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    // Only the remainders of the run's supersteps and splits count here; they take fewer registers.
    const auto first_superstep = static_cast<std::uint32_t>(state[0].supersteps % 6);
    const auto first_split = static_cast<std::uint32_t>(state[0].splits % 2);
    std::uint32_t superstep = first_superstep;
    std::uint32_t splits = first_split;
    T limit = state[0].limit;
    Pace pace;
    while (superstep - first_superstep < history.size()) {
      const std::uint64_t packed = atomic::load(state[0].counts[superstep % 3].packed);
      if (packed_edges(packed) != 0) {
        const Step now{superstep, splits % 2, limit};
        FrontierCounts& record = history[superstep - first_superstep];
        const std::uint32_t rounds = lanes == 0 ? 1 : pace.next(packed_edges(packed), ahead_limits);
        if (rounds > 1)
          grid.template sharing_blocks<AheadShared<Value>>([&](Block<256>& block, AheadShared<Value>& shared) {
            go_ahead(block, shared, now, packed, rounds, record);
          });
        else
          grid.warps([&](Warp& warp) { push(warp, now, packed, record); });
        ++superstep;
        continue;
      }
      const std::uint64_t waiting = atomic::load(state[0].far_size[splits % 2]);
      if (waiting == 0) break;
      grid.warps([&](Warp& warp) { find_nearest(warp, splits, waiting, limit); });
      const T nearest = atomic::load(state[0].nearest[splits % 2]);
      const T next = next_limit(nearest, step);
      grid.warps([&](Warp& warp) { split_far(warp, superstep, splits, waiting, {limit, next}); });
      limit = next;
      ++splits;
    }
    grid.elect([&] {
      state[0].supersteps += superstep - first_superstep;
      state[0].splits += splits - first_split;
      state[0].limit = limit;
    });
  }

 private:
  // A superstep: its number, the far set that it fills, and the limit of what is near.
  struct Step {
    std::uint32_t superstep;
    std::uint32_t far;
    T limit;
  };
  struct Limits {
    T old;
    T next;
  };
  static constexpr std::uint32_t kSteps = sizeof(Value) > 8 ? 2 : 4;

  WARPGRAPH_DEVICE void push(Warp& warp, const Step& now, std::uint64_t packed, FrontierCounts& record) const {
    const std::uint32_t from = now.superstep % 2;
    for_frontier_edges<kSteps>(warp, view, queue[from], packed, lanes, [&](auto& edges, auto is_short) {
      put_updated<decltype(is_short)::value>(warp, now, edges);
    });
    clear_bits(warp, queue[from], packed, mask[from]);
    if (warp.global_index() == 0) {
      warp.elect([&] {
        record = {packed_vertices(packed), packed_edges(packed), packed};
        state[0].counts[(now.superstep + 2) % 3] = {0, 0, 0};
      });
    }
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
    WARPGRAPH_DEVICE void put_waiting(VertexId v, EdgeId, EdgeId) const {
      if (!claim_bit(loop.far_set.mask, v)) return;
      loop.far_set.vertex[now.far][atomic::fetch_add(loop.state[0].far_size[now.far], 1)] = v;
    }
    // Vertices that have become near since have entered a list or the queue: that they wait as well does no harm.
    WARPGRAPH_DEVICE void give_waiting(Warp& warp, const PerLane<VertexId>& vertex) const {
      PerLane<bool> is_new;
      warp.relaxed_phase(
          [&](Lane lane) { is_new[lane] = vertex[lane] != kNoVertex && claim_bit(loop.far_set.mask, vertex[lane]); });
      const PerLane<std::uint64_t> slot = warp.append(loop.state[0].far_size[now.far], is_new);
      warp.relaxed_phase([&](Lane lane) {
        if (is_new[lane]) loop.far_set.vertex[now.far][slot[lane]] = vertex[lane];
      });
    }
  };
  // A superstep in which blocks push for several rounds.
  WARPGRAPH_DEVICE void go_ahead(Block<256>& block, AheadShared<Value>& shared, const Step& now, std::uint64_t packed,
                                 std::uint32_t rounds, FrontierCounts& record) const {
    const std::uint32_t from = now.superstep % 2;
    const AheadRule rule{*this, now};
    const GoAhead<P, E, AheadRule> ahead{view, rule, queue[from], mask[from], packed, lanes, rounds};
    ahead(block, shared);
    block.elect([&] {
      const std::uint64_t pushed = pack_counts(shared.pushed_vertices, shared.pushed_edges);
      if (pushed != 0) atomic::fetch_add(record.packed, pushed);
      if (block.index() == 0) state[0].counts[(now.superstep + 2) % 3] = {0, 0, 0};
    });
  }

  // Updates the targets, and puts those that changed into the near queue or the far set.
  template <bool kSpeculative, std::uint32_t kCount>
  WARPGRAPH_DEVICE void put_updated(Warp& warp, const Step& now, FrontierEdges<P, E, kCount>& edges) const {
    const std::uint32_t to = 1 - now.superstep % 2;
    PerLane<EdgeId> first[kCount];
    PerLane<EdgeId> degree[kCount];
    Held held;
    warp.relaxed_phase([&](Lane lane) {
      if constexpr (kSpeculative) edges.template find_rows<true>(lane, view.graph.outgoing.row, first, degree);
      edges.template reduce<kSpeculative>(lane, view, [&](const Value& value) -> const View<std::uint32_t>& {
        return waits(value, now) ? far_set.mask : mask[to];
      });
      if constexpr (!kSpeculative) edges.template find_rows<false>(lane, view.graph.outgoing.row, first, degree);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k) {
        edges.keep_if(k, lane, [&](VertexId) { return degree[k][lane] != 0; });  // otherwise it has nothing to push
        if (edges.target[k][lane] == kNoVertex) continue;
        if (waits(edges.contribution[k][lane], now)) {
          ++held.far[lane];
        } else {
          held.near[lane] += pack_counts(1, degree[k][lane]);
          if constexpr (kSpeculative) prefetch_edges(view, first[k][lane]);
        }
      }
    });
    put_held(warp, now.superstep + 1, now.far, held, [&](Lane lane, auto&& put_near, auto&& put_far) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k) {
        const VertexId w = edges.target[k][lane];
        if (w == kNoVertex) continue;
        if (waits(edges.contribution[k][lane], now))
          put_far(w);
        else
          put_near(w, first[k][lane], degree[k][lane]);
      }
    });
  }

  // What the lanes of a warp hold: packed counts of near vertices, and how many far ones.
  struct Held {
    PerLane<std::uint64_t> near{};
    PerLane<std::uint64_t> far{};
  };
  // Puts the near vertices into the queue of a superstep, and the others into a far set. for_each_of(lane, put_near,
  // put_far) calls put_near(v, first edge, degree) or put_far(v) for each vertex that the lane holds.
  template <class ForEachOf>
  WARPGRAPH_DEVICE void put_held(Warp& warp, std::uint32_t superstep, std::uint32_t far, const Held& held,
                                 ForEachOf&& for_each_of) const {
    PerLane<std::uint64_t> near_slot;
    PerLane<std::uint64_t> far_slot;
    reserve_both(warp, {held.near, state[0].counts[superstep % 3].packed, near_slot},
                 {held.far, state[0].far_size[far], far_slot});
    warp.relaxed_phase([&](Lane lane) {
      std::uint64_t next_near = near_slot[lane];
      std::uint64_t next_far = far_slot[lane];
      for_each_of(
          lane,
          [&](VertexId v, EdgeId first, EdgeId degree) {
            queue[superstep % 2].put(next_near, v, first);
            next_near += pack_counts(1, degree);
          },
          [&](VertexId v) { far_set.vertex[far][next_far++] = v; });
    });
  }

  WARPGRAPH_DEVICE bool waits(const Value& value, const Step& now) const {
    return is_far(view.program.priority(value), now.limit);
  }

  // The least distance in the far set. Vertices that are near have pushed already, and wait no more.
  WARPGRAPH_DEVICE void find_nearest(Warp& warp, std::uint32_t splits, std::uint64_t waiting, T limit) const {
    PerLane<T> least;
    warp.relaxed_phase([&](Lane lane) {
      least[lane] = kNone;
      for_each_in_sweep(warp, lane, waiting, [&](std::uint64_t i) {
        const T distance = distance_of(far_set.vertex[splits % 2][i]);
        if (is_far(distance, limit)) least[lane] = Min{}(least[lane], distance);
      });
    });
    const T nearest = warp.reduce(least, Min{});
    // FindLeast looks at the least so far before it writes, because many warps contend there. Here few do, and the
    // barrier would wait for the look.
    warp.elect([&] {
      if (nearest != kNone) atomic::fetch_min(state[0].nearest[splits % 2], nearest);
      if (warp.global_index() == 0) state[0].far_size[1 - splits % 2] = 0;
    });
  }

  // Those that have become near go into the queue of this superstep, which is empty, the others into the other far set.
  WARPGRAPH_DEVICE void split_far(Warp& warp, std::uint32_t superstep, std::uint32_t splits, std::uint64_t waiting,
                                  const Limits& limits) const {
    const View<VertexId>& from = far_set.vertex[splits % 2];
    for_each_tile(warp, waiting, Warp::kSize, [&](std::uint64_t base) {
      PerLane<VertexId> vertex;
      Held held;
      warp.relaxed_phase([&](Lane lane) {
        if (base + lane >= waiting) return;
        const VertexId v = vertex[lane] = from[base + lane];
        const T distance = distance_of(v);
        if (is_far(distance, limits.next)) {
          held.far[lane] = 1;
          return;
        }
        atomic::fetch_add(far_set.mask[v / 32], 0u - bit_of(v));  // it is set: this clears it
        if (!is_far(distance, limits.old)) return;
        held.near[lane] = pack_counts(1, RowRange(view.graph.outgoing.row, v).degree);
      });
      put_held(warp, superstep, 1 - splits % 2, held, [&](Lane lane, auto&& put_near, auto&& put_far) {
        if (held.near[lane] != 0)
          put_near(vertex[lane], view.graph.outgoing.row[vertex[lane]], packed_edges(held.near[lane]));
        if (held.far[lane] != 0) put_far(vertex[lane]);
      });
    });
    if (warp.global_index() == 0) warp.elect([&] { state[0].nearest[1 - splits % 2] = kNone; });
  }

  WARPGRAPH_DEVICE T distance_of(VertexId v) const { return view.program.priority(atomic::load(view.value[v])); }
};

}  // namespace warpgraph::detail
