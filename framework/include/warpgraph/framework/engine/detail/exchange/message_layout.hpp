// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/graph/ids.hpp>

// What devices tell each other of a superstep: which of a sender's vertices were updated, and what is seen of them. A
// tile is what one warp looks at: 32 words of a bitmask.
namespace warpgraph::detail {

inline constexpr std::uint64_t kTileWords = 32;
constexpr std::uint64_t tiles_of(std::uint64_t words) { return (words + kTileWords - 1) / kTileWords; }

struct ChannelCounts {
  std::uint64_t updated;  // and wanted by the receiver
  std::uint64_t wanted;
  std::uint64_t packed;  // values, so far
};

// What one device sends to another, or, where that costs no more, the same to all others.
struct Channel {
  int from = 0;
  int to = LinkTraffic::kAllOthers;
  std::vector<int> receivers;
};

// How a message is laid out: the values, then their vertices, or the bitmask of those that were updated and, for each
// tile, where its values begin. Where all values are equal it has one, and tiles have no offsets.
struct MessageLayout {
  bool is_dense = false;
  bool is_uniform = false;
  std::uint64_t vertices = 0;
  std::uint64_t values = 0;
  std::uint64_t words = 0;
  std::uint64_t tiles = 0;
  std::size_t ids_at = 0;  // or the bitmask
  std::size_t offsets_at = 0;
  std::size_t bytes = 0;

  static constexpr std::size_t kAlign = 16;
  static constexpr std::size_t aligned(std::size_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

  static MessageLayout list(std::uint64_t vertices, std::size_t value_size, bool is_uniform = false) {
    MessageLayout layout{false, is_uniform, vertices, is_uniform ? 1 : vertices};
    layout.ids_at = aligned(layout.values * value_size);
    layout.bytes = layout.ids_at + vertices * sizeof(VertexId);
    return layout;
  }
  static MessageLayout dense(std::uint64_t vertices, std::size_t value_size, std::uint64_t words,
                             bool is_uniform = false) {
    MessageLayout layout{
        true, is_uniform, vertices, is_uniform ? 1 : vertices, words, is_uniform ? 0 : tiles_of(words)};
    layout.ids_at = aligned(layout.values * value_size);
    layout.offsets_at = aligned(layout.ids_at + words * sizeof(std::uint32_t));
    layout.bytes = layout.offsets_at + layout.tiles * sizeof(std::uint32_t);
    return layout;
  }
};

}  // namespace warpgraph::detail
