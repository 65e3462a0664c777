// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/engine/detail/peers/peer_messages.hpp>

// What devices tell each other in a search: which vertices were found, one by one or as a bitmask.
namespace warpgraph::detail {

// The peers that read an own vertex. Bit p: peer p.
template <class P>
WARPGRAPH_DEVICE std::uint32_t wanting_peers(const PeerLaunchArguments<P>& with, std::uint64_t row) {
  std::uint32_t peers = 0;
  WARPGRAPH_UNROLL
  for (std::uint32_t p = 0; p < peers::kMaxPeers; ++p)
    if (p < with.others.count && test_bit(with.others.peer[p].wanted, row)) peers |= std::uint32_t{1} << p;
  return peers;
}

// Byte k of a lane's `asked`: the peers that read its k-th vertex of `found`.
template <class P, std::size_t kSteps>
WARPGRAPH_DEVICE void tell_found(kernel::Warp& warp, PeerState& s, const PeerLaunchArguments<P>& with,
                                 std::uint32_t parity, const kernel::PerLane<std::uint32_t>& asked,
                                 const kernel::PerLane<VertexId> (&found)[kSteps]) {
  static_assert(kSteps <= 4);  // bytes of a word
  tell_peers(
      warp, s, with, parity, asked,
      [&](std::uint32_t p, kernel::Lane lane) {
        return static_cast<std::uint32_t>(count_bits(asked[lane] >> p & kBitOfPeer));
      },
      [&](std::uint32_t p, kernel::Lane lane, auto&& send) {
        WARPGRAPH_UNROLL
        for (std::size_t k = 0; k < kSteps; ++k)
          if ((asked[lane] >> (8 * k + p) & 1) != 0) send(found[k][lane]);
      });
}

// The messages of the superstep before, into the queue.
template <class P>
WARPGRAPH_DEVICE void take_found(kernel::Warp& warp, const PeerLaunchArguments<P>& with, std::uint32_t parity,
                                 const View<const EdgeId>& row, const sweep::QueueView& queue, std::uint64_t& packed) {
  enqueue_messages(warp, with, 1 - parity, row, queue, packed,
                   [](VertexId, const MessageList<typename P::VertexValue>&, std::uint64_t) {});
}

// `mine`: the own part of the next frontier. To all others.
template <class P>
WARPGRAPH_DEVICE void tell_mask(kernel::Warp& warp, const PeerLaunchArguments<P>& with, std::uint32_t parity,
                                const View<std::uint32_t>& mine) {
  constexpr std::uint32_t kWords = 4;  // for a lane at a time
  constexpr std::uint64_t kTile = std::uint64_t{kWords} * kernel::Warp::kSize;
  sweep::for_each_tile(warp, mine.size(), kTile, [&](std::uint64_t base) {
    warp.relaxed_phase([&](kernel::Lane lane) {
      std::uint32_t word[kWords] = {};
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kWords; ++k) {
        const std::uint64_t i = base + k * kernel::Warp::kSize + lane;
        if (i < mine.size()) word[k] = mine[i];
      }
      for (std::uint32_t p = 0; p < with.others.count; ++p) {
        const View<std::uint32_t>& to = with.others.peer[p].mask[1 - parity];
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kWords; ++k) {
          const std::uint64_t i = base + k * kernel::Warp::kSize + lane;
          if (i < mine.size()) to[i] = word[k];
        }
      }
    });
  });
}

}  // namespace warpgraph::detail
