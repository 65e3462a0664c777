// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/peers/peer_notes.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/framework/shard/peer_links.hpp>
#include <warpgraph/runtime/view.hpp>

// Other devices, as kernels see them that write into each other's memory.
namespace warpgraph::detail {

// Vertices and what is seen of them.
template <class V>
struct MessageList {
  View<V> value;
  View<VertexId> id;
};

// Another device, as one sees it.
template <class V>
struct Peer {
  std::size_t device = 0;
  View<const std::uint32_t> wanted;  // of the own vertices, by it
  View<std::uint32_t> mask[2];       // in its memory, odd and even: the own vertices' bits of its frontier (Search)
  MessageList<V> outbox[2];          // in its memory, odd and even
  MessageList<V> inbox[2];           // in the own
};

// All others, and where a device keeps what they tell it.
template <class V>
struct Peers {
  Peer<V> peer[peers::kMaxPeers];
  std::uint32_t count = 0;
  shards::LocalIds local_ids;
  peers::PeerNotes notes;
  std::uint64_t borders = 0;  // own vertices that each of them reads, and theirs that this one reads, added up
};

}  // namespace warpgraph::detail
