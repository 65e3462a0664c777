// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <warpgraph/framework/graph/ids.hpp>

namespace warpgraph {

// How many weakly connected components a graph in host memory has: a serial union-find with path halving (Tarjan and
// van Leeuwen 1984), edge by edge, in almost linear time. For looking at a graph, and as an oracle; it needs one id a
// vertex. `row` holds the offsets, one more than there are vertices; the direction of the edges does not matter.
VertexId count_components(std::span<const EdgeId> row, std::span<const VertexId> column);

}  // namespace warpgraph
