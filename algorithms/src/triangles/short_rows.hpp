// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/framework/parallel/row_pieces.hpp>
#include <warpgraph/framework/parallel/sweep.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "thresholds.hpp"
#include "totals.hpp"

// Counting on graphs of short rows: they are merged as they are.
namespace warpgraph::triangles {

struct FindLongestRow {
  View<const EdgeId> row;
  View<EdgeId> longest;
  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    PerLane<EdgeId> length{};
    warp.relaxed_phase([&](Lane lane) {
      for (std::uint64_t v = first_in_sweep(warp, lane); v + 1 < row.size(); v += sweep_stride(warp))
        length[lane] = Max{}(length[lane], row[v + 1] - row[v]);
    });
    const EdgeId most = warp.reduce(length, Max{});
    warp.elect([&] { atomic::fetch_max(longest[0], most); });
  }
};

// Waits for the stream.
inline EdgeId longest_row(StreamRef stream, View<const EdgeId> row) {
  Buffer<EdgeId> longest(stream, 1, "triangles longest row");
  fill(stream, longest, 0);
  launch(stream, sweep_warps(stream, row.size() - 1), FindLongestRow{row, longest});
  return to_host(stream, longest).front();
}

// A triangle is found at its highest vertex a, along the edge to its second b: a's neighbours below b are those before
// that edge in a's row, and merging them with the front of b's row finds the third. Lanes take equal shares of the
// edges of 32 rows.
template <bool kOfVertices>
struct MergeRows {
  AdjacencyView<NoValue> edges;
  Totals totals;
  View<std::uint64_t> of_vertices;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t vertices = edges.row.size() - 1;
    PerLane<EdgeId> first;
    PerLane<EdgeId> last;
    PerLane<VertexId> vertex;
    warp.relaxed_phase([&](Lane lane) {
      const std::uint64_t v = std::uint64_t{warp.global_index()} * Warp::kSize + lane;
      vertex[lane] = static_cast<VertexId>(v);
      first[lane] = edges.row[Min{}(v, vertices)];
      last[lane] = edges.row[Min{}(v + 1, vertices)];
    });
    const auto sum = warp.engage(
        Scanned{}, first, last, PerLane<std::uint32_t>{},
        [&](EdgeId e, VertexId a, EdgeId begin) { return at_edge(e, a, begin); }, Plus{}, vertex, first);
    PerLane<std::uint32_t> found;
    PerLane<std::uint32_t> wedges;
    warp.relaxed_phase([&](Lane lane) {
      const std::uint32_t neighbours = sum[lane] / kNeighbour;
      found[lane] = sum[lane] % kNeighbour;
      wedges[lane] = neighbours == 0 ? 0 : neighbours * (neighbours - 1) / 2;
      if (kOfVertices && found[lane] != 0) atomic::fetch_add(of_vertices[vertex[lane]], found[lane]);
    });
    totals.add(warp, warp.reduce(found, Plus{}), warp.reduce(wedges, Plus{}));
  }

 private:
  // Counts neighbours in the high half, triangles in the low half.
  static constexpr std::uint32_t kNeighbour = std::uint32_t{1} << 16;

  WARPGRAPH_DEVICE std::uint32_t at_edge(EdgeId e, VertexId a, EdgeId begin) const {
    if (!finds_neighbour(edges, a, e)) return 0;
    const VertexId b = edges.column[e];
    if (b > a || e == begin) return kNeighbour;
    const std::uint32_t found = common(begin, e, edges.row[b], edges.row[std::uint64_t{b} + 1], b);
    if (kOfVertices && found != 0) atomic::fetch_add(of_vertices[b], found);
    return kNeighbour + found;
  }

  // How many vertices below b are both in columns [i, end_i), which is not empty, and in [j, end_j).
  WARPGRAPH_DEVICE std::uint32_t common(EdgeId i, EdgeId end_i, EdgeId j, EdgeId end_j, VertexId b) const {
    std::uint32_t found = 0;
    VertexId x = edges.column[i];
    VertexId y = edges.column[j];  // b has a for a neighbour
    while (x < b && y < b) {
      if (x == y) {
        ++found;
        if (kOfVertices) atomic::fetch_add(of_vertices[x], 1u);
      }
      const bool next_x = x <= y;
      if (y <= x) {
        if (++j == end_j) break;
        y = edges.column[j];
      }
      if (next_x) {
        const VertexId before = x;
        do {
          if (++i == end_i) return found;
          x = edges.column[i];
        } while (x == before);
      }
    }
    return found;
  }
};

static_assert(kLongestMerged * kLongestMerged / 2 < 1u << 16);

// Of a graph no row of which is longer than kLongestMerged. `of_vertices`: empty if it is not wanted. Waits for the
// stream.
inline void count_in_short_rows(StreamRef stream, const AdjacencyView<NoValue>& edges, View<std::uint64_t> of_vertices,
                                TriangleCounts& counts) {
  TotalsBuffer totals(stream);
  const Warps warps = warps_for(edges.row.size() - 1, Warp::kSize);
  if (of_vertices.empty())
    launch(stream, warps, MergeRows<false>{edges, totals.view(), of_vertices});
  else
    launch(stream, warps, MergeRows<true>{edges, totals.view(), of_vertices});
  totals.add_to(counts);
}

}  // namespace warpgraph::triangles
