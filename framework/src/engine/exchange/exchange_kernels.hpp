// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// What the kernels of an exchange share, and the one that counts.
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

// Bytes of another rank's memory, as the hub's parcels name them.
inline View<std::byte> elsewhere(std::size_t bytes) { return {nullptr, bytes}; }

// Channels, or messages, that one launch deals with.
inline constexpr std::uint32_t kMaxTogether = 8;

// As many warps for each channel.
struct CountChannels {
  View<const std::uint32_t> updated;
  View<const std::uint32_t> wanted[kMaxTogether];
  View<const VertexId> before[kMaxTogether];
  std::uint32_t warps_each;
  View<ChannelCounts> counts;  // zero before

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint32_t channel = warp.global_index() / warps_each;
    const View<const std::uint32_t>& asked = wanted[channel];
    kernel::PerLane<std::uint64_t> both{};
    kernel::PerLane<std::uint64_t> all{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t first = std::uint64_t{warp.global_index() % warps_each} * kernel::Warp::kSize + lane;
      for (std::uint64_t word = first; word < updated.size(); word += std::uint64_t{warps_each} * kernel::Warp::kSize) {
        both[lane] += static_cast<std::uint64_t>(count_bits(updated[word] & asked[word]));
        all[lane] += static_cast<std::uint64_t>(count_bits(asked[word]));
      }
    });
    const std::uint64_t both_sum = warp.reduce(both, Plus{});
    const std::uint64_t all_sum = warp.reduce(all, Plus{});
    warp.elect([&] {
      if (both_sum != 0) atomic::fetch_add(counts[channel].updated, both_sum);
      if (all_sum != 0) atomic::fetch_add(counts[channel].wanted, all_sum);
      if (warp.global_index() % warps_each == 0) counts[channel].first = before[channel][0];
    });
  }
};

// Slots that a warp looks at where all have a value, and pairs.
inline constexpr std::uint64_t kEntries = 4 * kernel::Warp::kSize;
constexpr std::uint64_t parts_of(std::uint64_t entries) { return (entries + kEntries - 1) / kEntries; }

// The message that a warp works on: message[m] is that of the warps from its `first_warp` on.
template <class Message>
WARPGRAPH_DEVICE std::uint32_t message_of(const Message (&message)[kMaxTogether], std::uint32_t messages,
                                          std::uint64_t warp) {
  std::uint32_t m = 0;
  while (m + 1 < messages && message[m + 1].first_warp <= warp) ++m;
  return m;
}

}  // namespace warpgraph::detail
