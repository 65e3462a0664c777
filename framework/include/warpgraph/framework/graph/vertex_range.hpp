// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/ids.hpp>

namespace warpgraph {

// The vertices [first, last).
struct VertexRange {
  VertexId first = 0;
  VertexId last = 0;

  [[nodiscard]] VertexId size() const { return last - first; }
  [[nodiscard]] bool empty() const { return first == last; }
  [[nodiscard]] bool contains(VertexRange other) const { return first <= other.first && other.last <= last; }
  bool operator==(const VertexRange&) const = default;
};

}  // namespace warpgraph
