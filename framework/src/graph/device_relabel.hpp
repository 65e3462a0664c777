// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "device_rows.hpp"

// Rows on a device that change their places: as Relabelling does on the host, rows move to their vertices' new numbers
// and are sorted one by one. That needs no memory beyond the new rows but that of the edges that are sorted at a time.
namespace warpgraph::building {

struct ExpandRows {
  View<const EdgeId> row;
  View<VertexId> row_of;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    row_of[e] = static_cast<VertexId>(kernel::upper_bound(row, e) - 1);
  }
};

// The row of each edge.
template <class Value>
Buffer<VertexId> expand_rows(StreamRef stream, const graphs::DeviceAdjacency<Value>& rows) {
  Buffer<VertexId> row_of(stream, rows.column.size(), "build rows");
  kernel::for_each(stream, row_of.size(), ExpandRows{rows.row, row_of});
  return row_of;
}

// The degree of each old row, one place above its new number.
struct MoveDegrees {
  View<const EdgeId> row;
  View<const VertexId> number;
  View<EdgeId> moved;
  View<VertexId> old_number;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    moved[std::uint64_t{number[v]} + 1] = row[v + 1] - row[v];
    old_number[number[v]] = static_cast<VertexId>(v);
  }
};

template <class Value>
struct MoveEdges {
  AdjacencyView<Value> old;
  View<const VertexId> number;
  View<const VertexId> old_number;
  View<const EdgeId> row;
  View<VertexId> column;
  View<Value> value;

  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    const std::uint64_t v = kernel::upper_bound(row, e) - 1;
    const EdgeId from = old.row[old_number[v]] + (e - row[v]);
    column[e] = number[old.column[from]];
    if constexpr (graphs::kHasValue<Value>) value[e] = old.value[from];
  }
};

template <class Value>
graphs::DeviceAdjacency<Value> moved(StreamRef stream, const graphs::DeviceAdjacency<Value>& old,
                                     View<const VertexId> number) {
  const std::uint64_t edges = old.column.size();
  graphs::DeviceAdjacency<Value> rows{Buffer<EdgeId>(stream, old.row.size(), "graph row"),
                                      Buffer<VertexId>(stream, edges, "graph column"),
                                      Buffer<Value>(stream, graphs::kHasValue<Value> ? edges : 0, "graph values")};
  Buffer<VertexId> old_number(stream, number.size(), "build permutation");
  fill(stream, rows.row.view().subview(0, 1), 0);
  kernel::for_each(stream, number.size(), MoveDegrees{old.row, number, rows.row, old_number});
  primitives::inclusive_scan(stream, rows.row, rows.row.view());
  kernel::for_each(stream, edges, MoveEdges<Value>{old.view(), number, old_number, rows.row, rows.column, rows.value});
  return rows;
}

// The row in which edge (i + 1) * step lies, and where that row begins and ends.
struct CutRow {
  std::uint64_t vertex;
  EdgeId first;
  EdgeId last;
};

struct FindCuts {
  View<const EdgeId> row;
  std::uint64_t step;
  View<CutRow> cuts;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t v = kernel::upper_bound(row, (i + 1) * step) - 1;
    cuts[i] = {v, row[v], row[v + 1]};
  }
};

struct PackKeys {
  KeyLayout layout;
  View<const EdgeId> row;
  View<const VertexId> column;
  std::uint64_t first;
  View<Key> keys;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    keys[i] = layout.pack(static_cast<VertexId>(kernel::upper_bound(row, first + i) - 1), column[first + i]);
  }
};

struct UnpackColumns {
  KeyLayout layout;
  View<const Key> keys;
  View<VertexId> column;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { column[i] = layout.column(keys[i]); }
};

// Sorts the columns of every row in place, and the values with them; equal columns stay in their order. Whole rows of
// at most `limit` edges together are sorted as (row, column); a row that lies across such a border is sorted alone.
template <class Value>
class RowSorter {
 public:
  RowSorter(StreamRef stream, graphs::DeviceAdjacency<Value>& rows, std::uint64_t limit)
      : stream_(stream), rows_(rows), layout_(static_cast<VertexId>(rows.row.size() - 1)), limit_(limit) {}

  void run() && {
    const std::uint64_t edges = rows_.column.size();
    const std::uint64_t vertices = rows_.row.size() - 1;
    if (edges == 0) return;
    CutRow done{0, 0, 0};  // up to the end of this row
    for (const CutRow& cut : find_cuts((edges - 1) / limit_)) {
      if (cut.last == done.last) continue;
      sort_several({done.vertex, done.last, cut.first}, cut.vertex);
      sort_one(cut);
      done = cut;
    }
    sort_several({done.vertex, done.last, edges}, vertices);
  }

 private:
  std::vector<CutRow> find_cuts(std::uint64_t count) const {
    Buffer<CutRow> cuts(stream_, count, "build cuts");
    kernel::for_each(stream_, count, FindCuts{rows_.row, limit_, cuts});
    return to_host(stream_, cuts);
  }

  // The edges first ... last - 1 of rows from `range.vertex` to `last_vertex`.
  void sort_several(const CutRow& range, std::uint64_t last_vertex) const {
    const std::uint64_t size = range.last - range.first;
    if (size == 0) return;
    const View<VertexId> column = rows_.column.view().subview(range.first, size);
    Buffer<Key> keys(stream_, size, "build keys");
    kernel::for_each(stream_, size, PackKeys{layout_, rows_.row, rows_.column, range.first, keys});
    const primitives::BitRange bits{0, layout_.id_bits + static_cast<int>(std::bit_width(range.vertex ^ last_vertex))};
    const Buffer<Key> sorted = sort<Key>(keys, range, bits);
    kernel::for_each(stream_, size, UnpackColumns{layout_, sorted, column});
  }

  void sort_one(const CutRow& row) const {
    const View<VertexId> column = rows_.column.view().subview(row.first, row.last - row.first);
    copy(stream_, column, sort<VertexId>(column, row, primitives::BitRange{0, layout_.id_bits}));
  }

  // The keys in order; the values go with them, in place.
  template <class K>
  Buffer<K> sort(View<const K> keys, const CutRow& range, primitives::BitRange bits) const {
    const std::uint64_t size = range.last - range.first;
    Buffer<K> sorted(stream_, size, "build keys");
    if constexpr (graphs::kHasValue<Value>) {
      const View<Value> value = rows_.value.view().subview(range.first, size);
      Buffer<Value> sorted_value(stream_, size, "build values");
      primitives::sort_pairs(stream_, keys, sorted.view(), value, sorted_value.view(), bits);
      copy(stream_, value, sorted_value);
    } else {
      primitives::sort_keys(stream_, keys, sorted.view(), bits);
    }
    return sorted;
  }

  StreamRef stream_;
  graphs::DeviceAdjacency<Value>& rows_;
  KeyLayout layout_;
  std::uint64_t limit_;
};

// The rows of a graph whose vertex v becomes number[v].
template <class Value>
graphs::DeviceAdjacency<Value> relabelled(StreamRef stream, graphs::DeviceAdjacency<Value> old,
                                          View<const VertexId> number, const DeviceBuildOptions& options) {
  graphs::DeviceAdjacency<Value> rows = moved(stream, old, number);
  old = {};
  RowSorter<Value>(stream, rows, edges_at_a_time(options, rows.column.size())).run();
  return rows;
}

}  // namespace warpgraph::building
