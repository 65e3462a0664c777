// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph {

// The vertices of which a device keeps values: all (Khorasani 2016, section 2.3), or those that it holds and those
// that it reads, where memory does not allow more.
enum class Copies : std::uint8_t { kAll, kRead };
std::string_view to_string(Copies copies);  // "all", "read"
std::optional<Copies> parse_copies(std::string_view text);

}  // namespace warpgraph

namespace warpgraph::shards {

// The index at which a device's arrays have a vertex: its local id. With copies of all, it is the vertex's id. With
// copies of what it reads, the vertices that it holds come first, and behind them, from a multiple of 32 on, those that
// it only reads; both by their ids.
struct LocalIds {
  VertexId count = 0;
  VertexId first = 0;              // the vertex whose local id is 0
  VertexId held = 0;               // how many are held; of kRead
  View<const std::uint32_t> read;  // a bitmask over all vertices of those that are read and not held; of kAll empty
  View<const VertexId> before;     // for each word of it, how many bits the words before it have
  View<const VertexId> id;         // by local id; of kAll empty

  [[nodiscard]] WARPGRAPH_DEVICE bool are_ids() const { return read.empty(); }
  [[nodiscard]] WARPGRAPH_DEVICE bool has(VertexId v) const {
    return are_ids() || v - first < held || detail::test_bit(read, v);
  }
  // The local id of a vertex that has one.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId of(VertexId v) const {
    if (are_ids()) return v;
    if (v - first < held) return v - first;
    const auto inside = static_cast<VertexId>(detail::count_bits(read[v / 32] & (detail::bit_of(v) - 1)));
    return first_read(held) + before[v / 32] + inside;
  }
  // The vertex that has it; kNoVertex between those that are held and those that are only read.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertex(VertexId local) const { return are_ids() ? local : id[local]; }
  // The local id of the first that is only read: words of bitmasks have bits of the one kind or of the other.
  [[nodiscard]] WARPGRAPH_DEVICE static constexpr VertexId first_read(VertexId held) { return (held + 31) / 32 * 32; }
};

}  // namespace warpgraph::shards
