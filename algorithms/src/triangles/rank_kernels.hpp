// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

#include "totals.hpp"

// Counting on several ranks. Of two vertices that one ranks lower whose row is shorter; where both are as long, the
// lesser one. An edge is kept at the end of the lower rank, where its column is the vertex at the other end; rows keep
// the order of vertices.
namespace warpgraph::algorithms::triangles {

// The sums are of neighbours in the high half and of kept edges in the low half.
struct KeepsHigher {
  AdjacencyView<NoValue> edges;  // of the own vertices; columns are local ids
  shards::LocalIds local_ids;
  VertexId first;  // local id of the first own vertex
  View<const std::uint32_t> length;
  View<std::uint8_t> kept;

  WARPGRAPH_DEVICE std::uint64_t operator()(VertexId row, EdgeId e) const {
    const VertexId v = first + row;
    const VertexId u = edges.column[e];
    const bool counts = u != v && (e == edges.row[row] || edges.column[e - 1] != u);
    const bool keeps = counts && (length[u] != length[v] ? length[v] < length[u] : is_lesser(v, u));
    kept[e] = keeps ? 1 : 0;
    return (std::uint64_t{counts} << 32) | std::uint64_t{keeps};
  }

 private:
  WARPGRAPH_DEVICE bool is_lesser(VertexId v, VertexId u) const { return local_ids.vertex(v) < local_ids.vertex(u); }
};

struct NameColumns {
  View<const VertexId> local;
  shards::LocalIds local_ids;
  View<VertexId> vertex;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const { vertex[e] = local_ids.vertex(local[e]); }
};

struct AddAt {
  View<const VertexId> vertex;
  VertexId first;  // the vertex whose local id is 0
  View<const std::uint64_t> more;
  View<std::uint64_t> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { sum[vertex[i] - first] += more[i]; }
};

// Rows of kept edges, with the vertices whose rows they are.
struct KeptRows {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const VertexId> vertex;  // empty: the rows are those of vertices from `first` on
  VertexId first = 0;

  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertex_of(std::uint64_t i) const {
    return vertex.empty() ? static_cast<VertexId>(first + i) : vertex[i];
  }
};

// For each edge of these rows that leads from a to an own vertex b: which of a's other kept edges lead to a vertex c to
// which b keeps an edge. So a triangle is found once, at the owner of its vertex of the middle rank, which has an edge
// to each of the three.
template <bool kOfVertices>
struct CountAtMiddle {
  KeptRows rows;
  KeptRows own;
  shards::LocalIds local_ids;
  Totals totals;
  View<std::uint64_t> of_vertices;  // by local id

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<EdgeId> first{};
    kernel::PerLane<EdgeId> last{};
    kernel::PerLane<EdgeId> begin{};
    kernel::PerLane<EdgeId> length{};
    kernel::PerLane<VertexId> a{};
    kernel::PerLane<VertexId> b{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t e = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      if (e >= rows.column.size()) return;
      b[lane] = rows.column[e];
      const std::uint64_t place = std::uint64_t{b[lane]} - own.first;  // wraps around below the own ones
      if (place >= own.row.size() - 1) return;
      begin[lane] = own.row[place];
      length[lane] = own.row[place + 1] - begin[lane];
      if (length[lane] == 0) return;
      const std::uint64_t row = kernel::upper_bound(rows.row, e) - 1;
      a[lane] = rows.vertex_of(row);
      first[lane] = rows.row[row];
      last[lane] = rows.row[row + 1];
    });
    const kernel::PerLane<std::uint32_t> found = warp.engage(
        kernel::Disjoint{}, first, last, kernel::PerLane<std::uint32_t>{},
        [&](EdgeId place, EdgeId of_b, EdgeId count) {
          const VertexId c = rows.column[place];
          if (!has(of_b, count, c)) return 0u;
          if (kOfVertices) atomic::fetch_add(of_vertices[local_ids.of(c)], 1u);
          return 1u;
        },
        Plus{}, begin, length);
    totals.add(warp, warp.reduce(found, Plus{}), 0);
    if (!kOfVertices) return;
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (found[lane] == 0) return;
      atomic::fetch_add(of_vertices[local_ids.of(a[lane])], found[lane]);
      atomic::fetch_add(of_vertices[local_ids.of(b[lane])], found[lane]);
    });
  }

 private:
  // Whether an own row, which is not empty, has an edge to c.
  WARPGRAPH_DEVICE bool has(EdgeId begin, EdgeId count, VertexId c) const {
    while (count > 1) {
      const EdgeId half = count / 2;
      if (own.column[begin + half] <= c) begin += half;
      count -= half;
    }
    return own.column[begin] == c;
  }
};

}  // namespace warpgraph::algorithms::triangles
