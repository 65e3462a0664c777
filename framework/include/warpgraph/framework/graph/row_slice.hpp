// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/sweep/warp_search.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// All entries of a graph in equal slices for warps, wherever rows begin and end: a heavy vertex is spread over many
// warps.
namespace warpgraph::rows {

// The slice of one warp, which goes through its rows 32 at a time, a lane a row.
struct RowSlice {
  static constexpr EdgeId kEntries = 2048;

  View<const EdgeId> row;
  EdgeId begin;
  EdgeId end;
  std::uint64_t first;  // the row that the next 32 begin with

  [[nodiscard]] static std::uint64_t count(EdgeId entries) { return (entries + kEntries - 1) / kEntries; }

  WARPGRAPH_DEVICE RowSlice(kernel::Warp& warp, const View<const EdgeId>& rows, EdgeId entries)
      : row(rows), begin(warp.global_index() * kEntries) {
    end = begin + kEntries < entries ? begin + kEntries : entries;
    first = sweep::last_not_above(warp, row, row.size(), begin);
  }

  // The part of the lane's row that is in the slice; empty behind the last one.
  WARPGRAPH_DEVICE void part(kernel::Lane lane, EdgeId& from, EdgeId& to) const {
    from = clipped(first + lane);
    to = clipped(first + lane + 1);
  }
  // Whether the rest of the lane's row is in other slices.
  [[nodiscard]] WARPGRAPH_DEVICE bool is_cut(kernel::Lane lane) const {
    const std::uint64_t v = first + lane;
    return row[v] < begin || row[v + 1] > end;
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId clipped(std::uint64_t v) const {
    if (v + 1 >= row.size()) return end;
    const EdgeId e = row[v];
    return e < begin ? begin : e > end ? end : e;
  }
};

}  // namespace warpgraph::rows
