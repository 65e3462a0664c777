// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <warpgraph/framework/graph/ids.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>

namespace warpgraph {

// Cuts the vertices of a graph into `parts` contiguous ranges with about equal numbers of edges, the placement that
// vertex-centric work wants: its time is the gathers along the edges (Khorasani 2016, section 2.3). `row` holds the
// offsets of the rows, one more than there are vertices. A border lies at the row that is nearest to its fair place, so
// a range misses its share by at most the longest row; a hub, or more parts than vertices, leaves ranges empty. Costs a
// binary search a border.
std::vector<VertexRange> edge_balanced_ranges(std::span<const EdgeId> row, int parts);

}  // namespace warpgraph
