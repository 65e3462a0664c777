// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph {

// A vertex of a graph that is spread over ranks, which together may have more vertices than a VertexId can number.
using GlobalId = std::uint64_t;

inline constexpr GlobalId kNoGlobalId = ~GlobalId{0};

}  // namespace warpgraph

namespace warpgraph::ranks {

// The vertices [first, last).
struct GlobalRange {
  GlobalId first = 0;
  GlobalId last = 0;

  [[nodiscard]] std::uint64_t size() const { return last - first; }
  [[nodiscard]] bool empty() const { return first == last; }
  [[nodiscard]] bool contains(GlobalId id) const { return first <= id && id < last; }
  bool operator==(const GlobalRange&) const = default;
};

}  // namespace warpgraph::ranks
