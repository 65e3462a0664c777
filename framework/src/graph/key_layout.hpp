// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::building {

using Key = std::uint64_t;

// An edge as one number, row above column, in no more bits than the vertex count needs: fewer bits
// are fewer passes of a radix sort.
struct KeyLayout {
  int id_bits = 0;

  KeyLayout() = default;
  explicit KeyLayout(VertexId vertex_count) : id_bits(vertex_count == 0 ? 0 : std::bit_width(vertex_count - 1)) {}

  [[nodiscard]] int bits() const { return 2 * id_bits; }
  [[nodiscard]] WARPGRAPH_DEVICE Key pack(VertexId row, VertexId column) const { return Key{row} << id_bits | column; }
  [[nodiscard]] WARPGRAPH_DEVICE VertexId row(Key key) const { return static_cast<VertexId>(key >> id_bits); }
  [[nodiscard]] WARPGRAPH_DEVICE VertexId column(Key key) const {
    return static_cast<VertexId>(key & ((Key{1} << id_bits) - 1));
  }
};

}  // namespace warpgraph::building
