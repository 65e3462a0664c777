// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

#include "exchange_kernels.hpp"

namespace warpgraph::detail {

// Where a message is written to, in the sender's memory or in the receiver's.
template <class Cells>
struct MessageTo {
  results::MessageForm form;
  bool is_uniform;                   // one value is that of all
  VertexId first_slot;               // of the message's
  std::uint64_t slots;               // that it is about
  View<const std::uint32_t> wanted;  // of the own vertices, in which slots are counted,
  View<const VertexId> before;       // and for each word of it, how many slots the words before it have
  View<const VertexId> place;        // by slot of the message, among the vertices that are held; empty: the own ones
  View<ChannelCounts> counts;        // zero before
  View<typename Cells::Word> packed;
  View<VertexId> id;           // the slots of pairs; or empty
  View<std::uint32_t> mask;    // or the bitmask, and
  View<std::uint32_t> offset;  // where each tile's values begin
  std::uint64_t first_warp;

  [[nodiscard]] std::uint64_t warps() const {
    if (form == results::MessageForm::kPairs) return tiles_of(wanted.size());
    if (form == results::MessageForm::kBitmask) return tiles_of(mask.size());
    return is_uniform ? 1 : parts_of(slots);
  }
};

// Packs the values of the vertices that are told of side by side: all of them in their order, or those that were
// updated as pairs, or with a bitmask, where the receiver finds them by counting bits (Khorasani 2016, section 2.3.2: a
// warp appends with one atomic operation). All messages of a device at once.
template <class Cells>
struct PackMessages {
  Cells cells;
  MessageTo<Cells> message[kMaxTogether];
  std::uint32_t messages;
  View<const std::uint32_t> updated;       // of the sender's own vertices, as are
  View<const typename Cells::Word> value;  // the values
  VertexId first;                          // of these, among those that the sender holds
  VertexId count;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const MessageTo<Cells>& to = message[message_of(message, messages, warp.global_index())];
    const std::uint64_t part = warp.global_index() - to.first_warp;
    if (to.form == results::MessageForm::kPairs)
      pack_pairs(warp, to, part * kTileWords);
    else if (to.form == results::MessageForm::kBitmask)
      pack_bitmask(warp, to, part * kTileWords);
    else
      pack_everything(warp, to, part * kEntries);
  }

 private:
  // Of the own vertices, the one that has the slot.
  WARPGRAPH_DEVICE std::uint64_t vertex(const MessageTo<Cells>& to, std::uint64_t slot) const {
    return to.place.empty() ? slot : to.place[slot] - first;
  }

  WARPGRAPH_DEVICE void pack_everything(kernel::Warp& warp, const MessageTo<Cells>& to, std::uint64_t begin) const {
    if (to.is_uniform) {
      warp.elect([&] { cells.copy(to.packed, 0, value, vertex(to, 0)); });
      return;
    }
    for (std::uint64_t base = begin; base < begin + kEntries && base < to.slots; base += kernel::Warp::kSize) {
      kernel::PerLane<bool> is_updated{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (base + lane >= to.slots) return;
        const std::uint64_t v = vertex(to, base + lane);
        cells.copy(to.packed, base + lane, value, v);
        if (!to.mask.empty()) is_updated[lane] = test_bit(updated, v);
      });
      if (to.mask.empty()) continue;
      const std::uint32_t word = warp.ballot(is_updated);
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (lane == 0) to.mask[base / 32] = word;
      });
    }
  }

  // A tile of the own vertices.
  WARPGRAPH_DEVICE void pack_pairs(kernel::Warp& warp, const MessageTo<Cells>& to, std::uint64_t base) const {
    kernel::PerLane<std::uint32_t> word{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (base + lane >= to.wanted.size()) return;
      word[lane] = updated[base + lane] & to.wanted[base + lane];
      if (base + lane + 1 == to.wanted.size()) word[lane] &= bits_inside((base + lane) * 32, count);
    });
    pack_bits(
        warp, to, word, [](std::uint32_t) {},
        [&](std::uint64_t v, std::uint32_t at) {
          const std::uint32_t below = to.wanted[v / 32] & (bit_of(v) - 1);
          to.id[at] = to.before[v / 32] + static_cast<VertexId>(count_bits(below)) - to.first_slot;
          return v;
        },
        base);
  }

  // A tile of the slots.
  WARPGRAPH_DEVICE void pack_bitmask(kernel::Warp& warp, const MessageTo<Cells>& to, std::uint64_t base) const {
    kernel::PerLane<std::uint32_t> word{};
    for (std::uint32_t k = 0; k < kTileWords && base + k < to.mask.size(); ++k) {
      kernel::PerLane<bool> is_updated{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        const std::uint64_t slot = (base + k) * 32 + lane;
        if (slot < to.slots) is_updated[lane] = test_bit(updated, vertex(to, slot));
      });
      const std::uint32_t mine = warp.ballot(is_updated);
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (lane != k) return;
        word[lane] = mine;
        to.mask[base + k] = mine;
      });
    }
    const auto put_offset = [&](std::uint32_t begin) {
      if (!to.offset.empty()) warp.elect([&] { to.offset[base / kTileWords] = begin; });
    };
    pack_bits(
        warp, to, word, put_offset, [&](std::uint64_t slot, std::uint32_t) { return vertex(to, slot); }, base);
  }

  // The values of the bits that are set in the words of all lanes, from word `base` on. put_offset(where they begin);
  // name(bit, where its value goes) gives the own vertex.
  template <class PutOffset, class Name>
  WARPGRAPH_DEVICE void pack_bits(kernel::Warp& warp, const MessageTo<Cells>& to,
                                  const kernel::PerLane<std::uint32_t>& word, PutOffset&& put_offset, Name&& name,
                                  std::uint64_t base) const {
    kernel::PerLane<std::uint32_t> bits{};
    warp.relaxed_phase([&](kernel::Lane lane) { bits[lane] = static_cast<std::uint32_t>(count_bits(word[lane])); });
    const auto slots = warp.exclusive_scan(bits, Plus{});
    kernel::PerLane<std::uint32_t> begin{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (lane == 0 && slots.total != 0)
        begin[lane] = static_cast<std::uint32_t>(atomic::fetch_add(to.counts[0].packed, std::uint64_t{slots.total}));
    });
    const std::uint32_t tile = warp.broadcast(begin, 0);
    put_offset(tile);
    if (slots.total == 0 || (to.is_uniform && to.id.empty() && tile != 0)) return;
    for (std::uint32_t k = 0; k < kTileWords; ++k) {
      const std::uint32_t mine = warp.broadcast(word, k);
      if (mine == 0) continue;
      const std::uint32_t next = tile + warp.broadcast(slots.before, k);
      warp.relaxed_phase([&](kernel::Lane lane) {
        if ((mine & bit_of(lane)) == 0) return;
        const std::uint32_t at = next + static_cast<std::uint32_t>(count_bits(mine & (bit_of(lane) - 1)));
        const std::uint64_t v = name((base + k) * 32 + lane, at);
        if (!to.is_uniform || at == 0) cells.copy(to.packed, at, value, v);
      });
    }
  }
};

}  // namespace warpgraph::detail
