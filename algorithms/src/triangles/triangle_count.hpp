// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/select.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "core_bits.hpp"
#include "kept_edges.hpp"
#include "pair_kernels.hpp"
#include "totals.hpp"

namespace warpgraph::algorithms::triangles {

// The count on one device, of all edges or of those that are its own, in steps: none waits for what the same step of
// another device has queued. They are called in the order in which they stand here.
class TriangleCount {
 public:
  // The maximum over the steps, for a graph of so many edges, `own` of which the device has.
  static MemoryPlan memory(VertexId vertices, EdgeId edges, EdgeId own, bool of_vertices) {
    const std::size_t n = vertices;
    const EdgeId kept = edges / 2;
    MemoryPlan ranking("triangles row lengths", n * sizeof(std::uint32_t));
    ranking.add_array<std::uint64_t>("triangles sorted", 3 * n);

    MemoryPlan ranks("triangles ranks", 2 * n * sizeof(VertexId));
    MemoryPlan marking = ranks;
    marking += rows::RowPieces::memory(vertices, own);
    marking.add_array<std::uint64_t>("triangles sums", 2 * n);
    marking.add("triangles kept edges", own);

    MemoryPlan keeping = ranks;
    keeping.add_array<VertexId>("triangles edges", kept);
    keeping.add("triangles kept edges", std::max<std::size_t>(own, 3 * max_lot(kept, own) * sizeof(std::uint64_t)));

    MemoryPlan counting("triangles ranks", n * sizeof(VertexId));
    counting.add_array<VertexId>("triangles edges", kept);
    counting.add_array<std::uint32_t>("triangles tasks", 2 * n + 1 + kept / kCorners);
    counting.add_array<std::uint32_t>("triangles core", CoreBits::words(CoreBits::size_for(vertices, kept)));
    if (of_vertices) counting.add_array<std::uint64_t>("triangles of ranks", n);

    MemoryPlan most;
    for (const MemoryPlan& each : {ranking, marking, keeping, counting})
      if (each.total() > most.total()) most = each;
    most.add_array<EdgeId>("triangles rows", n + 1);
    return most += TotalsBuffer::memory();
  }

  TriangleCount(StreamRef stream, const AdjacencyView<NoValue>& edges, View<std::uint64_t> of_vertices)
      : stream_(stream),
        edges_(edges),
        of_vertices_(of_vertices),
        length_(stream, vertices(), "triangles row lengths"),
        row_(stream, vertices() + 1, "triangles rows"),
        totals_(stream) {
    kernel::for_each(stream, vertices(), MeasureRow{edges.row, length_});
  }

  // Those of all rows must be there when vertices are ranked.
  [[nodiscard]] View<std::uint32_t> lengths() { return length_; }

  // Waits for the stream.
  void rank() {
    Buffer<std::uint32_t> longest(stream_, 1, "triangles longest row");
    primitives::reduce(stream_, length_, longest.view(), Max{});
    const int bits = bit_width(to_host(stream_, longest).front());
    Buffer<std::uint64_t> sorted(stream_, vertices(), "triangles sorted");
    {
      Buffer<std::uint64_t> key(stream_, vertices(), "triangles sorted");
      kernel::for_each(stream_, vertices(), LengthKeys{length_, key});
      primitives::sort_keys(stream_, key, sorted.view(), {32, 32 + bits});
    }
    length_ = {};
    by_rank_ = Buffer<VertexId>(stream_, vertices(), "triangles ranks");
    rank_ = Buffer<VertexId>(stream_, vertices(), "triangles ranks");
    kernel::for_each(stream_, vertices(), SetRanks{sorted, by_rank_, rank_});
  }

  // Afterwards the rows have the number of edges that are kept at each vertex. Waits for the stream.
  void mark() {
    const rows::RowPieces pieces(stream_, edges_.row);
    kept_ = Buffer<std::uint8_t>(stream_, edges_.column.size(), "triangles kept edges");
    Buffer<std::uint64_t> wedges(stream_, vertices(), "triangles wedges");
    Buffer<std::uint64_t> sum(stream_, vertices(), "triangles sums");
    rows::sum_rows(stream_, pieces, sum, KeepsEdge{edges_, rank_, kept_});
    kernel::for_each(stream_, vertices() + 1, SplitSums{sum, row_, wedges});
    totals_.set_wedges(wedges);
  }
  // The number of all vertices must be there when they are laid out.
  [[nodiscard]] View<EdgeId> rows() { return row_; }
  void lay_out() { primitives::exclusive_scan(stream_, row_.view(), row_.view()); }

  // Puts the edges that are kept at these vertices, whose rows the device has, where they belong among those of all.
  // Waits for the stream. Returns where they are.
  std::pair<EdgeId, EdgeId> keep(VertexRange own) {
    const auto row_at = [&](std::uint64_t v) { return to_host(stream_, row_.view().subview(v, 1)).front(); };
    const EdgeId first = row_at(own.first);
    const EdgeId count = row_at(own.last) - first;
    column_ = Buffer<VertexId>(stream_, row_at(vertices()), "triangles edges");
    {
      Buffer<std::uint64_t> selected(stream_, 1, "triangles count");
      primitives::select(stream_, edges_.column, kept_.view(), column_.view().subview(first, count), selected.view());
      kept_ = {};
    }
    if (count != 0) sort_rows(row_.view().subview(own.first, own.size() + 1), count);
    rank_ = {};
    return {first, count};
  }
  // Those of all vertices must be there when tasks are listed.
  [[nodiscard]] View<VertexId> columns() { return column_; }

  // Waits for the stream.
  void list_tasks() {
    first_ = Buffer<std::uint32_t>(stream_, vertices() + 1, "triangles tasks");
    kernel::for_each(stream_, vertices() + 1, CountTasks{row_, first_});
    primitives::exclusive_scan(stream_, first_.view(), first_.view());
    const std::uint32_t tasks = to_host(stream_, first_.view().subview(vertices(), 1)).front();
    task_ = Buffer<VertexId>(stream_, tasks, "triangles tasks");
    kernel::for_each(stream_, vertices(), ListTasks{first_, task_});
  }
  void begin_count() {
    const VertexId core = core_size();
    bits_ = Buffer<std::uint32_t>(stream_, CoreBits::words(core), "triangles core");
    fill(stream_, bits_, 0);
    kernel::launch(stream_, kernel::Warps{core}, MarkCore{row_, column_, by_rank_, {bits_, core}, bits_});
    if (!of_vertices_.empty()) {
      of_ranks_ = Buffer<std::uint64_t>(stream_, vertices(), "triangles of ranks");
      fill(stream_, of_ranks_, 0);
    }
  }
  // Any subsets, each of them once.
  void count(const TaskSubset& subset) {
    if (of_vertices_.empty())
      count_pairs<false>(subset);
    else
      count_pairs<true>(subset);
  }
  void end_count() {
    if (!of_vertices_.empty()) kernel::for_each(stream_, vertices(), AddOfRanks{by_rank_, of_ranks_, of_vertices_});
  }
  // Waits for the stream.
  void add_to(TriangleCounts& counts) { totals_.add_to(counts); }

 private:
  [[nodiscard]] std::uint64_t vertices() const { return edges_.row.size() - 1; }

  // libstdc++ 12 returns the type of its argument.
  static int bit_width(std::uint64_t value) { return static_cast<int>(std::bit_width(value)); }

  // Edges that are sorted together: their keys are to take no more memory than the rest.
  static EdgeId lot_edges(EdgeId kept) { return std::clamp(kept / 4, kMinSorted, kMaxSorted); }
  // A lot ends with a row, and no row has more than sqrt(2 kept) kept edges.
  static EdgeId max_lot(EdgeId kept, EdgeId own) {
    const auto longest = static_cast<EdgeId>(std::sqrt(2.0 * static_cast<double>(kept)));
    return std::min({kept, own, lot_edges(kept) + longest});
  }

  // Turns the columns of these rows into ranks, ascending in each row, lot after lot.
  void sort_rows(View<const EdgeId> row, EdgeId count) {
    const EdgeId lot = lot_edges(column_.size());
    const std::uint64_t lots = (count + lot - 1) / lot;
    Buffer<std::uint64_t> cuts(stream_, 2 * (lots + 1), "triangles lots");
    const View<std::uint64_t> vertex = cuts.view().subview(0, lots + 1);
    kernel::for_each(stream_, lots + 1, CutRows{row, lot, vertex, cuts.view().subview(lots + 1, lots + 1)});
    const std::vector<std::uint64_t> at = to_host(stream_, cuts);
    const auto edge_at = [&](std::uint64_t i) { return at[lots + 1 + i]; };
    EdgeId most = 0;
    for (std::uint64_t i = 0; i < lots; ++i) most = std::max(most, edge_at(i + 1) - edge_at(i));
    Buffer<std::uint64_t> key(stream_, most, "triangles sorted");
    Buffer<std::uint64_t> sorted(stream_, most, "triangles sorted");
    const int rank_bits = bit_width(vertices() - 1);
    for (std::uint64_t i = 0; i < lots; ++i) {
      const std::uint64_t rows = at[i + 1] - at[i];
      const EdgeId edges = edge_at(i + 1) - edge_at(i);
      if (edges == 0) continue;
      const View<std::uint64_t> keys = key.view().subview(0, edges);
      kernel::launch(stream_, sweep::warps_for(rows, kernel::Warp::kSize),
                     RowKeys{row.subview(at[i], rows + 1), column_, rank_, rank_bits, keys});
      primitives::sort_keys(stream_, keys, sorted.view(), {0, rank_bits + bit_width(rows - 1)});
      kernel::for_each(stream_, edges, TakeRanks{sorted, rank_bits, column_.view().subview(edge_at(i), edges)});
    }
  }

  [[nodiscard]] VertexId core_size() const {
    return CoreBits::size_for(static_cast<VertexId>(vertices()), column_.size());
  }
  template <bool kOfVertices>
  void count_pairs(const TaskSubset& subset) {
    kernel::launch(stream_, kernel::Warps{subset.count(task_.size())},
                   CountPairs<kOfVertices>{row_,
                                           column_,
                                           by_rank_,
                                           {bits_, core_size()},
                                           {first_, task_},
                                           subset,
                                           totals_.view(),
                                           of_vertices_,
                                           of_ranks_});
  }

  StreamRef stream_;
  AdjacencyView<NoValue> edges_;
  View<std::uint64_t> of_vertices_;
  Buffer<std::uint32_t> length_;
  Buffer<VertexId> by_rank_;
  Buffer<VertexId> rank_;  // of each vertex
  Buffer<std::uint8_t> kept_;
  Buffer<EdgeId> row_;  // and columns: the graph with each edge at one end
  Buffer<VertexId> column_;
  Buffer<std::uint32_t> first_;
  Buffer<VertexId> task_;
  Buffer<std::uint32_t> bits_;
  Buffer<std::uint64_t> of_ranks_;
  TotalsBuffer totals_;
};

}  // namespace warpgraph::algorithms::triangles
