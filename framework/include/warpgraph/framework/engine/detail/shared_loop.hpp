// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/peer.hpp>
#include <warpgraph/framework/engine/detail/push.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/kernel/spin.hpp>

// Supersteps by pushing that several devices do together in one launch each, as long as frontiers are small: a device
// writes what others want of its vertices into their memory, then a note of how much that is, and waits for theirs. A
// superstep so costs four barriers over the grid, a flag there and back and a look at all own vertices' bits, some 20
// us, where the host needs 150 to queue one on four devices.
namespace warpgraph::detail {

// One superstep of a loop, of one device.
struct SharedStep {
  std::uint64_t vertices;  // in the frontier of all devices that it starts from
  std::uint64_t edges;
  std::uint64_t walked;   // edges, by this device
  std::uint64_t updated;  // vertices, of this device's
  std::uint32_t sent[kMostPeers];
};

// What a loop leaves, in the host's memory.
struct SharedHistory {
  static constexpr std::uint32_t kMostSteps = 256;
  std::uint64_t supersteps;
  std::uint64_t vertices;  // in the frontier of all devices
  std::uint64_t edges;
  SharedStep step[kMostSteps];
};

// What the threads of one device share.
struct SharedLoopState {
  std::uint64_t vertices;  // in the frontier of all devices
  std::uint64_t edges;
  std::uint64_t packed[2];  // of the queues
  std::uint64_t updated;    // of the own vertices, in this superstep, and
  std::uint64_t updated_edges;
  std::uint32_t sent[kMostPeers];
  std::uint32_t is_given_up;
};

// What a device needs for a loop beside its own part of the run.
template <class P>
struct SharedLoopArguments {
  Peers<typename P::VertexValue> others;
  std::uint64_t vertices;  // of the frontier of all devices to begin with
  std::uint64_t edges;
  std::uint32_t most_supersteps;
  std::uint64_t most_edges;  // updates no more vertices than fit an inbox
  std::uint64_t stamp;       // of the first superstep
  View<SharedHistory> history;
  View<const std::uint64_t> is_stopped;  // in the host's memory: whether the other devices will not come
};

template <class P, class E>
struct SharedLoop {
  using Value = typename P::VertexValue;
  static constexpr std::uint32_t kWords = 4;  // of the bitmask, for a lane at a time

  Push<P, E> push;
  QueueView queue[2];
  View<std::uint32_t> mask;        // by place, clear; so it is left
  View<std::uint32_t> own_mask;    // the part of it that pushing may mark
  View<FrontierCounts> counts[2];  // of the queues
  View<SharedLoopState> state;
  SharedLoopArguments<P> with;
  std::uint32_t lanes;  // of a vertex, where all rows are short; or 0

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    grid.elect([&] { begin(); });
    std::uint32_t superstep = 0;
    while (superstep < with.most_supersteps) {
      const std::uint64_t edges = atomic::load(state[0].edges);
      if (edges == 0 || edges > with.most_edges) break;
      const std::uint64_t packed = atomic::load(state[0].packed[superstep % 2]);
      grid.warps([&](Warp& warp) { push_all(warp, queue[superstep % 2], packed); });
      grid.warps([&](Warp& warp) { tell(warp, superstep); });
      grid.elect([&] { exchange_notes(superstep, packed); });
      if (atomic::load(state[0].is_given_up) != 0) break;
      grid.warps([&](Warp& warp) { take(warp, superstep); });
      ++superstep;
    }
    grid.elect([&] {
      SharedHistory& left = with.history[0];
      left.supersteps = superstep;
      left.vertices = state[0].vertices;
      left.edges = atomic::load(state[0].edges);
      counts[superstep % 2][0] = {0, 0, atomic::load(state[0].packed[superstep % 2])};
    });
  }

 private:
  WARPGRAPH_DEVICE void begin() const {
    SharedLoopState& s = state[0];
    s.vertices = with.vertices;
    atomic::store(s.edges, with.edges);
    atomic::store(s.packed[0], counts[0][0].packed);
    atomic::store(s.packed[1], std::uint64_t{0});
    atomic::store(s.is_given_up, 0u);
    clear_counts();
  }
  WARPGRAPH_DEVICE void clear_counts() const {
    SharedLoopState& s = state[0];
    atomic::store(s.updated, std::uint64_t{0});
    atomic::store(s.updated_edges, std::uint64_t{0});
    for (std::uint32_t p = 0; p < with.others.count; ++p) atomic::store(s.sent[p], 0u);
  }

  // Marks whom the frontier updates. They are this device's own.
  WARPGRAPH_DEVICE void push_all(Warp& warp, const QueueView& from, std::uint64_t packed) const {
    if (lanes != 0) return push.run_short_marking(warp, from, packed, lanes, mask);
    for (std::uint64_t begin = std::uint64_t{warp.global_index()} * Warp::kSize; begin < packed_edges(packed);
         begin += std::uint64_t{warp.count()} * Warp::kSize)
      push.template run_marking<1>(warp, from, packed, begin, mask, [](Lane, VertexId) {});
  }

  // Who was marked goes into the own next queue, and to those who want to know.
  WARPGRAPH_DEVICE void tell(Warp& warp, std::uint32_t superstep) const {
    constexpr std::uint64_t kTile = std::uint64_t{kWords} * Warp::kSize;
    for (std::uint64_t base = warp.global_index() * kTile; base < own_mask.size(); base += warp.count() * kTile) {
      PerLane<std::uint32_t> word[kWords];
      PerLane<bool> is_any;
      warp.relaxed_phase([&](Lane lane) {
        std::uint32_t all = 0;
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kWords; ++k) {
          const std::uint64_t i = base + k * Warp::kSize + lane;
          word[k][lane] = i < own_mask.size() ? atomic::load(own_mask[i]) : 0;
          all |= word[k][lane];
        }
        is_any[lane] = all != 0;
      });
      if (warp.any(is_any)) tell_words(warp, superstep, base, word);
    }
  }
  WARPGRAPH_DEVICE void tell_words(Warp& warp, std::uint32_t superstep, std::uint64_t base,
                                   const PerLane<std::uint32_t> (&word)[kWords]) const {
    const Setting<P, E>& setting = push.setting;
    PerLane<std::uint64_t> wanted{};  // places in the queue
    PerLane<std::uint64_t> vertices{};
    PerLane<std::uint64_t> edges{};
    PerLane<std::uint32_t> messages[kMostPeers] = {};
    warp.relaxed_phase([&](Lane lane) {
      for_bits(base, lane, word, [&](std::uint64_t row) {
        const EdgeId degree = local_degree(setting.facts.first_place + row);
        if (degree != 0) wanted[lane] += pack_counts(1, degree);
        ++vertices[lane];
        edges[lane] += setting.facts.out_degree(row);
      });
      for (std::uint32_t k = 0; k < kWords; ++k) {
        if (word[k][lane] == 0) continue;
        const std::uint64_t i = base + k * Warp::kSize + lane;
        atomic::store(own_mask[i], 0u);
        WARPGRAPH_UNROLL
        for (std::uint32_t p = 0; p < kMostPeers; ++p)
          if (p < with.others.count)
            messages[p][lane] += static_cast<std::uint32_t>(count_bits(word[k][lane] & with.others.peer[p].wanted[i]));
      }
    });
    const std::uint64_t vertex_sum = warp.reduce(vertices, Plus{});
    const std::uint64_t edge_sum = warp.reduce(edges, Plus{});
    const PerLane<std::uint64_t> place = reserve(warp, wanted, state[0].packed[1 - superstep % 2]);
    PerLane<std::uint32_t> all{};  // of peer p in lane p
    WARPGRAPH_UNROLL
    for (std::uint32_t p = 0; p < kMostPeers; ++p) {
      if (p >= with.others.count) break;
      const auto scan = warp.exclusive_scan(messages[p], Plus{});
      messages[p] = scan.before;
      warp.relaxed_phase([&](Lane lane) {
        if (lane == p) all[lane] = scan.total;
      });
    }
    PerLane<std::uint32_t> begin{};
    warp.relaxed_phase([&](Lane lane) {
      if (lane < with.others.count && all[lane] != 0) begin[lane] = atomic::fetch_add(state[0].sent[lane], all[lane]);
      if (lane == Warp::kSize - 1) atomic::fetch_add(state[0].updated, vertex_sum);
      if (lane == Warp::kSize - 2 && edge_sum != 0) atomic::fetch_add(state[0].updated_edges, edge_sum);
    });
    WARPGRAPH_UNROLL
    for (std::uint32_t p = 0; p < kMostPeers; ++p) {
      if (p >= with.others.count) break;
      const std::uint32_t first = warp.broadcast(begin, p);
      warp.relaxed_phase([&](Lane lane) { messages[p][lane] += first; });  // where the lane's own begin
    }

    warp.relaxed_phase([&](Lane lane) {
      std::uint64_t next = place[lane];
      for_bits(base, lane, word, [&](std::uint64_t row) {
        const auto v = static_cast<VertexId>(setting.facts.first_place + row);
        const EdgeId degree = local_degree(v);
        if (degree != 0) {
          queue[1 - superstep % 2].put(next, v, setting.graph.outgoing.row[v]);
          next += pack_counts(1, degree);
        }
        const Value value = atomic::load(setting.value[v]);
        WARPGRAPH_UNROLL
        for (std::uint32_t p = 0; p < kMostPeers; ++p) {
          if (p >= with.others.count || !test_bit(with.others.peer[p].wanted, row)) continue;
          const MessageList<Value>& to = with.others.peer[p].outbox[superstep % 2];
          to.id[messages[p][lane]] = static_cast<VertexId>(setting.facts.first + row);
          to.value[messages[p][lane]] = value;
          ++messages[p][lane];
        }
      });
    });
  }
  template <class Body>
  WARPGRAPH_DEVICE static void for_bits(std::uint64_t base, Lane lane, const PerLane<std::uint32_t> (&word)[kWords],
                                        Body&& body) {
    for (std::uint32_t k = 0; k < kWords; ++k) {
      for (std::uint32_t bits = word[k][lane]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::uint32_t>(count_bits((bits & (~bits + 1)) - 1));
        body((base + k * Warp::kSize + lane) * 32 + bit);
      }
    }
  }
  WARPGRAPH_DEVICE EdgeId local_degree(std::uint64_t place) const {
    const View<const EdgeId>& row = push.setting.graph.outgoing.row;
    return row[place + 1] - row[place];
  }

  // One thread, for all: everything that this device had to say has been written.
  WARPGRAPH_DEVICE void exchange_notes(std::uint32_t superstep, std::uint64_t packed) const {
    SharedLoopState& s = state[0];
    const std::uint64_t updated = atomic::load(s.updated);
    const std::uint64_t updated_edges = atomic::load(s.updated_edges);
    SharedStep& step = with.history[0].step[superstep];  // only written: it is far away
    step.vertices = s.vertices;
    step.edges = atomic::load(s.edges);
    step.walked = packed_edges(packed);
    step.updated = updated;
    for (std::uint32_t p = 0; p < with.others.count; ++p) {
      const std::uint32_t sent = atomic::load(s.sent[p]);
      step.sent[p] = sent;
      Note& note = with.others.peer[p].told[superstep % 2];
      note.messages = sent;
      note.vertices = updated;
      note.edges = updated_edges;
      atomic::store<Order::kRelease, AtomicScope::kSystem>(note.stamp, with.stamp + superstep);
    }
    std::uint64_t vertices = updated;
    std::uint64_t edges = updated_edges;
    atomic::store(s.packed[superstep % 2], std::uint64_t{0});  // pushed; the next superstep fills it again
    clear_counts();
    for (std::uint32_t p = 0; p < with.others.count; ++p) {
      Note& note = with.others.peer[p].heard[superstep % 2];
      if (!await(note, with.stamp + superstep)) return atomic::store(s.is_given_up, 1u);
      vertices += note.vertices;
      edges += note.edges;
    }
    s.vertices = vertices;
    atomic::store(s.edges, edges);
  }
  // False if the host says that the other will not come.
  WARPGRAPH_DEVICE bool await(Note& note, std::uint64_t wanted) const {
    constexpr std::uint32_t kLooksEvery = 512;
    for (std::uint32_t looks = 1; atomic::load<Order::kAcquire, AtomicScope::kSystem>(note.stamp) != wanted; ++looks) {
      if (looks % kLooksEvery == 0 && atomic::load<Order::kRelaxed, AtomicScope::kSystem>(with.is_stopped[0]) != 0)
        return false;
      spin();
    }
    return true;
  }

  // What all others have told, as one list.
  WARPGRAPH_DEVICE void take(Warp& warp, std::uint32_t superstep) const {
    std::uint64_t end[kMostPeers] = {};
    std::uint64_t all = 0;
    WARPGRAPH_UNROLL
    for (std::uint32_t p = 0; p < kMostPeers; ++p) {
      if (p < with.others.count) all += atomic::load(with.others.peer[p].heard[superstep % 2].messages);
      end[p] = all;
    }
    for (std::uint64_t base = std::uint64_t{warp.global_index()} * Warp::kSize; base < all;
         base += std::uint64_t{warp.count()} * Warp::kSize) {
      PerLane<VertexId> place;
      PerLane<EdgeId> edge{};
      PerLane<std::uint64_t> wanted{};
      warp.relaxed_phase([&](Lane lane) {
        const std::uint64_t i = base + lane;
        if (i >= all) return;
        std::uint32_t p = 0;
        while (end[p] <= i) ++p;
        const MessageList<Value>& from = with.others.peer[p].inbox[superstep % 2];
        const std::uint64_t at = i - (p == 0 ? 0 : end[p - 1]);
        place[lane] = with.others.places.of(atomic::load(from.id[at]));
        atomic::store(push.setting.value[place[lane]], atomic::load(from.value[at]));
        edge[lane] = push.setting.graph.outgoing.row[place[lane]];
        const EdgeId degree = local_degree(place[lane]);
        if (degree != 0) wanted[lane] = pack_counts(1, degree);
      });
      const PerLane<std::uint64_t> next = reserve(warp, wanted, state[0].packed[1 - superstep % 2]);
      warp.relaxed_phase([&](Lane lane) {
        if (wanted[lane] != 0) queue[1 - superstep % 2].put(next[lane], place[lane], edge[lane]);
      });
    }
  }
};

}  // namespace warpgraph::detail
