// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/graph/ids.hpp>

// The numbers that were found by measuring: for an H200, by algorithms_structure_benchmark (rows triangles/* and
// triangles-of-vertices/*).
namespace warpgraph::triangles {

// Edges of the longest row. Up to these, rows are merged as they are: to rank vertices takes longer than to count.
inline constexpr EdgeId kLongestMerged = 64;
// Vertices. Among so many of the highest rank, an edge is a bit of a matrix; 2^16 of them take 256 MiB.
inline constexpr std::uint64_t kMaxCore = std::uint64_t{1} << 16;
// Bytes of that matrix, for each edge of the graph.
inline constexpr std::uint64_t kCoreBytes = 4;
// Edges that are sorted together: so many that launches do not count, and no more than 32 MiB of keys, which stay in
// the last cache.
inline constexpr EdgeId kLeastSorted = EdgeId{1} << 16;
inline constexpr EdgeId kMostSorted = EdgeId{1} << 22;

}  // namespace warpgraph::triangles
