// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/graph/ids.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/runtime/view.hpp>

// Other devices, as kernels see them that write into each other's memory.
namespace warpgraph::detail {

// What one device tells a peer of a superstep, in the peer's memory. There are two, for odd and even supersteps: no
// device can be two supersteps ahead of one that still reads a note.
struct StepNote {
  std::uint64_t epoch;     // of the superstep, greater than all before it; written last
  std::uint64_t messages;  // in the inbox
  std::uint64_t vertices;  // that the sender has updated
  std::uint64_t edges;     // and their outgoing edges, in the whole graph
  std::uint64_t waiting;   // of its vertices, for their priority (PeerLoop)
  std::uint64_t nearest;   // of those
};

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
  View<std::uint32_t> mask[2];       // in its memory, odd and even: the own vertices' bits of its frontier (PeerSearch)
  MessageList<V> outbox[2];          // in its memory, odd and even
  MessageList<V> inbox[2];           // in the own
  View<StepNote> outgoing;           // two in its memory
  View<StepNote> incoming;           // two in the own
};

inline constexpr std::uint32_t kMaxPeers = 7;

// All others, and where a device keeps what they tell it.
template <class V>
struct Peers {
  Peer<V> peer[kMaxPeers];
  std::uint32_t count = 0;
  LocalIds local_ids;
};

}  // namespace warpgraph::detail
