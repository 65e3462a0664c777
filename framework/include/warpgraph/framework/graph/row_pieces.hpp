// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

// The rows of a graph as work for warps. A warp takes 32 short rows together, by engaging; a long row is cut into
// pieces, a warp each. So a heavy vertex is spread over as many warps as its edges are worth, and no warp has much more
// to do than another.
namespace warpgraph::rows {

inline constexpr EdgeId kPieceEdges = 256;  // of a piece; longer rows than that are long

struct RowPiecesView {
  View<const EdgeId> row;
  View<const std::uint32_t> first;  // the first piece of each vertex, and behind the last one the number of pieces
  View<const VertexId> vertex;      // whose row a piece is of

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t vertex_count() const { return row.size() - 1; }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_long(std::uint64_t v) const { return row[v + 1] - row[v] > kPieceEdges; }
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId begin(std::uint64_t piece) const {
    const VertexId v = vertex[piece];
    return row[v] + (piece - first[v]) * kPieceEdges;
  }
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId end(std::uint64_t piece) const {
    const EdgeId last = row[std::uint64_t{vertex[piece]} + 1];
    return Min{}(last, begin(piece) + kPieceEdges);
  }
};

class RowPieces {
 public:
  RowPieces() = default;
  // What the pieces of `vertices` rows take.
  static MemoryPlan memory(VertexId vertices, EdgeId edges) {
    const std::uint64_t max = max_pieces(edges);
    return MemoryPlan("row pieces", (std::size_t{vertices} + 1 + max) * sizeof(std::uint32_t));
  }
  // A long row has fewer than two pieces for each kPieceEdges of its edges.
  static std::uint64_t max_pieces(EdgeId edges) { return 2 * (edges / kPieceEdges); }
  // Allocates memory(), at most. Waits for the stream.
  RowPieces(StreamRef stream, View<const EdgeId> row);

  [[nodiscard]] std::uint64_t count() const { return vertex_.size(); }
  [[nodiscard]] RowPiecesView view() const { return {row_, first_, vertex_}; }

 private:
  View<const EdgeId> row_;
  Buffer<std::uint32_t> first_;
  Buffer<VertexId> vertex_;
};

// Whether the edge e leads from v to a neighbour that no earlier edge of v leads to. Rows ascend, so repetitions stand
// side by side.
WARPGRAPH_DEVICE inline bool finds_neighbour(const AdjacencyView<NoValue>& edges, VertexId v, EdgeId e) {
  const VertexId u = edges.column[e];
  return u != v && (e == edges.row[v] || edges.column[e - 1] != u);
}

}  // namespace warpgraph::rows

namespace warpgraph {

namespace detail {

template <class T, class F>
struct SumRows {
  rows::RowPiecesView pieces;
  View<T> sum;  // zero where rows are long
  F f;

  WARPGRAPH_DEVICE static std::uint64_t groups(std::uint64_t vertices) {
    return (vertices + kernel::Warp::kSize - 1) / kernel::Warp::kSize;
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t group = warp.global_index();
    const std::uint64_t short_groups = groups(pieces.vertex_count());
    if (group < short_groups)
      sum_short(warp, group * kernel::Warp::kSize);
    else
      sum_piece(warp, group - short_groups);
  }

 private:
  WARPGRAPH_DEVICE void sum_short(kernel::Warp& warp, std::uint64_t base) const {
    kernel::PerLane<EdgeId> first{};
    kernel::PerLane<EdgeId> last{};
    kernel::PerLane<VertexId> vertex{};
    kernel::PerLane<bool> is_short;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = base + lane;
      is_short[lane] = v < pieces.vertex_count() && !pieces.is_long(v);
      if (!is_short[lane]) return;
      vertex[lane] = static_cast<VertexId>(v);
      first[lane] = pieces.row[v];
      last[lane] = pieces.row[v + 1];
    });
    const auto total = warp.engage(
        kernel::Disjoint{}, first, last, kernel::PerLane<T>{}, [&](EdgeId e, VertexId v) { return f(v, e); }, Plus{},
        vertex);
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (is_short[lane]) sum[vertex[lane]] = total[lane];
    });
  }
  WARPGRAPH_DEVICE void sum_piece(kernel::Warp& warp, std::uint64_t piece) const {
    const VertexId v = pieces.vertex[piece];
    const EdgeId begin = pieces.begin(piece);
    const EdgeId end = pieces.end(piece);
    kernel::PerLane<T> part{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (EdgeId e = begin + lane; e < end; e += kernel::Warp::kSize) part[lane] += f(v, e);
    });
    const T total = warp.reduce(part, Plus{});
    warp.elect([&] { atomic::fetch_add(sum[v], total); });
  }
};

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::rows {

// sum[v] = f(v, e) summed over the edges e of v, which are looked at once each. Queues work and returns.
template <kernel::AtomicInteger T, class F>
void sum_rows(StreamRef stream, const RowPieces& pieces, Buffer<T>& sum, const F& f) {
  const RowPiecesView view = pieces.view();
  fill(stream, sum, 0);
  const detail::SumRows<T, F> kernel{view, sum, f};
  kernel::launch(stream, kernel::Warps{kernel.groups(view.vertex_count()) + pieces.count()}, kernel);
}

}  // namespace warpgraph::rows
