// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>

#include "thresholds.hpp"
#include "totals.hpp"

// Counting on graphs of short rows: they are merged as they are.
namespace warpgraph::algorithms::triangles {

// A triangle is found at its highest vertex a, along the edge to its second b: a's neighbours below b are those before
// that edge in a's row, and merging them with the front of b's row finds the third. Lanes take equal slices of the
// edges of 32 rows, at first of all to count neighbours, then of those to lower vertices.
struct RowMerge {
  AdjacencyView<NoValue> edges;
  Totals totals;

  struct Rows {
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<EdgeId> first;
    kernel::PerLane<EdgeId> last;
    kernel::PerLane<EdgeId> lower_last;  // of the edges to lower vertices
  };

  // Counts wedges as well.
  WARPGRAPH_DEVICE Rows rows(kernel::Warp& warp, kernel::PerLane<std::uint32_t>& wedges) const {
    const std::uint64_t vertices = edges.row.size() - 1;
    Rows rows;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      rows.vertex[lane] = static_cast<VertexId>(v);
      rows.first[lane] = edges.row[Min{}(v, vertices)];
      rows.last[lane] = edges.row[Min{}(v + 1, vertices)];
    });
    const auto look = [&](EdgeId e, VertexId a, EdgeId begin) {
      const VertexId b = edges.column[e];
      const bool counts = b != a && (e == begin || edges.column[e - 1] != b);
      return (counts ? kNeighbour : 0u) + (b < a ? 1u : 0u);
    };
    const auto sum = warp.engage(kernel::Scanned{}, rows.first, rows.last, kernel::PerLane<std::uint32_t>{}, look,
                                 Plus{}, rows.vertex, rows.first);
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint32_t neighbours = sum[lane] / kNeighbour;
      wedges[lane] = neighbours == 0 ? 0 : neighbours * (neighbours - 1) / 2;
      rows.lower_last[lane] = rows.first[lane] + sum[lane] % kNeighbour;
    });
    return rows;
  }

  // The triangles of each row. at_edge(e, n): n of them are at the edge e of their highest vertex.
  template <class AtEdge>
  WARPGRAPH_DEVICE kernel::PerLane<std::uint32_t> merge(kernel::Warp& warp, const Rows& rows,
                                                        const AtEdge& at_edge) const {
    kernel::PerLane<EdgeId> second;  // along the first edge there is nothing to merge
    warp.relaxed_phase([&](kernel::Lane lane) { second[lane] = Min{}(rows.first[lane] + 1, rows.lower_last[lane]); });
    const auto along = [&](EdgeId e, EdgeId begin) {
      const VertexId b = edges.column[e];
      if (edges.column[e - 1] == b) return 0u;
      const std::uint32_t found = common(begin, e, edges.row[b], edges.row[std::uint64_t{b} + 1], b, at_edge);
      if (found != 0) at_edge(e, found);
      return found;
    };
    return warp.engage(kernel::Disjoint{}, second, rows.lower_last, kernel::PerLane<std::uint32_t>{}, along, Plus{},
                       rows.first);
  }

 private:
  // Neighbours are counted in the high half, edges to lower vertices in the low half.
  static constexpr std::uint32_t kNeighbour = std::uint32_t{1} << 16;

  // How many vertices below b are both in columns [i, end_i), which is not empty, and in [j, end_j).
  template <class AtEdge>
  WARPGRAPH_DEVICE std::uint32_t common(EdgeId i, EdgeId end_i, EdgeId j, EdgeId end_j, VertexId b,
                                        const AtEdge& at_edge) const {
    std::uint32_t found = 0;
    VertexId x = edges.column[i];
    VertexId y = edges.column[j];  // b has a neighbour: the vertex that leads to it
    while (x < b && y < b) {
      const bool next_x = x <= y;
      if (x == y) {
        ++found;
        at_edge(i, 1u);
      }
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

struct MergeRows {
  RowMerge merge;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> wedges;
    const RowMerge::Rows rows = merge.rows(warp, wedges);
    const auto found = merge.merge(warp, rows, [](EdgeId, std::uint32_t) {});
    merge.totals.add(warp, warp.reduce(found, Plus{}), warp.reduce(wedges, Plus{}));
  }
};

// What is found at an edge counts for the vertex that it leads to. The counts of a warp's edges are added up in shared
// memory, as far as there is room, so that each edge takes one addition to the counts of vertices.
struct MergeRowsOfVertices {
  static constexpr std::uint32_t kCounted = 1024;
  struct Shared {
    std::uint32_t at_edge[kCounted];
  };
  RowMerge merge;
  View<std::uint64_t> of_vertices;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    kernel::PerLane<std::uint32_t> wedges;
    const RowMerge::Rows rows = merge.rows(warp, wedges);
    const EdgeId begin = warp.broadcast(rows.first, 0);
    const EdgeId edges = warp.broadcast(rows.last, kernel::Warp::kSize - 1) - begin;
    const auto counted = static_cast<std::uint32_t>(Min{}(edges, EdgeId{kCounted}));
    warp.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < counted; i += kernel::Warp::kSize) shared.at_edge[i] = 0;
    });
    const auto found = merge.merge(warp, rows, [&](EdgeId e, std::uint32_t n) {
      if (e - begin < kCounted)
        atomic::fetch_add<kernel::Order::kRelaxed, kernel::AtomicScope::kBlock>(shared.at_edge[e - begin], n);
      else
        atomic::fetch_add(of_vertices[merge.edges.column[e]], n);
    });
    warp.phase([&](kernel::Lane lane) {
      if (found[lane] != 0) atomic::fetch_add(of_vertices[rows.vertex[lane]], found[lane]);
    });
    const std::uint32_t total = warp.reduce(found, Plus{});
    merge.totals.add(warp, total, warp.reduce(wedges, Plus{}));
    if (total == 0) return;
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < counted; i += kernel::Warp::kSize) {
        const std::uint32_t n = shared.at_edge[i];
        if (n != 0) atomic::fetch_add(of_vertices[merge.edges.column[begin + i]], n);
      }
    });
  }
};

static_assert(kLongestMerged < 1u << 16);

// For a graph no row of which is longer than kLongestMerged. `of_vertices`: empty if it is not wanted. Waits for the
// stream.
inline void count_in_short_rows(StreamRef stream, const AdjacencyView<NoValue>& edges, View<std::uint64_t> of_vertices,
                                TriangleCounts& counts) {
  TotalsBuffer totals(stream);
  const kernel::Warps warps = sweep::warps_for(edges.row.size() - 1, kernel::Warp::kSize);
  if (of_vertices.empty())
    kernel::launch(stream, warps, MergeRows{{edges, totals.view()}});
  else
    kernel::launch(stream, warps, MergeRowsOfVertices{{edges, totals.view()}, of_vertices});
  totals.add_to(counts);
}

}  // namespace warpgraph::algorithms::triangles
