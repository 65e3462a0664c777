// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "check_parts.hpp"
#include "csr_errors.hpp"
#include "device_relabel.hpp"
#include "device_symmetry.hpp"
#include "device_transpose.hpp"
#include "distinct_ids.hpp"
#include "value_types.hpp"

namespace warpgraph {

namespace {

using building::kNowhere;

// Copies offsets, and finds the first that is less than the one before it, or, at the beginning, not 0.
template <class Offset>
struct TakeOffsets {
  View<const Offset> from;
  View<EdgeId> to;
  View<std::uint64_t> wrong;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    to[i] = static_cast<EdgeId>(from[i]);
    const bool ascends = i == 0 ? from[i] == 0 : from[i - 1] <= from[i];
    if (!ascends) atomic::fetch_min(wrong[0], i);
  }
};

// Copies columns, and finds the first that is no vertex. Negative ones are above all.
template <class Column>
struct TakeColumns {
  View<const Column> from;
  View<VertexId> to;
  std::uint64_t vertex_count;
  View<std::uint64_t> wrong;

  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    to[e] = static_cast<VertexId>(from[e]);
    if (static_cast<std::uint64_t>(from[e]) >= vertex_count) atomic::fetch_min(wrong[0], e);
  }
};

// Finds the first edge whose column is less than the one before it in the same row.
struct FindDescent {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<std::uint64_t> wrong;

  WARPGRAPH_DEVICE void operator()(std::uint64_t before) const {
    const std::uint64_t e = before + 1;
    if (column[before] <= column[e] || row[kernel::upper_bound(row, e) - 1] == e) return;
    atomic::fetch_min(wrong[0], e);
  }
};

// A caller's arrays become rows, step by step.
template <class Value>
class DeviceCsrReader {
 public:
  DeviceCsrReader(StreamRef stream, const CsrOptions& options)
      : stream_(stream), options_(options), wrong_(stream, 1, "build check") {}

  DeviceGraph<Value> run(const IntegerView& row, const IntegerView& column, View<const Value> value) && {
    std::visit([&](const auto& offsets) { take_offsets(offsets); }, row);
    const std::size_t columns = std::visit([](const auto& each) { return each.size(); }, column);
    expect_sizes(columns, value.size());
    std::visit([&](const auto& each) { take_columns(each); }, column);
    rows_.value = Buffer<Value>(stream_, value.size(), "graph values");
    copy(stream_, rows_.value, value);
    stream_.synchronize();  // the arrays that were given are needed no more
    const bool sorts = has_to_sort();

    graphs::DeviceGraphParts<Value> parts;
    parts.undirected = options_.undirected;
    parts.ids = options_.ids;
    if (has_outgoing_rows()) {
      parts.incoming = building::transpose(stream_, rows_);
      if (sorts) rows_ = building::transpose(stream_, parts.incoming);
      parts.outgoing = std::move(rows_);
    } else {
      if (sorts) rows_ = building::transpose(stream_, building::transpose(stream_, rows_));
      parts.incoming = std::move(rows_);
    }
    if (options_.undirected && options_.check_symmetry) expect_symmetric(parts.incoming);
    stream_.synchronize();
    return DeviceGraph<Value>(std::move(parts));
  }

 private:
  [[nodiscard]] bool has_outgoing_rows() const { return options_.rows == CsrRows::kOutgoing && !options_.undirected; }
  [[nodiscard]] std::size_t vertex_count() const { return rows_.row.size() - 1; }

  // The lowest of the places 0 ... count - 1 that the finder finds wrong, or kNowhere.
  template <class Finder>
  std::uint64_t find_lowest(std::uint64_t count, Finder finder) {
    fill(stream_, wrong_, kNowhere);
    finder.wrong = wrong_;
    kernel::for_each(stream_, count, finder);
    return building::read_back(stream_, wrong_.view());
  }
  template <class T>
  T read(View<const T> from, std::uint64_t place) const {
    return building::read_back(stream_, from.subview(place, 1));
  }

  template <class Offset>
  void take_offsets(View<const Offset> row) {
    rows_.row = Buffer<EdgeId>(stream_, std::max<std::size_t>(row.size(), 1), "graph row");
    if (row.empty()) fill(stream_, rows_.row, EdgeId{0});
    const std::uint64_t i = find_lowest(row.size(), TakeOffsets<Offset>{row, rows_.row, {}});
    if (i == 0) building::throw_first_offset(read(row, 0));
    if (i != kNowhere) building::throw_descending_offset(i, read(row, i - 1), read(row, i));
    has_offsets_ = !row.empty();
  }

  void expect_sizes(std::size_t columns, std::size_t values) const {
    building::RowSizes sizes{has_offsets_ ? rows_.row.size() : 0, 0, 0, columns, values};
    if (has_offsets_) sizes.last = read<EdgeId>(rows_.row, vertex_count());
    building::expect_sizes<Value>(sizes, "");
    building::expect_ids(options_.ids, rows_.row.size());
    building::expect_distinct(options_.ids, "graph");
    const auto vertices = static_cast<VertexId>(vertex_count());
    stream_.device().require(has_outgoing_rows()
                                 ? build_memory<Value>(stream_.device(), vertices, columns, {{.outgoing = true}, 0})
                                 : graph_memory<Value>(vertices, columns, false),
                             "building a graph");
  }

  template <class Column>
  void take_columns(View<const Column> column) {
    rows_.column = Buffer<VertexId>(stream_, column.size(), "graph column");
    const std::uint64_t e = find_lowest(column.size(), TakeColumns<Column>{column, rows_.column, vertex_count(), {}});
    if (e != kNowhere) building::throw_stray_column(place_of(e), read(column, e), vertex_count());
  }

  // Whether rows are to be sorted. Throws InputError if they are not, and one does not ascend.
  bool has_to_sort() {
    if (options_.order == ColumnOrder::kUnchecked || rows_.column.empty()) return false;
    const std::uint64_t e = find_lowest(rows_.column.size() - 1, FindDescent{rows_.row, rows_.column, {}});
    if (e == kNowhere || options_.order == ColumnOrder::kAny) return e != kNowhere;
    building::throw_descending_column(place_of(e), read<VertexId>(rows_.column, e - 1),
                                      read<VertexId>(rows_.column, e));
  }

  void expect_symmetric(const graphs::DeviceAdjacency<Value>& rows) const {
    const Buffer<VertexId> target = building::expand_rows(stream_, rows);
    if (building::are_symmetric<Value>(stream_, rows.column, target, rows.value)) return;
    const Adjacency<Value> on_host{to_host(stream_, rows.row), to_host(stream_, rows.column),
                                   to_host(stream_, rows.value)};
    building::expect_symmetric(stream_.device().runtime().threads(), on_host, options_.ids);
  }

  [[nodiscard]] building::ColumnPlace place_of(EdgeId e) const {
    return building::ColumnPlace(to_host(stream_, rows_.row), e);
  }

  StreamRef stream_;
  const CsrOptions& options_;
  Buffer<std::uint64_t> wrong_;
  graphs::DeviceAdjacency<Value> rows_;
  bool has_offsets_ = false;
};

}  // namespace

template <EdgeValueType EdgeValue>
DeviceGraph<EdgeValue> DeviceGraph<EdgeValue>::from_csr(StreamRef stream, const IntegerView& row,
                                                        const IntegerView& column, View<const EdgeValue> value,
                                                        const CsrOptions& options) {
  return DeviceCsrReader<EdgeValue>(stream, options).run(row, column, value);
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                          \
  template DeviceGraph<Value> DeviceGraph<Value>::from_csr(StreamRef, const IntegerView&, const IntegerView&, \
                                                           View<const Value>, const CsrOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
