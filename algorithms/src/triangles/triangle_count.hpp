// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/select.hpp>

#include "triangle_kernels.hpp"

namespace warpgraph::triangles {

// The count on one device, of all edges or of those that are its own, in steps: none waits for what the same step of
// another device has queued.
class TriangleCount {
 public:
  // Of a graph of so many edges, of which the device has `own`. Either when edges are marked, or when those that are
  // kept, at one end each, are set down.
  static MemoryPlan memory(VertexId vertices, EdgeId edges, EdgeId own) {
    const std::size_t n = vertices;
    MemoryPlan plan("triangles rows", (n + 1) * sizeof(EdgeId));
    plan.add_array<std::uint64_t>("triangles totals", kTotals + 2);
    MemoryPlan marking = RowPieces::memory(vertices, own);
    marking.add_array<std::uint32_t>("triangles row lengths", n);
    marking.add_array<std::uint64_t>("triangles sums", 2 * n);
    marking.add("triangles kept edges", own);
    MemoryPlan keeping("triangles edges", edges / 2 * sizeof(VertexId));
    keeping.add("triangles kept edges", std::max<std::size_t>(own, n * sizeof(VertexId)));
    return plan += marking.total() > keeping.total() ? marking : keeping;
  }

  TriangleCount(StreamRef stream, const AdjacencyView<NoValue>& edges, View<std::uint64_t> of_vertices)
      : stream_(stream),
        edges_(edges),
        of_vertices_(of_vertices),
        pieces_(stream, edges.row),
        length_(stream, vertices(), "triangles row lengths"),
        row_(stream, vertices() + 1, "triangles rows"),
        totals_(stream, kTotals + 2, "triangles totals") {
    for_each(stream, vertices(), MeasureRow{edges.row, length_});
    fill(stream, totals_, 0);
  }

  // The lengths must be those of all rows when edges are marked. Then the rows have the number of edges that are kept
  // at each vertex, and must have that of all vertices when they are laid out.
  [[nodiscard]] View<std::uint32_t> lengths() { return length_; }
  [[nodiscard]] View<EdgeId> rows() { return row_; }

  void mark() {
    kept_ = Buffer<std::uint8_t>(stream_, edges_.column.size(), "triangles kept edges");
    Buffer<std::uint64_t> wedges(stream_, vertices(), "triangles wedges");
    Buffer<std::uint64_t> sum(stream_, vertices(), "triangles sums");
    sum_rows(stream_, pieces_, sum, KeepsEdge{edges_, length_, kept_});
    for_each(stream_, vertices() + 1, SplitSums{sum, row_, wedges});
    reduce(stream_, wedges, totals_.view().subview(kTotals + 1, 1));
    length_ = {};
    pieces_ = {};
  }
  void lay_out() { exclusive_scan(stream_, row_.view(), row_.view()); }

  // Puts the edges that are kept at these vertices, whose rows the device has, where they belong among those of all.
  // Waits for the stream. Returns where they are.
  std::pair<EdgeId, EdgeId> keep(VertexRange own) {
    const auto row_at = [&](std::uint64_t v) { return to_host(stream_, row_.view().subview(v, 1)).front(); };
    const EdgeId first = row_at(own.first);
    const EdgeId count = row_at(own.last) - first;
    column_ = Buffer<VertexId>(stream_, row_at(vertices()), "triangles edges");
    Buffer<std::uint64_t> selected(stream_, 1, "triangles count");
    select(stream_, edges_.column, kept_.view(), column_.view().subview(first, count), selected.view());
    kept_ = {};
    return {first, count};
  }
  [[nodiscard]] View<VertexId> columns() { return column_; }

  void sort_out(const TriangleSlice& share) {
    list_ = Buffer<VertexId>(stream_, vertices(), "triangles vertices");
    sizes_ = Buffer<std::uint32_t>(stream_, 2, "triangles vertices");
    fill(stream_, sizes_, 0);
    launch(stream_, Warps{(vertices() + Warp::kSize - 1) / Warp::kSize}, SortOut{share, row_, list_, sizes_});
  }
  // Waits for the stream before it starts.
  void count() {
    const std::vector<std::uint32_t> size = to_host(stream_, sizes_);
    const View<std::uint64_t> partial = totals_.view().subview(0, kTotals);
    const Counting counting{row_, column_, partial, of_vertices_};
    launch(stream_, Blocks{size[1]}, CountAtMany{counting, list_});
    launch(stream_, Warps{size[0]}, CountAtFew{counting, list_});
    reduce(stream_, partial, totals_.view().subview(kTotals, 1));
  }
  // Waits for the stream.
  void add_to(TriangleCounts& counts) {
    const std::vector<std::uint64_t> found = to_host(stream_, totals_.view().subview(kTotals, 2));
    counts.total += found[0];
    counts.wedges += found[1];
  }

 private:
  static constexpr std::size_t kTotals = 1024;

  [[nodiscard]] std::uint64_t vertices() const { return edges_.row.size() - 1; }

  StreamRef stream_;
  AdjacencyView<NoValue> edges_;
  View<std::uint64_t> of_vertices_;
  RowPieces pieces_;
  Buffer<std::uint32_t> length_;
  Buffer<std::uint8_t> kept_;
  Buffer<EdgeId> row_;  // and columns: the graph with each edge at one end
  Buffer<VertexId> column_;
  Buffer<VertexId> list_;
  Buffer<std::uint32_t> sizes_;
  Buffer<std::uint64_t> totals_;  // behind the partial ones: the total, and the wedges
};

}  // namespace warpgraph::triangles
