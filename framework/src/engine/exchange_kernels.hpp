// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/graph/ids.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/framework/shard/peer_numbers.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

namespace warpgraph::detail {

// Values as messages carry them: by their size, whatever they mean, so that no program compiles these kernels anew.
template <std::size_t kBytes>
struct alignas(kBytes) Bits {
  unsigned char bytes[kBytes];
};

// A value is one word, or `each` words.
template <class W>
struct OneWord {
  using Word = W;

  WARPGRAPH_DEVICE void copy(View<W> to, std::uint64_t i, View<const W> from, std::uint64_t j) const {
    to[i] = from[j];
  }
};
template <class W>
struct SeveralWords {
  using Word = W;
  std::uint32_t each;

  WARPGRAPH_DEVICE void copy(View<W> to, std::uint64_t i, View<const W> from, std::uint64_t j) const {
    for (std::uint32_t k = 0; k < each; ++k) to[i * each + k] = from[j * each + k];
  }
};
// act(cells) with the widest words of which such a value is made.
template <class Act>
void with_cells(std::size_t value_bytes, Act&& act) {
  const auto each = [&](std::size_t word) { return static_cast<std::uint32_t>(value_bytes / word); };
  switch (value_bytes) {
    case 4:
      return act(OneWord<Bits<4>>{});
    case 8:
      return act(OneWord<Bits<8>>{});
    case 16:
      return act(OneWord<Bits<16>>{});
    default:
      if (value_bytes % 4 == 0)
        act(SeveralWords<Bits<4>>{each(4)});
      else
        act(SeveralWords<Bits<1>>{each(1)});
  }
}

// The bits of two masks together. An empty view is a mask in which all bits are set.
struct BothMasks {
  View<const std::uint32_t> a;
  View<const std::uint32_t> b;

  WARPGRAPH_DEVICE std::uint32_t operator[](std::uint64_t word) const {
    return (a.empty() ? 0xffffffffu : a[word]) & (b.empty() ? 0xffffffffu : b[word]);
  }
};

// Channels, or messages, that one launch deals with.
inline constexpr std::uint32_t kMaxTogether = 8;

// As many warps for each channel.
struct CountChannels {
  View<const std::uint32_t> updated;
  View<const std::uint32_t> wanted[kMaxTogether];
  std::uint32_t warps_each;
  View<ChannelCounts> counts;  // zero before

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint32_t channel = warp.global_index() / warps_each;
    const View<const std::uint32_t>& asked = wanted[channel];
    PerLane<std::uint64_t> both{};
    PerLane<std::uint64_t> all{};
    warp.relaxed_phase([&](Lane lane) {
      const std::uint64_t first = std::uint64_t{warp.global_index() % warps_each} * Warp::kSize + lane;
      for (std::uint64_t word = first; word < updated.size(); word += std::uint64_t{warps_each} * Warp::kSize) {
        both[lane] += static_cast<std::uint64_t>(count_bits(updated[word] & asked[word]));
        all[lane] += static_cast<std::uint64_t>(count_bits(asked[word]));
      }
    });
    const std::uint64_t both_sum = warp.reduce(both, Plus{});
    const std::uint64_t all_sum = warp.reduce(all, Plus{});
    warp.elect([&] {
      if (both_sum != 0) atomic::fetch_add(counts[channel].updated, both_sum);
      if (all_sum != 0) atomic::fetch_add(counts[channel].wanted, all_sum);
    });
  }
};

// Where a message is written to, in the sender's memory or in the receiver's.
template <class Cells>
struct MessageTo {
  BothMasks selected;          // the vertices whose values travel
  BothMasks outgoing;          // the bitmask that goes with them
  View<ChannelCounts> counts;  // zero before
  View<typename Cells::Word> packed;
  bool is_uniform;             // one value is that of all
  View<VertexId> id;           // the list's; or empty
  View<std::uint32_t> mask;    // or the bitmask, and
  View<std::uint32_t> offset;  // where each tile's values begin
};

// Packs the values of the vertices that are selected side by side: as a list of pairs, or with a bitmask, where the
// receiver finds them by counting bits (Khorasani 2016, section 2.3.2: a warp appends with one atomic operation). All
// messages of a device at once, a warp for each tile of each.
template <class Cells>
struct PackMessages {
  Cells cells;
  MessageTo<Cells> message[kMaxTogether];
  View<const typename Cells::Word> value;  // of the sender's own vertices
  VertexId first;                          // of these, among those that the sender holds
  VertexId count;
  std::uint64_t words;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const auto tiles = static_cast<std::uint32_t>(tiles_of(words));
    pack(warp, message[warp.global_index() / tiles], warp.global_index() % tiles);
  }

 private:
  WARPGRAPH_DEVICE void pack(Warp& warp, const MessageTo<Cells>& to, std::uint32_t tile_index) const {
    const std::uint64_t base = std::uint64_t{tile_index} * kTileWords;
    PerLane<std::uint32_t> word{};
    PerLane<std::uint32_t> bits{};
    warp.relaxed_phase([&](Lane lane) {
      if (base + lane >= words) return;
      if (!to.mask.empty()) to.mask[base + lane] = to.outgoing[base + lane];
      word[lane] = to.selected[base + lane];
      if (base + lane + 1 == words && count % 32 != 0) word[lane] &= (std::uint32_t{1} << (count % 32)) - 1;
      bits[lane] = static_cast<std::uint32_t>(count_bits(word[lane]));
    });
    const auto slots = warp.exclusive_scan(bits, Plus{});
    PerLane<std::uint32_t> begin{};
    warp.relaxed_phase([&](Lane lane) {
      if (lane == 0 && slots.total != 0)
        begin[lane] = static_cast<std::uint32_t>(atomic::fetch_add(to.counts[0].packed, std::uint64_t{slots.total}));
    });
    const std::uint32_t tile = warp.broadcast(begin, 0);
    if (!to.offset.empty()) warp.elect([&] { to.offset[tile_index] = tile; });
    if (slots.total == 0 || (to.is_uniform && to.id.empty() && tile != 0)) return;
    for (std::uint32_t k = 0; k < kTileWords; ++k) {
      const std::uint32_t mine = warp.broadcast(word, k);
      if (mine == 0) continue;
      const std::uint32_t next = tile + warp.broadcast(slots.before, k);
      warp.relaxed_phase([&](Lane lane) {
        if ((mine & bit_of(lane)) == 0) return;
        const std::uint64_t v = (base + k) * 32 + lane;
        const std::uint32_t at = next + static_cast<std::uint32_t>(count_bits(mine & (bit_of(lane) - 1)));
        if (!to.is_uniform || at == 0) cells.copy(to.packed, at, value, v);
        if (!to.id.empty()) to.id[at] = static_cast<VertexId>(first + v);
      });
    }
  }
};

// A message as its receiver finds it.
template <class Cells>
struct MessageFrom {
  View<const typename Cells::Word> packed;
  bool is_uniform;                    // one value is that of all
  View<const VertexId> id;            // the list's; or empty, and
  BothMasks packed_for;               // the vertices whose values were packed
  View<const std::uint32_t> updated;  // the bitmask that came with them
  View<const std::uint32_t> offset;
  PeerNumbers sender;  // of its vertices, which a list names by their places
  VertexId first;      // the place of the bitmask's first vertex
  std::uint64_t first_warp;
};

// Puts what came with all messages into the receiver's values and frontier.
template <class Cells>
struct TakeMessages {
  static constexpr std::uint64_t kEntries = 4 * Warp::kSize;  // of a list, for a warp

  Cells cells;
  MessageFrom<Cells> message[kMaxTogether];
  std::uint32_t messages;
  bool takes_all;  // that were packed; else those that were updated
  LocalIds local_ids;
  View<typename Cells::Word> value;  // by local id
  View<std::uint32_t> frontier;      // the same

  [[nodiscard]] static std::uint64_t warps(std::uint64_t list_entries, std::uint64_t words) {
    return (list_entries + kEntries - 1) / kEntries + tiles_of(words);
  }

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    std::uint32_t m = 0;
    while (m + 1 < messages && message[m + 1].first_warp <= warp.global_index()) ++m;
    const std::uint64_t tile = warp.global_index() - message[m].first_warp;
    if (message[m].id.empty())
      take_tile(warp, message[m], tile);
    else
      take_list(warp, message[m], tile * kEntries);
  }

 private:
  WARPGRAPH_DEVICE void take_list(Warp& warp, const MessageFrom<Cells>& from, std::uint64_t begin) const {
    warp.relaxed_phase([&](Lane lane) {
      for (std::uint64_t i = begin + lane; i < begin + kEntries && i < from.id.size(); i += Warp::kSize) {
        if (!has(from, from.id[i])) continue;  // what is sent to several is not for each of them
        const VertexId local = local_ids.of(from.sender.of(from.id[i]));
        cells.copy(value, local, from.packed, from.is_uniform ? 0 : i);
        atomic::fetch_or(frontier[local / 32], bit_of(local));
      }
    });
  }

  WARPGRAPH_DEVICE bool has(const MessageFrom<Cells>& from, VertexId place) const {
    return from.sender.has(place) && local_ids.has(from.sender.of(place));
  }

  WARPGRAPH_DEVICE void take_tile(Warp& warp, const MessageFrom<Cells>& from, std::uint64_t tile_index) const {
    const std::uint64_t base = tile_index * kTileWords;
    const bool takes_words = local_ids.are_ids() && from.sender.are_all();
    PerLane<std::uint32_t> word{};
    PerLane<std::uint32_t> news{};
    PerLane<std::uint32_t> bits{};
    warp.relaxed_phase([&](Lane lane) {
      if (base + lane >= from.updated.size()) return;
      word[lane] = from.packed_for[base + lane];
      news[lane] = from.updated[base + lane];
      bits[lane] = static_cast<std::uint32_t>(count_bits(word[lane]));
      if (news[lane] != 0 && takes_words) frontier[(from.sender.first + from.first) / 32 + base + lane] = news[lane];
    });
    const auto slots = warp.exclusive_scan(bits, Plus{});
    if (warp.reduce(takes_all ? word : news, Or{}) == 0) return;
    const std::uint32_t tile = from.is_uniform ? 0 : from.offset[tile_index];
    for (std::uint32_t k = 0; k < kTileWords; ++k) {
      const std::uint32_t mine = warp.broadcast(word, k);
      const std::uint32_t fresh = warp.broadcast(news, k);
      const std::uint32_t wanted = takes_all ? mine : fresh;
      if (wanted == 0) continue;
      const std::uint32_t next = tile + warp.broadcast(slots.before, k);
      warp.relaxed_phase([&](Lane lane) {
        const auto place = static_cast<VertexId>(from.first + (base + k) * 32 + lane);
        if ((wanted & bit_of(lane)) == 0 || !has(from, place)) return;
        const VertexId to = local_ids.of(from.sender.of(place));
        const auto inside = static_cast<std::uint32_t>(count_bits(mine & (bit_of(lane) - 1)));
        cells.copy(value, to, from.packed, from.is_uniform ? 0 : next + inside);
        if (!takes_words && (fresh & bit_of(lane)) != 0) atomic::fetch_or(frontier[to / 32], bit_of(to));
      });
    }
  }
};

}  // namespace warpgraph::detail
