// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <warpgraph/framework/sweep/bitmask.hpp>

#include "thresholds.hpp"

namespace warpgraph::algorithms::triangles {

// The core: the vertices of the highest ranks, among which most look-ups happen on skewed graphs. The edges between
// them are a triangle of bits: the row of rank r has the ranks up to r, in whole words. Before it lies a row of zeros
// and behind it room for one, so that lanes read without asking whether they should.
struct CoreBits {
  static constexpr std::uint32_t kZeros = 0;  // where the row of zeros begins

  View<const std::uint32_t> bits;
  VertexId size = 0;

  // At most kMaxCore, and so many that the bits take at most kCoreBytes for each kept edge.
  static VertexId size_for(VertexId vertices, EdgeId kept) {
    const double side = std::sqrt(static_cast<double>(16 * kCoreBytes * kept));
    return static_cast<VertexId>(std::min({std::uint64_t{vertices}, kMaxCore, static_cast<std::uint64_t>(side)}));
  }
  static std::uint64_t words(VertexId size) { return start((size + 31) / 32 * 32, size) + row_words(size); }

  // The word with which the row of a rank begins.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t start(VertexId rank) const { return start(rank, size); }

 private:
  WARPGRAPH_DEVICE static std::uint32_t row_words(VertexId size) { return size / 32 + 1; }
  WARPGRAPH_DEVICE static std::uint32_t start(VertexId rank, VertexId size) {
    const std::uint32_t group = rank / 32;
    return row_words(size) + 16 * group * (group + 1) + rank % 32 * (group + 1);
  }
};

// A warp for each vertex of the core.
struct MarkCore {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const VertexId> by_rank;
  CoreBits core;
  View<std::uint32_t> bits;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const VertexId rank = warp.global_index();
    const VertexId v = by_rank[rank];
    const EdgeId end = row[std::uint64_t{v} + 1];
    const std::uint32_t start = core.start(rank);
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (EdgeId e = row[v] + lane; e < end; e += kernel::Warp::kSize)
        atomic::fetch_or(bits[start + column[e] / 32], sweep::bit_of(column[e]));
    });
  }
};

}  // namespace warpgraph::algorithms::triangles
