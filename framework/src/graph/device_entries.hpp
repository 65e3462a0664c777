// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>

#include "key_layout.hpp"

namespace warpgraph::building {

// The entries of a list as keys (target, source). If they make both directions, entries 2i and 2i + 1 are those of the
// list's entry i, so that equal keys stay in the order of the list.
struct ListEntries {
  KeyLayout layout;
  View<const VertexId> source;
  View<const VertexId> target;
  bool both = false;
  bool drop_self_loops = false;

  // The number of entries.
  [[nodiscard]] std::uint64_t size() const { return both ? 2 * source.size() : source.size(); }
  // The place of an entry's value.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t value(std::uint64_t i) const { return both ? i / 2 : i; }
  // Whether an entry makes an edge, and its key.
  WARPGRAPH_DEVICE bool key(std::uint64_t i, Key& key) const {
    const bool reversed = both && i % 2 != 0;
    const VertexId s = source[value(i)];
    const VertexId t = target[value(i)];
    key = reversed ? layout.pack(s, t) : layout.pack(t, s);
    return s != t || !(drop_self_loops || reversed);
  }
};

}  // namespace warpgraph::building
