// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/loops/marked.hpp>
#include <warpgraph/framework/engine/detail/loops/priority_loop.hpp>
#include <warpgraph/framework/engine/detail/peers/peer_messages.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

// Supersteps by pushing that several devices do together in one launch each, as long as frontiers are small: a device
// writes what others want of its vertices into their memory, then a note of how much that is, and waits for theirs. A
// superstep so costs three barriers over the grid, a flag there and back and a look at all own vertices' bits.
//
// In the order of a distance (priority_loop.hpp) far vertices wait in a bitmask of their owner, unknown to its peers.
// Notes also say how many wait, and how near the nearest is, so that all devices move the limit in the same way, and
// then split the far set in a round of its own; unless so many wait that the near ones may not fit an inbox.
//
// There a device also goes ahead from a small frontier: it pushes what it finds itself, several times, and only then
// tells its peers what has changed and waits for them. Results stay the same, as within a block (ahead.hpp). Each such
// push costs two barriers of this device; a superstep costs an exchange as well. It is for graphs most of whose
// vertices have all neighbours on their own device (PeerPriorityPlan). A vertex whose better value comes from a peer
// later pushes again.
namespace warpgraph::detail {

// What a loop in the order of a distance goes by.
template <class P>
struct NearFarOrder {
  using T = PriorityOf<P>;
  static constexpr T kNone = kNoLimit<T>;

  bool is_on = false;
  View<std::uint32_t> far = {};  // the own vertices that wait
  T step = {};
  T limit = {};                      // above which vertices wait
  T nearest = kNone;                 // lower bound of the priorities of those
  std::uint64_t max_waiting = 0;     // on one device; known if there is no frontier
  std::uint64_t max_split = 0;       // if more wait, the host splits the far set
  View<std::uint32_t> changed = {};  // own vertices that peers are not told of yet; clear, and left clear
  AheadLimits ahead = {};
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
  // On a multiprocessor; with more, registers would spill.
  static constexpr int kMinBlocks = sizeof(Value) > 8 ? 2 : 3;
  static constexpr std::uint32_t kWords = 2;  // of a bitmask, for a lane at a time
  // Marked vertices of which a lane asks something before it waits; with more, registers would spill.
  static constexpr std::uint32_t kInFlight = sizeof(Value) > 4 ? 2 : 4;
  // Edges of a large frontier that a lane takes at a time.
  static constexpr std::uint32_t kSteps = sizeof(Value) > 4 ? 2 : 4;

  Push<P, E> push;
  sweep::QueueView queue[2];
  View<std::uint32_t> mask;               // by local id, clear; it is left clear
  View<std::uint32_t> own_mask;           // the part of it that pushing may mark
  View<sweep::FrontierCounts> counts[2];  // of the queues
  View<PeerLoopState<T>> state;
  View<sweep::FrontierCounts> updated;  // the state's
  PeerLaunchArguments<P> with;
  NearFarOrder<P> order;
  std::uint32_t lanes;  // of a vertex, where all rows are short; or 0

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    grid.elect([&] { begin(); });
    if (is_ordered()) grid.warps([&](kernel::Warp& warp) { count_waiting(warp); });
    std::uint32_t round = 0;
    std::uint32_t supersteps = 0;
    std::uint32_t from = 0;         // the queue that is pushed next, and
    std::uint64_t packed = 0;       // its counts
    std::uint32_t pushes_left = 0;  // before the peers are told
    std::uint64_t walked = 0;       // edges, since they were told
    bool splits = false;
    Pace pace;
    while (true) {
      if (pushes_left == 0) {
        std::uint64_t waiting = atomic::load(state[0].max_waiting);
        const PeerInputs now(state[0], from);
        packed = now.packed;
        if (now.is_given_up) break;
        if (now.received != 0) {
          grid.warps([&](kernel::Warp& warp) { take(warp, 1 - round % 2, from); });
          packed = atomic::load(state[0].packed[from]);
        }
        splits = now.edges == 0;
        if (!splits) waiting = 0;
        if (now.edges > with.max_edges || waiting > order.max_split || (splits && waiting == 0)) break;
        if (round == LoopHistory::kMaxSteps || supersteps == with.max_supersteps) break;
        walked = 0;
        pushes_left = !splits && is_ordered() ? Max{}(1u, pace.next(sweep::packed_edges(packed), order.ahead)) : 1;
      }
      const bool pushes = sweep::packed_edges(packed) != 0 && may_push(sweep::packed_edges(packed), walked);
      if (pushes) {
        grid.warps([&](kernel::Warp& warp) { push_all(warp, queue[from], packed); });
        walked += sweep::packed_edges(packed);
      }
      const bool tells = !pushes || pushes_left == 1;
      const std::uint32_t pushed = pushes || splits ? from : 1 - from;  // empty now
      grid.warps([&](kernel::Warp& warp) { sort_out(warp, round, 1 - from, splits, tells); },
                 [&](kernel::Warp& warp) {
                   if (tells)
                     agree(warp, {round, pushed, walked, splits});
                   else
                     warp.elect([&] { atomic::store(state[0].packed[pushed], std::uint64_t{0}); });
                 });
      if (pushes || splits) from = 1 - from;
      pushes_left = tells ? 0 : pushes_left - 1;
      if (!tells) {
        packed = atomic::load(state[0].packed[from]);
        continue;
      }
      ++round;
      if (!splits) ++supersteps;
    }
    if (from != round % 2) grid.warps([&](kernel::Warp& warp) { move_queue(warp, from, packed); });
    grid.elect([&] {
      end_steps(state[0], with.history[0], round, /*is_mask=*/false, counts[round % 2][0]);
      with.history[0].waiting = atomic::load(state[0].max_waiting);
      with.history[0].limit = to_word(atomic::load(state[0].limit));
    });
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE bool is_ordered() const { return PrioritisedProgram<P> && order.is_on; }

  WARPGRAPH_DEVICE void begin() const {
    PeerLoopState<T>& s = state[0];
    begin_steps(s, with, {with.vertices, with.edges, counts[0][0].packed});
    atomic::store(s.limit, order.limit);
    atomic::store(s.nearest, with.edges != 0 ? order.nearest : kNone);  // if no vertex is near, the limit has moved
    atomic::store(s.waiting, std::uint64_t{0});
    atomic::store(s.max_waiting, order.max_waiting);
  }
  WARPGRAPH_DEVICE void count_waiting(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> mine{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, order.far.size(), [&](std::uint64_t i) {
        mine[lane] += static_cast<std::uint64_t>(count_bits(order.far[i]));
      });
    });
    add_waiting(warp, mine);
  }
  WARPGRAPH_DEVICE void add_waiting(kernel::Warp& warp, const kernel::PerLane<std::uint64_t>& more) const {
    const std::uint64_t sum = warp.reduce(more, Plus{});
    if (sum != 0) warp.elect([&] { atomic::fetch_add(state[0].waiting, sum); });
  }

  // A round of this device, when it ends.
  struct Done {
    std::uint32_t round;
    std::uint32_t pushed;  // queue, of which nothing is left
    std::uint64_t walked;  // edges
    bool splits;
  };
  WARPGRAPH_DEVICE void agree(kernel::Warp& warp, const Done& done) const {
    PeerLoopState<T>& s = state[0];
    const std::uint32_t round = done.round;
    StepRecord record{is_ordered() ? Plan::kPriority : Plan::kPushLoop, false, done.walked};
    record.pushed = done.pushed;
    record.is_split = done.splits;
    record.waiting = atomic::load(s.waiting);
    record.nearest = to_word(atomic::load(s.nearest));
    if (!finish_step(warp, s, with, round, record) || !is_ordered()) return;
    warp.elect([&] {
      std::uint64_t waiting = record.waiting;
      T nearest = from_word<T>(record.nearest);
      for (std::uint32_t p = 0; p < with.others.count; ++p) {
        const LoopNote& theirs = peers::content_of<LoopNote>(with.others.notes.incoming[p][round % 2]);
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
  WARPGRAPH_DEVICE void push_all(kernel::Warp& warp, const sweep::QueueView& from, std::uint64_t packed) const {
    for_frontier_edges<kSteps>(warp, push.view, from, packed, lanes,
                               [&](auto& edges, auto) { push.mark(warp, edges, mask, [](kernel::Lane, VertexId) {}); });
  }

  // Ahead of the peers it does no more than what a small frontier leads to, and updates no more vertices than fit an
  // inbox.
  [[nodiscard]] WARPGRAPH_DEVICE bool may_push(std::uint64_t edges, std::uint64_t walked) const {
    return walked == 0 || (edges <= order.ahead.edges && walked + edges <= with.max_edges);
  }

  // Marked vertices that are near enter the own next queue, far ones the far set. If the superstep `tells`, the peers
  // are told of the near ones and of those in `changed`; if not, `changed` keeps the near ones until it does.
  WARPGRAPH_DEVICE void sort_out(kernel::Warp& warp, std::uint32_t round, std::uint32_t next, bool splits,
                                 bool tells) const {
    const View<std::uint32_t>& marks = splits ? order.far : own_mask;
    const std::uint64_t stride = sweep::sweep_stride(warp);
    for (std::uint64_t first = sweep::first_in_sweep(warp, 0); first < marks.size(); first += kWords * stride) {
      const MarkedWords at{first, stride};
      kernel::PerLane<std::uint32_t> word[kWords];
      kernel::PerLane<std::uint32_t> any;
      warp.relaxed_phase([&](kernel::Lane lane) {
        any[lane] = 0;
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kWords; ++k) {
          const std::uint64_t i = at(k, lane);
          word[k][lane] = i < marks.size() ? atomic::load(marks[i]) : 0;
          if (word[k][lane] != 0) any[lane] |= kMarked;
          if (word[k][lane] != 0 && !splits) atomic::store(own_mask[i], 0u);
          if (tells && i < order.changed.size() && order.changed[i] != 0) any[lane] |= kChanged;
        }
      });
      const std::uint32_t found = warp.reduce(any, Or{});
      if ((found & kMarked) != 0) {
        if constexpr (PrioritisedProgram<P>)
          if (is_ordered()) move_to_far(warp, at, word);
        put_next(warp, at, word, next);
      }
      if (found == 0) continue;
      if (is_ordered()) swap_changed(warp, at, word, tells);
      if (tells) tell_words(warp, round, at, word);
    }
  }
  static constexpr std::uint32_t kMarked = 1;
  static constexpr std::uint32_t kChanged = 2;
  // Adds the vertices in `changed` to `word`, and leaves `changed` clear if the superstep tells the peers of them; if
  // not, `changed` has all of `word`.
  WARPGRAPH_DEVICE void swap_changed(kernel::Warp& warp, const MarkedWords& at,
                                     kernel::PerLane<std::uint32_t> (&word)[kWords], bool tells) const {
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint32_t k = 0; k < kWords; ++k) {
        const std::uint64_t i = at(k, lane);
        if (i >= order.changed.size()) continue;
        const std::uint32_t before = order.changed[i];
        word[k][lane] |= before;
        const std::uint32_t after = tells ? 0 : word[k][lane];
        if (after != before) order.changed[i] = after;
      }
    });
  }
  // Far vertices go from `word` into the far set.
  WARPGRAPH_DEVICE void move_to_far(kernel::Warp& warp, const MarkedWords& at,
                                    kernel::PerLane<std::uint32_t> (&word)[kWords]) const {
    const KernelView<P, E>& view = push.view;
    const T limit = atomic::load(state[0].limit);
    kernel::PerLane<T> nearest;
    kernel::PerLane<std::uint64_t> more{};  // that wait
    warp.relaxed_phase([&](kernel::Lane lane) {
      nearest[lane] = kNone;
      for (std::uint32_t k = 0; k < kWords; ++k) {
        if (word[k][lane] == 0) continue;
        const std::uint64_t i = at(k, lane);
        const std::uint32_t was_far = order.far[i];
        std::uint32_t near = 0;
        for_each_asked<kInFlight>(
            word[k][lane],
            [&](std::uint32_t bit) { return atomic::load(view.value[view.facts.first_local + i * 32 + bit]); },
            [&](std::uint32_t bit, const Value& value) {
              const T priority = view.program.priority(value);
              if (is_far(priority, limit))
                nearest[lane] = Min{}(nearest[lane], priority);
              else
                near |= bit_of(bit);
            });
        const std::uint32_t left = far_bits(was_far, word[k][lane], near);
        order.far[i] = left;
        more[lane] += static_cast<std::uint64_t>(count_bits(left)) - static_cast<std::uint64_t>(count_bits(was_far));
        word[k][lane] = near;
      }
    });
    add_waiting(warp, more);
    const T least = warp.reduce(nearest, Min{});
    warp.elect([&] {
      if (least < atomic::load(state[0].nearest)) atomic::fetch_min(state[0].nearest, least);
    });
  }
  WARPGRAPH_DEVICE void put_next(kernel::Warp& warp, const MarkedWords& at,
                                 const kernel::PerLane<std::uint32_t> (&word)[kWords], std::uint32_t next) const {
    const KernelView<P, E>& view = push.view;
    const auto edges_of = [&](std::uint64_t row) {
      return sweep::RowRange(view.graph.outgoing.row, view.facts.first_local + row);
    };
    kernel::PerLane<std::uint64_t> wanted{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for_rows_asked<kInFlight>(at, lane, word, edges_of,
                                [&](std::uint64_t, const sweep::RowRange& edges) { wanted[lane] += edges.packed(); });
    });
    sweep::put_all(warp, wanted, queue[next], state[0].packed[next], [&](kernel::Lane lane, auto&& put_one) {
      for_rows_asked<kInFlight>(at, lane, word, edges_of, [&](std::uint64_t row, const sweep::RowRange& edges) {
        if (edges.degree != 0) put_one(static_cast<VertexId>(view.facts.first_local + row), edges.first, edges.degree);
      });
    });
  }
  // Counts these vertices, and sends them to the peers that read them.
  WARPGRAPH_DEVICE void tell_words(kernel::Warp& warp, std::uint32_t round, const MarkedWords& at,
                                   const kernel::PerLane<std::uint32_t> (&word)[kWords]) const {
    const KernelView<P, E>& view = push.view;
    kernel::PerLane<std::uint64_t> counted{};  // of all devices' edges
    kernel::PerLane<std::uint32_t> asked{};    // bit p: peer p wants to know
    warp.relaxed_phase([&](kernel::Lane lane) {
      for_rows_asked<kInFlight>(
          at, lane, word, [&](std::uint64_t row) { return view.facts.out_degree(row); },
          [&](std::uint64_t, EdgeId degree) { counted[lane] += sweep::pack_counts(1, degree); });
      for (std::uint32_t k = 0; k < kWords; ++k) {
        if (word[k][lane] == 0) continue;
        WARPGRAPH_UNROLL
        for (std::uint32_t p = 0; p < peers::kMaxPeers; ++p)
          if (p < with.others.count && wanted_of(p, at, k, lane, word) != 0) asked[lane] |= std::uint32_t{1} << p;
      }
    });
    const std::uint64_t sum = warp.reduce(counted, Plus{});
    if (sum == 0) return;
    warp.elect([&] { atomic::fetch_add(updated[0].packed, sum); });
    tell_words_to_peers(warp, round, at, word, asked);
  }
  WARPGRAPH_DEVICE void tell_words_to_peers(kernel::Warp& warp, std::uint32_t round, const MarkedWords& at,
                                            const kernel::PerLane<std::uint32_t> (&word)[kWords],
                                            const kernel::PerLane<std::uint32_t>& asked) const {
    kernel::PerLane<std::uint32_t> theirs[kWords];
    tell_peers(
        warp, state[0], with, round % 2, asked,
        [&](std::uint32_t p, kernel::Lane lane) {
          std::uint32_t messages = 0;
          for (std::uint32_t k = 0; k < kWords; ++k) {
            theirs[k][lane] = wanted_of(p, at, k, lane, word);
            messages += static_cast<std::uint32_t>(count_bits(theirs[k][lane]));
          }
          return messages;
        },
        [&](std::uint32_t, kernel::Lane lane, auto&& send) {
          for_rows_asked<kInFlight>(
              at, lane, theirs,
              [&](std::uint64_t row) { return atomic::load(push.view.value[push.view.facts.first_local + row]); },
              [&](std::uint64_t row, const Value& value) {
                send(static_cast<VertexId>(push.view.facts.first + row), value);
              });
        });
  }
  // The vertices of the k-th word that a peer reads.
  WARPGRAPH_DEVICE std::uint32_t wanted_of(std::uint32_t p, const MarkedWords& at, std::uint32_t k, kernel::Lane lane,
                                           const kernel::PerLane<std::uint32_t> (&word)[kWords]) const {
    if (word[k][lane] == 0) return 0;
    return word[k][lane] & with.others.peer[p].wanted[at(k, lane)];
  }
  // The messages of the previous round, into a queue.
  WARPGRAPH_DEVICE void take(kernel::Warp& warp, std::uint32_t parity, std::uint32_t to) const {
    enqueue_messages(warp, with, parity, push.view.graph.outgoing.row, queue[to], state[0].packed[to],
                     [&](VertexId local, const MessageList<Value>& from, std::uint64_t at) {
                       atomic::store(push.view.value[local], atomic::load(from.value[at]));
                     });
  }
  // Into the other queue, which is empty: the host looks for it there.
  WARPGRAPH_DEVICE void move_queue(kernel::Warp& warp, std::uint32_t from, std::uint64_t packed) const {
    const sweep::QueueView& old = queue[from];
    const sweep::QueueView& next = queue[1 - from];
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, sweep::packed_vertices(packed), [&](std::uint64_t i) {
        next.vertex[i] = old.vertex[i];
        next.offset[i] = old.offset[i];
        next.base[i] = old.base[i];
      });
    });
    if (warp.global_index() == 0) warp.elect([&] { atomic::store(state[0].packed[1 - from], packed); });
  }
};

}  // namespace warpgraph::detail
