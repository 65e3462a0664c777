// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/framework/shard/peer_numbers.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

// The order in which two devices know the vertices that one has and the other wants: each has a slot, ascending in the
// vertices. Both ends make it once, so messages need not name vertices.
namespace warpgraph::shards {

// As the sender has it.
struct Slots {
  View<const std::uint32_t> wanted;  // a bitmask over the vertices that the sender holds: those that have a slot
  View<const VertexId> before;       // for each word of it, how many slots the words before it have
  View<const VertexId> place;        // by slot, among the vertices that the sender holds
};

// As the receiver has it: where its copies of these vertices are.
struct SlotCopies {
  View<const VertexId> local;  // by slot; kNoVertex: it has no copy. Empty: the local ids follow each other,
  VertexId first = 0;          // from this one on
};

// Owns what Slots views, beside the bitmask.
struct ShardSlots {
  std::uint64_t count = 0;
  Buffer<VertexId> before = {};
  Buffer<VertexId> place = {};

  [[nodiscard]] Slots view(const View<const std::uint32_t>& wanted) const { return {wanted, before, place}; }
};
struct ShardCopies {
  Buffer<VertexId> local = {};
  VertexId first = 0;

  [[nodiscard]] SlotCopies view() const { return {local, first}; }
};

}  // namespace warpgraph::shards

namespace warpgraph {

namespace detail {

// Waits for the stream.
[[nodiscard]] shards::ShardSlots order_slots(StreamRef stream, const View<const std::uint32_t>& wanted);
// The copies that the slots of what one device wants of another lead to, as the receiver has numbered the sender's
// vertices. Waits for the stream. `all_are_copied`: the receiver has a copy of each.
[[nodiscard]] shards::ShardCopies find_copies(StreamRef stream, shards::ShardSlots slots,
                                              const shards::PeerNumbers& sender, const shards::LocalIds& local_ids,
                                              bool all_are_copied);

}  // namespace detail

}  // namespace warpgraph
