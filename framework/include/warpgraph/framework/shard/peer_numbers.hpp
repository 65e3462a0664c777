// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::shards {

// How a rank numbers the vertices that a device holds. Messages name a vertex by its place among them, because each
// rank may have another number for it.
struct PeerNumbers {
  VertexId first = 0;               // the lowest number
  View<const std::uint32_t> known;  // a bitmask over the places: those that the rank has a number for; empty: all
  View<const VertexId> before;      // for each word of it, how many bits the words before it have

  [[nodiscard]] WARPGRAPH_DEVICE bool are_all() const { return known.empty(); }
  [[nodiscard]] WARPGRAPH_DEVICE bool has(VertexId place) const { return are_all() || detail::test_bit(known, place); }
  // The number of a place that has one.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId of(VertexId place) const {
    if (are_all()) return first + place;
    const std::uint32_t below = known[place / 32] & (detail::bit_of(place) - 1);
    return first + before[place / 32] + static_cast<VertexId>(detail::count_bits(below));
  }
};

}  // namespace warpgraph::shards
