// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/slots.hpp>

#include <cstddef>
#include <utility>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

namespace warpgraph::detail {
namespace {

struct CountSlots {
  View<const std::uint32_t> wanted;
  View<VertexId> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    count[word] = static_cast<VertexId>(count_bits(wanted[word]));
  }
};

struct NamePlaces {
  View<const std::uint32_t> wanted;
  View<const VertexId> before;
  View<VertexId> place;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    VertexId slot = before[word];
    for_each_bit(wanted[word], [&](std::uint32_t bit) { place[slot++] = static_cast<VertexId>(word * 32 + bit); });
  }
};

// Places become local ids.
struct FindCopies {
  shards::PeerNumbers sender;
  shards::LocalIds local_ids;
  View<VertexId> local;
  WARPGRAPH_DEVICE void operator()(std::uint64_t slot) const {
    const VertexId place = local[slot];
    const bool is_known = sender.has(place) && local_ids.has(sender.of(place));
    local[slot] = is_known ? local_ids.of(sender.of(place)) : kNoVertex;
  }
};

VertexId at(StreamRef stream, const Buffer<VertexId>& values, std::size_t i) {
  return to_host(stream, values.view().subview(i, 1)).front();
}

}  // namespace

shards::ShardSlots order_slots(StreamRef stream, const View<const std::uint32_t>& wanted) {
  shards::ShardSlots slots;
  const std::size_t words = wanted.size();
  if (words == 0) return slots;
  slots.before = Buffer<VertexId>(stream, words, "shard slots");
  kernel::for_each(stream, words, CountSlots{wanted, slots.before});
  slots.count = at(stream, slots.before, words - 1);
  primitives::exclusive_scan(stream, slots.before, slots.before.view());
  slots.count += at(stream, slots.before, words - 1);
  slots.place = Buffer<VertexId>(stream, slots.count, "shard slots");
  if (slots.count != 0) kernel::for_each(stream, words, NamePlaces{wanted, slots.before, slots.place});
  return slots;
}

shards::ShardCopies find_copies(StreamRef stream, shards::ShardSlots slots, const shards::PeerNumbers& sender,
                                const shards::LocalIds& local_ids, bool all_are_copied) {
  if (slots.count == 0) return {};
  shards::ShardCopies copies{std::move(slots.place)};
  kernel::for_each(stream, slots.count, FindCopies{sender, local_ids, copies.local});
  copies.first = at(stream, copies.local, 0);
  // They ascend.
  if (all_are_copied && at(stream, copies.local, slots.count - 1) - copies.first == slots.count - 1) copies.local = {};
  return copies;
}

}  // namespace warpgraph::detail
