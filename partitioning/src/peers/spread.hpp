// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "../level/level_graph.hpp"

namespace warpgraph::partitioning {

// A range for each of `count` devices, with about as many vertices and entries together. `row` ascends.
[[nodiscard]] std::vector<VertexRange> equal_ranges(std::span<const EdgeId> row, std::size_t count);

// The rows of a range among empty rows of all other vertices. Waits for the stream.
[[nodiscard]] Buffer<EdgeId> rows_of_range(StreamRef stream, std::span<const EdgeId> row, VertexRange range);

}  // namespace warpgraph::partitioning
