// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/run/result.hpp>

// What devices tell each other of a superstep: which of a sender's vertices were updated, and what is seen of them. A
// message names vertices by their slots (slots.hpp). A tile is what one warp looks at: 32 words of a bitmask.
namespace warpgraph::detail {

inline constexpr std::uint64_t kTileWords = 32;
constexpr std::uint64_t tiles_of(std::uint64_t words) { return (words + kTileWords - 1) / kTileWords; }

struct ChannelCounts {
  std::uint64_t updated;  // and wanted by the receiver
  std::uint64_t wanted;   // of the vertices that the sender owns
  std::uint64_t first;    // slot of these
  std::uint64_t packed;   // values, so far
};

// What one device sends to another, or, where that costs no more, the same to all others.
struct Channel {
  int from = 0;
  int to = results::LinkTraffic::kAllOthers;
  std::vector<int> receivers;
  std::uint64_t wanted = 0;  // of the vertices that the sender holds
};

// How a message is laid out: the values, and behind them
// kPairs: the slots of the values;
// kBitmask: the bitmask of the slots that have a value, and for each tile where its values begin;
// kEverything: all slots have a value; a bitmask of those that were updated, unless all were.
// Where all values are equal a message has it once, and tiles have no offsets.
struct MessageLayout {
  results::MessageForm form = results::MessageForm::kPairs;
  bool is_uniform = false;
  std::uint64_t slots = 0;  // of the order, or of the pairs
  std::uint64_t values = 0;
  std::uint64_t words = 0;
  std::uint64_t tiles = 0;
  std::size_t slots_at = 0;  // or the bitmask
  std::size_t offsets_at = 0;
  std::size_t bytes = 0;

  static constexpr std::size_t kAlign = 16;
  static constexpr std::size_t aligned(std::size_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

  static MessageLayout pairs(std::uint64_t updated, std::size_t value_size, bool is_uniform = false) {
    MessageLayout layout{results::MessageForm::kPairs, is_uniform, updated, is_uniform ? 1 : updated};
    layout.slots_at = aligned(layout.values * value_size);
    layout.bytes = layout.slots_at + updated * sizeof(VertexId);
    return layout;
  }
  static MessageLayout bitmask(std::uint64_t updated, std::size_t value_size, std::uint64_t slots,
                               bool is_uniform = false) {
    const std::uint64_t words = (slots + 31) / 32;
    MessageLayout layout{results::MessageForm::kBitmask, is_uniform, slots,
                         is_uniform ? 1 : updated,       words,      is_uniform ? 0 : tiles_of(words)};
    layout.slots_at = aligned(layout.values * value_size);
    layout.offsets_at = aligned(layout.slots_at + words * sizeof(std::uint32_t));
    layout.bytes = layout.offsets_at + layout.tiles * sizeof(std::uint32_t);
    return layout;
  }
  static MessageLayout everything(std::uint64_t updated, std::size_t value_size, std::uint64_t slots,
                                  bool is_uniform = false) {
    MessageLayout layout{results::MessageForm::kEverything, is_uniform, slots, is_uniform ? 1 : slots};
    if (updated != slots) layout.words = (slots + 31) / 32;
    layout.slots_at = layout.words == 0 ? layout.values * value_size : aligned(layout.values * value_size);
    layout.bytes = layout.slots_at + layout.words * sizeof(std::uint32_t);
    return layout;
  }

  // What costs least of the forms that tell of these vertices alone; nothing if there are none.
  static MessageLayout cheapest(std::uint64_t updated, std::size_t value_size, std::uint64_t slots, bool is_uniform) {
    if (updated == 0) return {};
    const MessageLayout all = everything(updated, value_size, slots, is_uniform);
    if (updated == slots) return all;
    const MessageLayout some =
        std::min(pairs(updated, value_size, is_uniform), bitmask(updated, value_size, slots, is_uniform), is_smaller);
    // One value for all is no value of those that were not updated.
    return is_uniform ? some : std::min(some, all, is_smaller);
  }
  // The most that any of them takes.
  static std::size_t max_bytes(std::size_t value_size, std::uint64_t slots) {
    return std::max(bitmask(slots, value_size, slots).bytes, everything(0, value_size, slots).bytes) + kAlign;
  }

 private:
  static bool is_smaller(const MessageLayout& a, const MessageLayout& b) { return a.bytes < b.bytes; }
};

}  // namespace warpgraph::detail
