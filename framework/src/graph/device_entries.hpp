// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/kernel/search.hpp>

#include "key_layout.hpp"

// Where the keys of device_rows.hpp come from. Each has
//   size()           the number of entries
//   key(i, key)      whether entry i makes an edge, and its key
//   value(i)         the place of the edge's value
namespace warpgraph::building {

// The entries of a list as keys (target, source). If they make both directions, entries 2i and 2i + 1 are those of the
// list's entry i, so that equal keys stay in the order of the list.
struct ListEntries {
  KeyLayout layout;
  View<const VertexId> source;
  View<const VertexId> target;
  bool both = false;
  bool drop_self_loops = false;

  [[nodiscard]] std::uint64_t size() const { return both ? 2 * source.size() : source.size(); }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t value(std::uint64_t i) const { return both ? i / 2 : i; }
  WARPGRAPH_DEVICE bool key(std::uint64_t i, Key& key) const {
    const bool reversed = both && i % 2 != 0;
    const VertexId s = source[value(i)];
    const VertexId t = target[value(i)];
    key = reversed ? layout.pack(s, t) : layout.pack(t, s);
    return s != t || !(drop_self_loops || reversed);
  }
};

// The edges of rows in the other direction, as keys (column, row).
struct TransposedEntries {
  KeyLayout layout;
  View<const EdgeId> row;
  View<const VertexId> column;

  [[nodiscard]] std::uint64_t size() const { return column.size(); }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t value(std::uint64_t e) const { return e; }
  WARPGRAPH_DEVICE bool key(std::uint64_t e, Key& key) const {
    key = layout.pack(column[e], static_cast<VertexId>(upper_bound(row, e) - 1));
    return true;
  }
};

// The edges of rows with other numbers for the vertices, as keys (row, column).
struct RelabelledEntries {
  KeyLayout layout;
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const VertexId> number;

  [[nodiscard]] std::uint64_t size() const { return column.size(); }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t value(std::uint64_t e) const { return e; }
  WARPGRAPH_DEVICE bool key(std::uint64_t e, Key& key) const {
    key = layout.pack(number[upper_bound(row, e) - 1], number[column[e]]);
    return true;
  }
};

}  // namespace warpgraph::building
