// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/peers/peer_step.hpp>

// What launches of several devices tell each other of single vertices: a list for each peer, in its inbox. A peer reads
// the list when the sender's note of the superstep has arrived.
namespace warpgraph::detail {

// Bit p of a word, and of every byte of it: peer p.
inline constexpr std::uint32_t kBitOfPeer = 0x01010101u;
static_assert(peers::kMaxPeers <= 8);

// Tells peers of the vertices that the lanes hold. `asked`: bits p of kBitOfPeer are set if peer p wants to know of a
// lane's vertices. count(p, lane): of how many of them. send_each(p, lane, send) calls send(vertex) or
// send(vertex, value) for each of these.
template <class P, class Count, class SendEach>
WARPGRAPH_DEVICE void tell_peers(kernel::Warp& warp, PeerState& s, const PeerLaunchArguments<P>& with,
                                 std::uint32_t parity, const kernel::PerLane<std::uint32_t>& asked, Count&& count,
                                 SendEach&& send_each) {
  const std::uint32_t all = warp.reduce(asked, Or{});
  for (std::uint32_t p = 0; p < with.others.count; ++p) {
    if ((all >> p & kBitOfPeer) == 0) continue;
    kernel::PerLane<std::uint32_t> messages;
    warp.relaxed_phase([&](kernel::Lane lane) { messages[lane] = count(p, lane); });
    kernel::PerLane<std::uint32_t> slot = sweep::reserve(warp, messages, s.sent[p]);
    const MessageList<typename P::VertexValue>& to = with.others.peer[p].outbox[parity];
    warp.relaxed_phase([&](kernel::Lane lane) {
      send_each(p, lane, [&](VertexId vertex, const auto&... value) {
        const std::uint32_t i = slot[lane]++;
        to.id[i] = vertex;
        ((to.value[i] = value), ...);
      });
    });
  }
}

// The vertices of all messages of the superstep, as one list, into the queue. on_taken(local id, message, number) for
// each.
template <class P, class OnTaken>
WARPGRAPH_DEVICE void enqueue_messages(kernel::Warp& warp, const PeerLaunchArguments<P>& with, std::uint32_t parity,
                                       const View<const EdgeId>& row, const sweep::QueueView& queue,
                                       std::uint64_t& packed, OnTaken&& on_taken) {
  std::uint64_t end[peers::kMaxPeers] = {};
  std::uint64_t all = 0;
  WARPGRAPH_UNROLL
  for (std::uint32_t p = 0; p < peers::kMaxPeers; ++p) {
    if (p < with.others.count)
      all += atomic::load(peers::content_of<LoopNote>(with.others.notes.incoming[p][parity]).messages);
    end[p] = all;
  }
  sweep::for_each_tile(warp, all, kernel::Warp::kSize, [&](std::uint64_t base) {
    kernel::PerLane<VertexId> local;
    kernel::PerLane<EdgeId> first{};
    kernel::PerLane<std::uint64_t> wanted{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t i = base + lane;
      if (i >= all) return;
      std::uint32_t p = 0;
      while (end[p] <= i) ++p;
      const auto& from = with.others.peer[p].inbox[parity];
      const std::uint64_t at = i - (p == 0 ? 0 : end[p - 1]);
      local[lane] = with.others.local_ids.of(atomic::load(from.id[at]));
      on_taken(local[lane], from, at);
      const sweep::RowRange edges(row, local[lane]);
      first[lane] = edges.first;
      wanted[lane] = edges.packed();
    });
    sweep::put_all(warp, wanted, queue, packed, [&](kernel::Lane lane, auto&& put_one) {
      if (wanted[lane] != 0) put_one(local[lane], first[lane], sweep::packed_edges(wanted[lane]));
    });
  });
}

}  // namespace warpgraph::detail
