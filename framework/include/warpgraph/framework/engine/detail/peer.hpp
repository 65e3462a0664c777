// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/graph/ids.hpp>
#include <warpgraph/framework/shard/places.hpp>
#include <warpgraph/runtime/view.hpp>

// Other devices, as kernels see them that write into each other's memory.
namespace warpgraph::detail {

// What one device tells another of a superstep, in the other's memory. There are two, which take turns: nobody can be
// two supersteps ahead of who still reads one.
struct Note {
  std::uint64_t stamp;     // of the superstep, greater than all before it; written last
  std::uint64_t messages;  // in the inbox
  std::uint64_t vertices;  // that the sender has updated
  std::uint64_t edges;     // and their outgoing edges, in the whole graph
  std::uint64_t waiting;   // of its vertices, for their priority (SharedLoop)
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
  View<std::uint32_t> mask[2];       // in its memory, in turn: the own vertices' bits of its frontier (SharedSearch)
  MessageList<V> outbox[2];          // in its memory, in turn
  MessageList<V> inbox[2];           // in the own
  View<Note> told;                   // two in its memory
  View<Note> heard;                  // two in the own
};

inline constexpr std::uint32_t kMostPeers = 7;

// All others, and where a device keeps what they tell it.
template <class V>
struct Peers {
  Peer<V> peer[kMostPeers];
  std::uint32_t count = 0;
  Places places;
};

}  // namespace warpgraph::detail
