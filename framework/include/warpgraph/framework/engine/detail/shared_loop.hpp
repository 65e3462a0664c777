// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/push.hpp>
#include <warpgraph/framework/engine/detail/shared_step.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

// Supersteps by pushing that several devices do together in one launch each, as long as frontiers are small: a device
// writes what others want of its vertices into their memory, then a note of how much that is, and waits for theirs. A
// superstep so costs four barriers over the grid, a flag there and back and a look at all own vertices' bits, some 20
// us, where the host needs 150 to queue one on four devices.
namespace warpgraph::detail {

template <class P, class E>
struct SharedLoop {
  using Value = typename P::VertexValue;
  static constexpr std::uint32_t kWords = 4;  // of the bitmask, for a lane at a time

  Push<P, E> push;
  QueueView queue[2];
  View<std::uint32_t> mask;        // by place, clear; so it is left
  View<std::uint32_t> own_mask;    // the part of it that pushing may mark
  View<FrontierCounts> counts[2];  // of the queues
  View<SharedState> state;
  SharedLoopArguments<P> with;
  std::uint32_t lanes;  // of a vertex, where all rows are short; or 0

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    grid.elect([&] { begin_shared(state[0], with, counts[0][0].packed); });
    std::uint32_t superstep = 0;
    while (superstep < with.most_supersteps) {
      const std::uint64_t edges = atomic::load(state[0].edges);
      if (edges == 0 || edges > with.most_edges) break;
      const std::uint64_t packed = atomic::load(state[0].packed[superstep % 2]);
      grid.warps([&](Warp& warp) { push_all(warp, queue[superstep % 2], packed); });
      grid.warps([&](Warp& warp) { tell(warp, superstep); });
      grid.warps([&](Warp& warp) {
        if (warp.global_index() == 0)
          exchange_notes(warp, state[0], with, superstep, {Plan::kPushLoop, false, packed_edges(packed)});
      });
      if (atomic::load(state[0].is_given_up) != 0) break;
      if (atomic::load(state[0].received) != 0) grid.warps([&](Warp& warp) { take(warp, superstep); });
      ++superstep;
    }
    grid.elect([&] { end_shared(state[0], with, superstep, /*is_mask=*/false, counts[superstep % 2][0]); });
  }

 private:
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
      if (lane == Warp::kSize - 1) atomic::fetch_add(state[0].updated.vertices, vertex_sum);
      if (lane == Warp::kSize - 2 && edge_sum != 0) atomic::fetch_add(state[0].updated.edges, edge_sum);
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

  WARPGRAPH_DEVICE void take(Warp& warp, std::uint32_t superstep) const {
    enqueue_messages(warp, with, superstep % 2, push.setting.graph.outgoing.row, queue[1 - superstep % 2],
                     state[0].packed[1 - superstep % 2],
                     [&](VertexId place, const MessageList<Value>& from, std::uint64_t at) {
                       atomic::store(push.setting.value[place], atomic::load(from.value[at]));
                     });
  }
};

}  // namespace warpgraph::detail
