// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/ids.hpp>

// The numbers that were found by measuring: for an H200, by catalogue_benchmark (rows triangles/* and
// triangles-of-vertices/*).
namespace warpgraph::algorithms::triangles {

// Edges of the longest row. Up to these, rows are merged as they are: to rank vertices takes longer than to count.
inline constexpr EdgeId kLongestMerged = 64;
// Vertices. Among so many of the highest rank, an edge is a bit of a matrix; 2^17 of them take 1 GiB. With 2^16,
// kron:24 takes 1.3 times as long.
inline constexpr std::uint64_t kMaxCore = std::uint64_t{1} << 17;
// Bytes of that matrix for each kept edge, at most: with 4, kron:21 takes 1.07 times as long, with 32 it gains nothing.
inline constexpr std::uint64_t kCoreBytes = 8;
// Edges that are sorted together: so many that launches do not count, but keys take no more memory than need be.
inline constexpr EdgeId kMinSorted = EdgeId{1} << 16;
inline constexpr EdgeId kMaxSorted = EdgeId{1} << 24;

}  // namespace warpgraph::algorithms::triangles
