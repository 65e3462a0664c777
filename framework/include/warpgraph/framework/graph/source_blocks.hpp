// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/graph/row_lengths.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::rows {

// The edges from a range of the sources, as rows of all vertices.
struct SourceBlock {
  Buffer<EdgeId> row;
  Buffer<VertexId> column;  // a vertex's neighbours are in the order in which the graph has them
  RowLengths lengths;
};

// A second copy of a graph's incoming edges, cut by the vertices that they come from into as many equal ranges as there
// are blocks. What is known of one range fits into a cache where that of all vertices does not, so a pull that takes
// block after block waits less for what it gathers.
using SourceBlocks = std::vector<SourceBlock>;

// `sources`: how many vertices are numbered in `column`, which on one of several devices are more than the rows. Reads
// the edges twice for each block. Waits for the stream. Allocates source_blocks_bytes of the device's memory. Throws
// OutOfMemory.
[[nodiscard]] SourceBlocks cut_by_source(StreamRef stream, View<const EdgeId> row, View<const VertexId> column,
                                         std::size_t sources, std::uint32_t blocks);
// What that takes, the blocks themselves and what is freed when they are there.
[[nodiscard]] std::size_t source_blocks_bytes(std::size_t rows, std::size_t edges, std::uint32_t blocks);

// Whether about as many edges come from each range of the sources. `found`: of a sample, from each range. The heaviest
// range may have 1.4 times the mean. In order of degree, it has 1.2 to 1.3 times the mean on uniform graphs, which gain
// by blocks, and 1.6 times and more on R-MAT graphs, whose heavy vertices fit the cache together.
[[nodiscard]] bool are_even(std::span<const std::size_t> found);
// The same of a sample of 16,384 of a graph's edges at most, for `blocks` ranges. Waits for the stream.
[[nodiscard]] bool has_even_sources(StreamRef stream, View<const VertexId> column, std::size_t sources,
                                    std::uint32_t blocks);

}  // namespace warpgraph::rows
