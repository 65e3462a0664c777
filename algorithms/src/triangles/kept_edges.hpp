// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/row_pieces.hpp>
#include <warpgraph/runtime/kernel/search.hpp>

// The graph with each edge at one end: vertices are ranked by the length of their rows, the longest first, and an edge
// is kept at the end of the lower rank. Columns of kept edges are ranks, ascending; rows are in the order of the
// vertices.
namespace warpgraph::algorithms::triangles {

struct MeasureRow {
  View<const EdgeId> row;
  View<std::uint32_t> length;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    length[v] = static_cast<std::uint32_t>(row[v + 1] - row[v]);
  }
};

// To be sorted by the length alone.
struct LengthKeys {
  View<const std::uint32_t> length;
  View<std::uint64_t> key;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { key[v] = (std::uint64_t{length[v]} << 32) | v; }
};

struct SetRanks {
  View<const std::uint64_t> key;  // ascending
  View<VertexId> by_rank;
  View<VertexId> rank;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(key[i]);
    const auto r = static_cast<VertexId>(key.size() - 1 - i);
    by_rank[r] = v;
    rank[v] = r;
  }
};

// What is summed are neighbours in the high half, edges that are kept in the low half.
struct KeepsEdge {
  AdjacencyView<NoValue> edges;
  View<const VertexId> rank;
  View<std::uint8_t> kept;

  WARPGRAPH_DEVICE std::uint64_t operator()(VertexId v, EdgeId e) const {
    const bool counts = rows::finds_neighbour(edges, v, e);
    const bool keeps = counts && rank[edges.column[e]] < rank[v];
    kept[e] = keeps ? 1 : 0;
    return (std::uint64_t{counts} << 32) | std::uint64_t{keeps};
  }
};

struct SplitSums {
  View<const std::uint64_t> sum;
  View<EdgeId> kept;  // one element more, which is 0
  View<std::uint64_t> wedges;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint64_t both = v < sum.size() ? sum[v] : 0;
    kept[v] = both & 0xffffffffu;
    const std::uint64_t neighbours = both >> 32;
    if (v < sum.size()) wedges[v] = neighbours == 0 ? 0 : neighbours * (neighbours - 1) / 2;
  }
};

// Where the rows are cut into lots that are sorted at once: before the row with the edge first + i * lot. The last cut
// is behind the last row.
struct CutRows {
  View<const EdgeId> row;
  EdgeId lot;
  View<std::uint64_t> vertex;
  View<EdgeId> edge;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t v = i + 1 == vertex.size() ? row.size() - 1 : kernel::upper_bound(row, row[0] + i * lot) - 1;
    vertex[i] = v;
    edge[i] = row[v];
  }
};

// Keys that put the columns of each row in order, as ranks.
struct RowKeys {
  View<const EdgeId> row;  // of the rows of the lot
  View<const VertexId> column;
  View<const VertexId> rank;
  int rank_bits;
  View<std::uint64_t> key;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t rows = row.size() - 1;
    kernel::PerLane<EdgeId> first;
    kernel::PerLane<EdgeId> last;
    kernel::PerLane<std::uint32_t> place;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t i = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      place[lane] = static_cast<std::uint32_t>(i);
      first[lane] = row[Min{}(i, rows)];
      last[lane] = row[Min{}(i + 1, rows)];
    });
    const auto write = [&](EdgeId e, std::uint32_t i) {
      key[e - row[0]] = (std::uint64_t{i} << rank_bits) | rank[column[e]];
      return 0u;
    };
    (void)warp.engage(kernel::Scanned{}, first, last, kernel::PerLane<std::uint32_t>{}, write, Plus{}, place);
  }
};

struct TakeRanks {
  View<const std::uint64_t> key;
  int rank_bits;
  View<VertexId> column;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    column[i] = static_cast<VertexId>(key[i] & ((std::uint64_t{1} << rank_bits) - 1));
  }
};

}  // namespace warpgraph::algorithms::triangles
