// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/peers/peer_notes.hpp>
#include <warpgraph/runtime/kernel/clock.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

#include "peel.hpp"

// Peeling on several devices by one launch on each. In which order those with k neighbours left go makes no difference.
// So a device takes away what goes on its own part until nothing more does, barrier by barrier of its own, and only
// then tells the others. A round of all devices is what they do between two exchanges of lists:
//
//   - If vertices of its own have gone, a device lists them: they have k neighbours left.
//   - If none has, it is done with k as far as it knows, and lists those that have k + 1. These go only if all others
//     are done with k as well; else the list is not used, and made again later.
//
// So a value of k for which nothing goes back and forth takes one exchange.
namespace warpgraph::algorithms::k_core {

// A round of one device, for the host.
struct PeelRound {
  std::uint64_t gone;    // vertices of this device
  std::uint64_t walked;  // edges
  std::uint64_t sent;    // ids, to each of the others
  float computed;        // nanoseconds, until its note was written, and
  float waited;          // until all others' were read
};

// What a launch leaves, in the host's memory.
struct PeelHistory {
  static constexpr std::uint32_t kMaxRounds = 256;  // even: the next launch begins with an even round
  std::uint64_t rounds;
  std::uint64_t left;  // vertices, of all devices
  PeelRound round[kMaxRounds];
};

// What all threads of a device see.
struct PeelTogetherState {
  std::uint64_t left;    // of the device's own vertices
  std::uint64_t went;    // of these, since the last exchange
  std::uint64_t listed;  // of these, as those that go next
  std::int32_t least;    // neighbours of those behind them
  // By the last exchange:
  std::uint64_t count[peers::kMaxPeers + 1];  // of vertices that each device has listed, and that go
  std::uint64_t all_left;
  std::uint64_t all_listed;
  std::int32_t k;  // of those that go
  std::int32_t all_least;
  std::uint32_t is_given_up;  // a device will not come
  std::uint64_t noted_at;
  // From launch to launch:
  Peel::Scan scan;
  std::uint64_t queue_round;
  std::uint64_t walked;  // edges since the last exchange
  std::int32_t next_k;
  std::uint32_t lists_next;
};

struct PeelTogether {
  Peel peel;
  View<PeelTogetherState> state;
  peers::PeerNotes notes;
  std::uint32_t self;                          // which device this is
  VertexId first[peers::kMaxPeers + 1];        // own vertex of each device
  View<VertexId> inbox[2];                     // from there on the list of each device, for even and odd rounds
  View<VertexId> outbox[2][peers::kMaxPeers];  // this device's part of its peers' inboxes
  View<PeelHistory> history;
  std::uint32_t max_rounds;
  bool is_simple;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    PeelTogetherState& s = state[0];
    Peel::Scan scan = s.scan;
    std::uint64_t queue_round = s.queue_round;
    bool lists_next = s.lists_next != 0;
    scan.k = s.next_k;
    std::uint64_t walked = s.walked;
    std::uint32_t round = 0;
    grid.elect([&] { s.noted_at = kernel::clock_nanoseconds(); });
    while (round < max_rounds) {
      const Told told{round, scan.k, lists_next, walked};
      if (lists_next) {
        const std::uint64_t left = atomic::load(s.left);
        scan.begin(left);
        grid.warps([&](kernel::Warp& warp) { list_next(warp, scan, round); },
                   [&](kernel::Warp& warp) { exchange(warp, told); });
        scan.end(left);
      } else {
        grid.warps([](kernel::Warp&) {}, [&](kernel::Warp& warp) { exchange(warp, told); });
      }
      const std::uint32_t parity = round % 2;
      walked = 0;
      ++round;
      if (atomic::load(s.is_given_up) != 0 || atomic::load(s.all_left) == 0) break;
      if (atomic::load(s.all_listed) == 0) {
        scan.k = atomic::load(s.all_least);
        lists_next = true;
        continue;
      }
      scan.k = atomic::load(s.k);
      grid.warps([&](kernel::Warp& warp) { take(warp, parity, queue_round); });
      std::uint64_t packed = atomic::load(peel.state[0].packed[queue_round % 3]);
      while (packed != 0) {
        walked += sweep::packed_edges(packed);
        const Peel::Round now{scan.k, queue_round, packed, is_simple};
        grid.warps([&](kernel::Warp& warp) {
          peel.take_away(warp, now, [&](auto& next) { let_go(warp, next, 1 - parity, queue_round + 1); });
        });
        ++queue_round;
        packed = atomic::load(peel.state[0].packed[queue_round % 3]);
      }
      ++queue_round;  // a slow block may still be reading that it is 0
      lists_next = atomic::load(s.went) == 0;
      if (lists_next) ++scan.k;
    }
    grid.elect([&] {
      s.scan = scan;
      s.queue_round = queue_round;
      s.walked = walked;
      s.next_k = scan.k;
      s.lists_next = lists_next ? 1 : 0;
      history[0].rounds = round;
      history[0].left = atomic::load(s.all_left);
    });
  }

 private:
  // What a device says at the end of a round.
  struct Told {
    std::uint32_t round;
    std::int32_t k;
    bool lists_next;  // the list is of vertices that may go next; else of those that went
    std::uint64_t walked;
  };

  // Puts vertices into the device's list of a round, at all its peers, and in the device's own inbox if they may go
  // next.
  template <std::uint32_t kCount>
  WARPGRAPH_DEVICE void tell(kernel::Warp& warp, const kernel::PerLane<VertexId> (&vertex)[kCount],
                             std::uint32_t parity, bool is_next, std::uint64_t& counter) const {
    kernel::PerLane<std::uint64_t> wanted{};
    kernel::PerLane<bool> has_some{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k) wanted[lane] += vertex[k][lane] == kNoVertex ? 0 : 1;
      has_some[lane] = wanted[lane] != 0;
    });
    if (!warp.any(has_some)) return;
    const kernel::PerLane<std::uint64_t> slot = sweep::reserve(warp, wanted, counter);
    warp.relaxed_phase([&](kernel::Lane lane) {
      std::uint64_t i = slot[lane];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k) {
        if (vertex[k][lane] == kNoVertex) continue;
        if (is_next) inbox[parity][first[self] + i] = vertex[k][lane];
        for (std::uint32_t p = 0; p < notes.count; ++p) outbox[parity][p][i] = vertex[k][lane];
        ++i;
      }
    });
  }

  // Lists those that have k neighbours left.
  WARPGRAPH_DEVICE void list_next(kernel::Warp& warp, const Peel::Scan& scan, std::uint32_t round) const {
    PeelTogetherState& s = state[0];
    const std::int32_t least = peel.find<Peel::Found::kStay>(
        warp, scan, [&](const auto& vertex) { tell(warp, vertex, round % 2, /*is_next=*/true, s.listed); });
    Peel::note_least(warp, least, s.least);
    if (warp.global_index() == 0 && scan.lists_anew)
      warp.elect([&] { peel.state[0].listed[(scan.lists + 1) % 2] = 0; });
  }

  // These have gone: the others are told, and their edges here are next.
  template <std::uint32_t kCount>
  WARPGRAPH_DEVICE void let_go(kernel::Warp& warp, kernel::PerLane<VertexId> (&vertex)[kCount], std::uint32_t parity,
                               std::uint64_t queue_round) const {
    tell(warp, vertex, parity, /*is_next=*/false, state[0].went);
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k)
        if (vertex[k][lane] != kNoVertex && peel.edges.degree(vertex[k][lane]) == 0) vertex[k][lane] = kNoVertex;
    });
    peel.enqueue(warp, vertex, peel.queue[queue_round % 2], peel.state[0].packed[queue_round % 3]);
  }

  // What a device tells the others of a round.
  struct Note {
    std::uint64_t listed;  // vertices: those in the inbox
    std::uint64_t left;
    std::int32_t k;  // of the list
    std::int32_t least;
  };
  // By one warp, when the device has nothing more to say of the round.
  WARPGRAPH_DEVICE void exchange(kernel::Warp& warp, const Told& now) const {
    PeelTogetherState& s = state[0];
    const std::uint64_t listed = atomic::load(now.lists_next ? s.listed : s.went);
    const std::uint64_t left = atomic::load(s.left) - (now.lists_next ? 0 : listed);
    const std::int32_t least = atomic::load(s.least);
    const std::uint64_t noted_at = s.noted_at;
    const std::uint64_t begin = kernel::clock_nanoseconds();
    peers::write_notes(warp, notes, now.round, [&](kernel::Lane) { return Note{listed, left, now.k, least}; });
    kernel::PerLane<std::uint64_t> their_list{};
    kernel::PerLane<std::uint64_t> their_left{};
    kernel::PerLane<std::int32_t> their_k = kernel::PerLane<std::int32_t>::all(now.k);
    kernel::PerLane<std::int32_t> their_least = kernel::PerLane<std::int32_t>::all(least);
    const bool are_there = peers::read_notes<Note>(warp, notes, now.round, [&](kernel::Lane lane, const Note& note) {
      their_list[lane] = note.listed;
      their_left[lane] = note.left;
      their_k[lane] = note.k;
      their_least[lane] = note.least;
    });
    const std::int32_t k = warp.reduce(their_k, Min{});
    warp.phase([&](kernel::Lane lane) {
      if (lane >= notes.count) return;
      if (their_k[lane] != k) their_list[lane] = 0;
      atomic::store(s.count[lane < self ? lane : lane + 1], their_list[lane]);
    });
    const bool goes = now.k == k;
    const std::uint64_t all_listed = warp.reduce(their_list, Plus{}) + (goes ? listed : 0);
    const std::uint64_t all_left = warp.reduce(their_left, Plus{}) + left;
    const std::int32_t all_least = warp.reduce(their_least, Min{});
    warp.elect([&] {
      const std::uint64_t end = kernel::clock_nanoseconds();
      const std::uint64_t gone = goes ? listed : 0;
      history[0].round[now.round] = {gone, now.walked, listed, static_cast<float>(begin - noted_at),
                                     static_cast<float>(end - begin)};
      s.noted_at = end;
      atomic::store(s.count[self], now.lists_next ? gone : 0);  // those that went are in the queue already
      atomic::store(s.left, left - (now.lists_next ? gone : 0));
      atomic::store(s.went, std::uint64_t{0});
      atomic::store(s.listed, std::uint64_t{0});
      atomic::store(s.least, max_neighbours());
      atomic::store(s.all_left, all_left);
      atomic::store(s.all_listed, all_listed);
      atomic::store(s.all_least, all_least);
      atomic::store(s.k, k);
      if (!are_there) atomic::store(s.is_given_up, 1u);
    });
  }

  // The vertices that go become the queue, if they have edges here.
  WARPGRAPH_DEVICE void take(kernel::Warp& warp, std::uint32_t parity, std::uint64_t queue_round) const {
    const PeelTogetherState& s = state[0];
    std::uint64_t end[peers::kMaxPeers + 1] = {};
    std::uint64_t all = 0;
    WARPGRAPH_UNROLL
    for (std::uint32_t d = 0; d <= peers::kMaxPeers; ++d) {
      if (d <= notes.count) all += atomic::load(s.count[d]);
      end[d] = all;
    }
    sweep::for_each_tile(warp, all, kernel::Warp::kSize, [&](std::uint64_t base) {
      kernel::PerLane<VertexId> vertex[1];
      warp.relaxed_phase([&](kernel::Lane lane) {
        vertex[0][lane] = kNoVertex;
        const std::uint64_t i = base + lane;
        if (i >= all) return;
        std::uint32_t d = 0;
        while (end[d] <= i) ++d;
        const VertexId v = atomic::load(inbox[parity][first[d] + i - (d == 0 ? 0 : end[d - 1])]);
        if (peel.edges.degree(v) != 0) vertex[0][lane] = v;
      });
      peel.enqueue(warp, vertex, peel.queue[queue_round % 2], peel.state[0].packed[queue_round % 3]);
    });
    if (warp.global_index() == 0) warp.elect([&] { peel.state[0].packed[(queue_round + 1) % 3] = 0; });
  }
};

}  // namespace warpgraph::algorithms::k_core
