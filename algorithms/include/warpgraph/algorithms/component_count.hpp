// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::algorithms {

// How many weakly connected components a graph in host memory has, by serial_components (serial.hpp): for looking at a
// graph. `row` holds the offsets, one more than there are vertices; the direction of the edges does not matter. Almost
// linear, on the caller's thread. Allocates 4 bytes a vertex.
VertexId count_components(std::span<const EdgeId> row, std::span<const VertexId> column);

}  // namespace warpgraph::algorithms
