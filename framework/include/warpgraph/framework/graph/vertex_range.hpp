// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph {

// The vertices [first, last).
struct VertexRange {
  VertexId first = 0;
  VertexId last = 0;

  [[nodiscard]] VertexId size() const { return last - first; }
  [[nodiscard]] bool empty() const { return first == last; }
  [[nodiscard]] bool contains(VertexRange other) const { return first <= other.first && other.last <= last; }
  // From the first vertex of either to the last one; an empty range adds none.
  [[nodiscard]] VertexRange joined_with(VertexRange other) const {
    if (other.empty()) return *this;
    if (empty()) return other;
    return {std::min(first, other.first), std::max(last, other.last)};
  }
  bool operator==(const VertexRange&) const = default;
};

}  // namespace warpgraph
