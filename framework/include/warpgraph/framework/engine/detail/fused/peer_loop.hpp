// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/fused/peer_messages.hpp>
#include <warpgraph/framework/engine/detail/fused/priority_loop.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

// Supersteps by pushing that several devices do together in one launch each, as long as frontiers are small: a device
// writes what others want of its vertices into their memory, then a note of how much that is, and waits for theirs. A
// superstep so costs three barriers over the grid, a flag there and back and a look at all own vertices' bits.
//
// In the order of a distance (priority_loop.hpp) far vertices wait in a bitmask of their owner, unknown to its peers.
// Notes also say how many wait, and how near the nearest is, so that all devices move the limit in the same way, and
// then split the far set in a round of its own; unless so many wait that the near ones may not fit an inbox.
namespace warpgraph::detail {

// What a loop in the order of a distance goes by.
template <class P>
struct NearFarOrder {
  using T = PriorityOf<P>;
  static constexpr T kNone = kNoLimit<T>;

  bool is_on = false;
  View<std::uint32_t> far = {};  // the own vertices that wait
  T step = {};
  T limit = {};                   // above which vertices wait
  T nearest = kNone;              // lower bound of the priorities of those
  std::uint64_t max_waiting = 0;  // on one device; known if there is no frontier
  std::uint64_t max_split = 0;    // if more wait, the host splits the far set
};

template <class T>
struct PeerLoopState : PeerState {
  T limit;
  T nearest;                  // of this device's that wait, at least
  std::uint64_t waiting;      // of this device's
  std::uint64_t max_waiting;  // of any device's
};

// Numbers of up to 8 bytes, to travel in a word.
template <class T>
WARPGRAPH_DEVICE std::uint64_t to_word(T value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::uint64_t>(value);
  else
    return std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(value);
}
template <class T>
WARPGRAPH_DEVICE T from_word(std::uint64_t word) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(word);
  else
    return std::bit_cast<T>(static_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(word));
}

template <class P, class E>
struct PeerLoop {
  using Value = typename P::VertexValue;
  using T = PriorityOf<P>;
  static constexpr T kNone = NearFarOrder<P>::kNone;
  static constexpr std::uint32_t kWords = 2;  // of a bitmask, for a lane at a time
  // Edges of a large frontier that a lane takes at a time.
  static constexpr std::uint32_t kSteps = sizeof(Value) > 4 ? 2 : 4;

  Push<P, E> push;
  QueueView queue[2];
  View<std::uint32_t> mask;        // by local id, clear; it is left clear
  View<std::uint32_t> own_mask;    // the part of it that pushing may mark
  View<FrontierCounts> counts[2];  // of the queues
  View<PeerLoopState<T>> state;
  View<FrontierCounts> updated;  // the state's
  PeerLaunchArguments<P> with;
  NearFarOrder<P> order;
  std::uint32_t lanes;  // of a vertex, where all rows are short; or 0

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    grid.elect([&] { begin(); });
    if (is_ordered()) grid.warps([&](Warp& warp) { count_waiting(warp); });
    std::uint32_t round = 0;
    std::uint32_t supersteps = 0;
    while (true) {
      std::uint64_t waiting = atomic::load(state[0].max_waiting);
      StepInputs now(state[0], round);
      if (now.is_given_up) break;
      if (now.received != 0) {
        grid.warps([&](Warp& warp) { take(warp, round); });
        now.packed = atomic::load(state[0].packed[round % 2]);
      }
      const bool splits = now.edges == 0;
      if (!splits) waiting = 0;
      if (now.edges > with.max_edges || waiting > order.max_split || (splits && waiting == 0)) break;
      if (round == PeerHistory::kMaxSteps || supersteps == with.max_supersteps) break;

      if (!splits) grid.warps([&](Warp& warp) { push_all(warp, queue[round % 2], now.packed); });
      grid.warps([&](Warp& warp) { tell(warp, round, splits); },
                 [&](Warp& warp) { agree(warp, round, now.packed, splits); });
      ++round;
      if (!splits) ++supersteps;
    }
    grid.elect([&] {
      end_peer_steps(state[0], with, round, /*is_mask=*/false, counts[round % 2][0]);
      with.history[0].waiting = atomic::load(state[0].max_waiting);
      with.history[0].limit = to_word(atomic::load(state[0].limit));
    });
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE bool is_ordered() const { return PrioritisedProgram<P> && order.is_on; }

  WARPGRAPH_DEVICE void begin() const {
    PeerLoopState<T>& s = state[0];
    begin_peer_steps(s, with, {with.vertices, with.edges, counts[0][0].packed});
    atomic::store(s.limit, order.limit);
    atomic::store(s.nearest, with.edges != 0 ? order.nearest : kNone);  // if no vertex is near, the limit has moved
    atomic::store(s.waiting, std::uint64_t{0});
    atomic::store(s.max_waiting, order.max_waiting);
  }
  WARPGRAPH_DEVICE void count_waiting(Warp& warp) const {
    PerLane<std::uint64_t> mine{};
    warp.relaxed_phase([&](Lane lane) {
      for_each_in_sweep(warp, lane, order.far.size(),
                        [&](std::uint64_t i) { mine[lane] += static_cast<std::uint64_t>(count_bits(order.far[i])); });
    });
    add_waiting(warp, mine);
  }
  WARPGRAPH_DEVICE void add_waiting(Warp& warp, const PerLane<std::uint64_t>& more) const {
    const std::uint64_t sum = warp.reduce(more, Plus{});
    if (sum != 0) warp.elect([&] { atomic::fetch_add(state[0].waiting, sum); });
  }

  WARPGRAPH_DEVICE void agree(Warp& warp, std::uint32_t round, std::uint64_t packed, bool splits) const {
    PeerLoopState<T>& s = state[0];
    StepRecord record{is_ordered() ? Plan::kPriority : Plan::kPushLoop, false, splits ? 0 : packed_edges(packed)};
    record.is_split = splits;
    record.waiting = atomic::load(s.waiting);
    record.nearest = to_word(atomic::load(s.nearest));
    if (!exchange_notes(warp, s, with, round, record) || !is_ordered()) return;
    warp.elect([&] {
      std::uint64_t waiting = record.waiting;
      T nearest = from_word<T>(record.nearest);
      for (std::uint32_t p = 0; p < with.others.count; ++p) {
        const StepNote& theirs = with.others.peer[p].incoming[round % 2];
        waiting = Max{}(waiting, theirs.waiting);
        nearest = Min{}(nearest, from_word<T>(theirs.nearest));
      }
      move_limit(waiting, nearest);
    });
  }
  // If no vertex is near, the limit moves, and the far set is searched for the nearest vertex.
  WARPGRAPH_DEVICE void move_limit(std::uint64_t waiting, T nearest) const {
    PeerLoopState<T>& s = state[0];
    atomic::store(s.max_waiting, waiting);
    if (atomic::load(s.edges) != 0 || waiting == 0) return;
    atomic::store(s.limit, next_limit(nearest, order.step));
    atomic::store(s.nearest, kNone);
  }

  // Marks the vertices that the frontier updates. They are this device's own.
  WARPGRAPH_DEVICE void push_all(Warp& warp, const QueueView& from, std::uint64_t packed) const {
    for_frontier_edges<kSteps>(warp, push.view, from, packed, lanes,
                               [&](auto& edges, auto) { push.mark(warp, edges, mask, [](Lane, VertexId) {}); });
  }

  // The words of a bitmask that a warp looks at together: rows of 32, far apart, so that all warps have some.
  struct Words {
    std::uint64_t first;
    std::uint64_t stride;
    WARPGRAPH_DEVICE std::uint64_t operator()(std::uint32_t k, Lane lane) const { return first + k * stride + lane; }
  };
  // A marked vertex goes into the own next queue, and to the peers that read it; a far one goes into the far set.
  WARPGRAPH_DEVICE void tell(Warp& warp, std::uint32_t round, bool splits) const {
    const View<std::uint32_t>& marks = splits ? order.far : own_mask;
    const std::uint64_t stride = sweep_stride(warp);
    for (std::uint64_t first = first_in_sweep(warp, 0); first < marks.size(); first += kWords * stride) {
      const Words at{first, stride};
      PerLane<std::uint32_t> word[kWords];
      PerLane<bool> is_any;
      warp.relaxed_phase([&](Lane lane) {
        std::uint32_t all = 0;
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kWords; ++k) {
          const std::uint64_t i = at(k, lane);
          word[k][lane] = i < marks.size() ? atomic::load(marks[i]) : 0;
          all |= word[k][lane];
          if (word[k][lane] != 0 && !splits) atomic::store(own_mask[i], 0u);
        }
        is_any[lane] = all != 0;
      });
      if (!warp.any(is_any)) continue;
      if constexpr (PrioritisedProgram<P>)
        if (is_ordered() && !move_to_far(warp, at, word)) continue;
      tell_words(warp, round, at, word);
    }
  }
  // Leaves the near. False if there are none.
  WARPGRAPH_DEVICE bool move_to_far(Warp& warp, const Words& at, PerLane<std::uint32_t> (&word)[kWords]) const {
    const KernelView<P, E>& view = push.view;
    const T limit = atomic::load(state[0].limit);
    PerLane<T> nearest;
    PerLane<std::uint64_t> more{};  // that wait
    PerLane<bool> is_any;
    warp.relaxed_phase([&](Lane lane) {
      nearest[lane] = kNone;
      is_any[lane] = false;
      for (std::uint32_t k = 0; k < kWords; ++k) {
        if (word[k][lane] == 0) continue;
        const std::uint64_t i = at(k, lane);
        std::uint32_t near = 0;
        for_each_bit(word[k][lane], [&](std::uint32_t bit) {
          const std::uint64_t row = i * 32 + bit;
          const T priority = view.program.priority(atomic::load(view.value[view.facts.first_local + row]));
          if (is_far(priority, limit))
            nearest[lane] = Min{}(nearest[lane], priority);
          else
            near |= bit_of(bit);
        });
        const std::uint32_t was_far = order.far[i];
        const std::uint32_t left = far_bits(was_far, word[k][lane], near);
        order.far[i] = left;
        more[lane] += static_cast<std::uint64_t>(count_bits(left)) - static_cast<std::uint64_t>(count_bits(was_far));
        word[k][lane] = near;
        is_any[lane] = is_any[lane] || near != 0;
      }
    });
    add_waiting(warp, more);
    const T least = warp.reduce(nearest, Min{});
    warp.elect([&] {
      if (least < atomic::load(state[0].nearest)) atomic::fetch_min(state[0].nearest, least);
    });
    return warp.any(is_any);
  }
  WARPGRAPH_DEVICE void tell_words(Warp& warp, std::uint32_t round, const Words& at,
                                   const PerLane<std::uint32_t> (&word)[kWords]) const {
    const KernelView<P, E>& view = push.view;
    PerLane<std::uint64_t> wanted{};   // slots of the queue
    PerLane<std::uint64_t> counted{};  // of all devices' edges
    PerLane<std::uint32_t> asked{};    // bit p: peer p wants to know
    warp.relaxed_phase([&](Lane lane) {
      for_bits(at, lane, word, [&](std::uint64_t row) {
        wanted[lane] += RowRange(view.graph.outgoing.row, view.facts.first_local + row).packed();
        counted[lane] += pack_counts(1, view.facts.out_degree(row));
      });
      for (std::uint32_t k = 0; k < kWords; ++k) {
        if (word[k][lane] == 0) continue;
        WARPGRAPH_UNROLL
        for (std::uint32_t p = 0; p < kMaxPeers; ++p)
          if (p < with.others.count && wanted_of(p, at, k, lane, word) != 0) asked[lane] |= std::uint32_t{1} << p;
      }
    });
    put_all(warp, wanted, queue[1 - round % 2], state[0].packed[1 - round % 2], [&](Lane lane, auto&& put_one) {
      for_bits(at, lane, word, [&](std::uint64_t row) {
        const auto v = static_cast<VertexId>(view.facts.first_local + row);
        const RowRange edges(view.graph.outgoing.row, v);
        if (edges.degree != 0) put_one(v, edges.first, edges.degree);
      });
    });
    const std::uint64_t sum = warp.reduce(counted, Plus{});
    warp.elect([&] { atomic::fetch_add(updated[0].packed, sum); });
    tell_words_to_peers(warp, round, at, word, asked);
  }
  WARPGRAPH_DEVICE void tell_words_to_peers(Warp& warp, std::uint32_t round, const Words& at,
                                            const PerLane<std::uint32_t> (&word)[kWords],
                                            const PerLane<std::uint32_t>& asked) const {
    PerLane<std::uint32_t> theirs[kWords];
    tell_peers(
        warp, state[0], with, round % 2, asked,
        [&](std::uint32_t p, Lane lane) {
          std::uint32_t messages = 0;
          for (std::uint32_t k = 0; k < kWords; ++k) {
            theirs[k][lane] = wanted_of(p, at, k, lane, word);
            messages += static_cast<std::uint32_t>(count_bits(theirs[k][lane]));
          }
          return messages;
        },
        [&](std::uint32_t, Lane lane, auto&& send) {
          for_bits(at, lane, theirs, [&](std::uint64_t row) {
            send(static_cast<VertexId>(push.view.facts.first + row),
                 atomic::load(push.view.value[push.view.facts.first_local + row]));
          });
        });
  }
  // The vertices of the k-th word that a peer reads.
  WARPGRAPH_DEVICE std::uint32_t wanted_of(std::uint32_t p, const Words& at, std::uint32_t k, Lane lane,
                                           const PerLane<std::uint32_t> (&word)[kWords]) const {
    if (word[k][lane] == 0) return 0;
    return word[k][lane] & with.others.peer[p].wanted[at(k, lane)];
  }
  template <class Body>
  WARPGRAPH_DEVICE static void for_bits(const Words& at, Lane lane, const PerLane<std::uint32_t> (&word)[kWords],
                                        Body&& body) {
    for (std::uint32_t k = 0; k < kWords; ++k)
      for_each_bit(word[k][lane], [&](std::uint32_t bit) { body(at(k, lane) * 32 + bit); });
  }

  // The messages of the previous round.
  WARPGRAPH_DEVICE void take(Warp& warp, std::uint32_t round) const {
    enqueue_messages(warp, with, 1 - round % 2, push.view.graph.outgoing.row, queue[round % 2],
                     state[0].packed[round % 2], [&](VertexId local, const MessageList<Value>& from, std::uint64_t at) {
                       atomic::store(push.view.value[local], atomic::load(from.value[at]));
                     });
  }
};

}  // namespace warpgraph::detail
