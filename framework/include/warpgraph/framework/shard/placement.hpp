// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/framework/graph/vertex_range.hpp>

namespace warpgraph::shards {

// Borders between devices lie between sections, of this number of vertices each: whole words of the bitmasks.
inline constexpr VertexId kSection = 128;

}  // namespace warpgraph::shards

namespace warpgraph {

// Which vertices each device evaluates (`own`), and of which it has the edges (`held`). The own ranges follow each
// other and cover all vertices; borders are multiples of kSection, but for the end of the graph. A device holds what it
// owns; where devices hold more than that, a run may move the borders (permissive partitioning, Khorasani 2016, section
// 3.3).
struct Placement {
  std::vector<VertexRange> own;
  std::vector<VertexRange> held;

  [[nodiscard]] int device_count() const { return static_cast<int>(own.size()); }
  [[nodiscard]] bool is_permissive() const { return own != held; }
};

}  // namespace warpgraph

namespace warpgraph::shards {

// Throws UsageError if it is none for a graph of `vertex_count` vertices and this number of devices. Costs nothing.
void check_placement(const Placement& placement, VertexId vertex_count, int devices);

}  // namespace warpgraph::shards
