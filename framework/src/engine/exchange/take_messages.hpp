// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/framework/shard/peer_numbers.hpp>
#include <warpgraph/framework/shard/slots.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

#include "exchange_kernels.hpp"

namespace warpgraph::detail {

// A message as its receiver finds it.
template <class Cells>
struct MessageFrom {
  results::MessageForm form;
  bool is_uniform;             // one value is that of all
  bool is_by_place;            // slots are places among the vertices that the sender holds, as it numbers them
  shards::PeerNumbers sender;  // these
  VertexId first_slot;         // of the message's; or the first place
  std::uint64_t slots;
  shards::SlotCopies copies;
  View<const typename Cells::Word> packed;
  View<const VertexId> id;         // the slots of pairs; or empty, and
  View<const std::uint32_t> mask;  // the bitmask; empty: all were updated
  View<const std::uint32_t> offset;
  std::uint64_t first_warp;

  [[nodiscard]] std::uint64_t warps() const {
    return form == results::MessageForm::kBitmask ? tiles_of(mask.size()) : parts_of(slots);
  }
  // Whether the copies follow each other.
  [[nodiscard]] WARPGRAPH_DEVICE bool is_range() const { return !is_by_place && copies.local.empty(); }
};

// Puts what came with all messages into the receiver's values and frontier.
template <class Cells>
struct TakeMessages {
  Cells cells;
  MessageFrom<Cells> message[kMaxTogether];
  std::uint32_t messages;
  bool takes_all;  // that were packed; else those that were updated
  shards::LocalIds local_ids;
  View<typename Cells::Word> value;  // by local id
  View<std::uint32_t> frontier;      // the same

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const MessageFrom<Cells>& from = message[message_of(message, messages, warp.global_index())];
    const std::uint64_t part = warp.global_index() - from.first_warp;
    if (from.form == results::MessageForm::kPairs)
      take_pairs(warp, from, part * kEntries);
    else if (from.form == results::MessageForm::kBitmask)
      take_bitmask(warp, from, part);
    else
      take_everything(warp, from, part * kEntries);
  }

 private:
  // The copy of what has the slot; kNoVertex if there is none.
  WARPGRAPH_DEVICE VertexId local(const MessageFrom<Cells>& from, std::uint64_t slot) const {
    const auto at = static_cast<VertexId>(from.first_slot + slot);
    if (!from.is_by_place) return from.copies.local.empty() ? from.copies.first + at : from.copies.local[at];
    if (!from.sender.has(at) || !local_ids.has(from.sender.of(at))) return kNoVertex;
    return local_ids.of(from.sender.of(at));
  }

  WARPGRAPH_DEVICE void take_pairs(kernel::Warp& warp, const MessageFrom<Cells>& from, std::uint64_t begin) const {
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint64_t i = begin + lane; i < begin + kEntries && i < from.id.size(); i += kernel::Warp::kSize) {
        const VertexId to = local(from, from.id[i]);
        if (to == kNoVertex) continue;  // what is sent to several is not for each of them
        cells.copy(value, to, from.packed, from.is_uniform ? 0 : i);
        atomic::fetch_or(frontier[to / 32], bit_of(to));
      }
    });
  }

  WARPGRAPH_DEVICE void take_everything(kernel::Warp& warp, const MessageFrom<Cells>& from, std::uint64_t begin) const {
    for (std::uint64_t base = begin; base < begin + kEntries && base < from.slots; base += kernel::Warp::kSize) {
      std::uint32_t updated = bits_inside(base, from.slots);
      if (!from.mask.empty()) updated &= from.mask[base / 32];
      take(warp, from, base, takes_all ? bits_inside(base, from.slots) : updated,
           [&](kernel::Lane lane) { return from.is_uniform ? 0 : base + lane; });
      mark(warp, from, base, updated);
    }
  }

  WARPGRAPH_DEVICE void take_bitmask(kernel::Warp& warp, const MessageFrom<Cells>& from,
                                     std::uint64_t tile_index) const {
    const std::uint64_t base = tile_index * kTileWords;
    kernel::PerLane<std::uint32_t> word{};
    kernel::PerLane<std::uint32_t> bits{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (base + lane >= from.mask.size()) return;
      word[lane] = from.mask[base + lane];
      bits[lane] = static_cast<std::uint32_t>(count_bits(word[lane]));
    });
    const auto slots = warp.exclusive_scan(bits, Plus{});
    if (slots.total == 0) return;
    const std::uint32_t tile = from.is_uniform ? 0 : from.offset[tile_index];
    for (std::uint32_t k = 0; k < kTileWords; ++k) {
      const std::uint32_t mine = warp.broadcast(word, k);
      if (mine == 0) continue;
      const std::uint32_t next = tile + warp.broadcast(slots.before, k);
      take(warp, from, (base + k) * 32, mine, [&](kernel::Lane lane) {
        const auto inside = static_cast<std::uint32_t>(count_bits(mine & (bit_of(lane) - 1)));
        return from.is_uniform ? 0 : std::uint64_t{next} + inside;
      });
      mark(warp, from, (base + k) * 32, mine);
    }
  }

  // The values of those of 32 slots whose bits are set; where(lane) says where they lie.
  template <class Where>
  WARPGRAPH_DEVICE void take(kernel::Warp& warp, const MessageFrom<Cells>& from, std::uint64_t base, std::uint32_t bits,
                             Where&& where) const {
    if (bits == 0) return;
    warp.relaxed_phase([&](kernel::Lane lane) {
      if ((bits & bit_of(lane)) == 0) return;
      const VertexId to = local(from, base + lane);
      if (to != kNoVertex) cells.copy(value, to, from.packed, where(lane));
    });
  }

  // The frontier's bits of those of 32 slots whose bits are set. Local ids ascend, so lanes that have the same word are
  // side by side, and the first of them writes it.
  WARPGRAPH_DEVICE void mark(kernel::Warp& warp, const MessageFrom<Cells>& from, std::uint64_t base,
                             std::uint32_t bits) const {
    if (bits == 0) return;
    if (from.is_range()) {
      const std::uint64_t first = local(from, base);
      const std::uint64_t both = std::uint64_t{bits} << (first % 32);
      warp.relaxed_phase([&](kernel::Lane lane) {
        const auto part = static_cast<std::uint32_t>(lane == 0 ? both : both >> 32);
        if (lane < 2 && part != 0) atomic::fetch_or(frontier[first / 32 + lane], part);
      });
      return;
    }
    kernel::PerLane<VertexId> to{};
    kernel::PerLane<bool> begins{};
    kernel::PerLane<std::uint32_t> word{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      to[lane] = base + lane < from.slots ? local(from, base + lane) : kNoVertex;
      begins[lane] = lane == 0 || base + lane >= from.slots || local(from, base + lane - 1) / 32 != to[lane] / 32;
      if ((bits & bit_of(lane)) != 0 && to[lane] != kNoVertex) word[lane] = bit_of(to[lane]);
    });
    const kernel::PerLane<std::uint32_t> words = warp.segmented_reduce(begins, word, Or{});
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (begins[lane] && words[lane] != 0) atomic::fetch_or(frontier[to[lane] / 32], words[lane]);
    });
  }
};

}  // namespace warpgraph::detail
