// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "check_parts.hpp"
#include "csr_errors.hpp"
#include "distinct_ids.hpp"
#include "raw_array.hpp"
#include "transpose.hpp"
#include "value_types.hpp"

namespace warpgraph {

namespace {

using building::kNowhere;

constexpr std::size_t kCsrGrain = std::size_t{1} << 15;

// The lowest of the places 0 ... count - 1 of which `is_wrong` holds, or kNowhere.
template <class IsWrong>
std::uint64_t find_lowest(ThreadPool& threads, std::size_t count, const IsWrong& is_wrong) {
  std::atomic<std::uint64_t> lowest = kNowhere;
  threads.for_chunks(count, kCsrGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!is_wrong(i)) continue;
      std::uint64_t now = lowest.load(std::memory_order_relaxed);
      while (i < now && !lowest.compare_exchange_weak(now, i, std::memory_order_relaxed)) continue;
      return;
    }
  });
  return lowest;
}

// A caller's arrays become rows, step by step.
template <class Value>
class CsrReader {
 public:
  CsrReader(ThreadPool& threads, const std::shared_ptr<const void>& owner) : threads_(threads), owner_(owner) {}

  Adjacency<Value> read(const IntegerSpan& row, const IntegerSpan& column, std::span<const Value> value) {
    rows_.row = std::visit([&](const auto& offsets) { return take_offsets(offsets); }, row.values());
    building::RowSizes sizes = building::sizes_of(rows_);
    sizes.columns = std::visit([](const auto& columns) { return columns.size(); }, column.values());
    sizes.values = value.size();
    building::expect_sizes<Value>(sizes, "");
    rows_.column = std::visit([&](const auto& columns) { return take_columns(columns); }, column.values());
    rows_.value = {value, owner_};
    return std::move(rows_);
  }

 private:
  // The array itself if its elements have the width, and else a copy.
  template <class To, class From>
  graphs::HostArray<To> widened(std::span<const From> from) const {
    if constexpr (sizeof(To) == sizeof(From)) {
      return {std::span(reinterpret_cast<const To*>(from.data()), from.size()), owner_};
    } else {
      building::RawArray<To> to(from.size());
      threads_.for_each(from.size(), kCsrGrain, [&](std::size_t i) { to[i] = static_cast<To>(from[i]); });
      return std::move(to).share();
    }
  }

  // Offsets that ascend from 0 are not negative.
  template <class Offset>
  graphs::HostArray<EdgeId> take_offsets(std::span<const Offset> row) const {
    if (row.empty()) return {};
    if (row[0] != 0) building::throw_first_offset(row[0]);
    const std::uint64_t v = find_lowest(threads_, row.size() - 1, [&](std::size_t i) { return row[i] > row[i + 1]; });
    if (v != kNowhere) building::throw_descending_offset(v + 1, row[v], row[v + 1]);
    return widened<EdgeId>(row);
  }

  template <class Column>
  graphs::HostArray<VertexId> take_columns(std::span<const Column> column) const {
    const std::size_t vertices = rows_.row.empty() ? 0 : rows_.row.size() - 1;
    const std::uint64_t e = find_lowest(threads_, column.size(), [&](std::size_t i) {
      return static_cast<std::uint64_t>(column[i]) >= vertices;  // negative ones are above all
    });
    if (e != kNowhere) building::throw_stray_column({rows_.row, e}, column[e], vertices);
    return widened<VertexId>(column);
  }

  ThreadPool& threads_;
  const std::shared_ptr<const void>& owner_;
  Adjacency<Value> rows_;
};

// The lowest row that does not ascend, or kNowhere.
template <class Value>
std::uint64_t find_descending_row(ThreadPool& threads, const Adjacency<Value>& rows) {
  return find_lowest(threads, rows.row.size() - 1,
                     [&](std::size_t v) { return !std::ranges::is_sorted(rows.neighbours(static_cast<VertexId>(v))); });
}

template <class Value>
[[noreturn]] void throw_descending_row(const Adjacency<Value>& rows, std::uint64_t v) {
  const auto row = rows.neighbours(static_cast<VertexId>(v));
  const auto after = std::ranges::is_sorted_until(row);
  const EdgeId edge = rows.row[v] + static_cast<EdgeId>(after - row.begin());
  building::throw_descending_column({rows.row, edge}, rows.column[edge - 1], rows.column[edge]);
}

}  // namespace

template <EdgeValueType EdgeValue>
Graph<EdgeValue> Graph<EdgeValue>::from_csr(ThreadPool& threads, const IntegerSpan& row, const IntegerSpan& column,
                                            std::span<const EdgeValue> value, const CsrOptions& options,
                                            const std::shared_ptr<const void>& owner) {
  Adjacency<EdgeValue> rows = CsrReader<EdgeValue>(threads, owner).read(row, column, value);
  if (rows.row.empty()) rows.row = no_rows();
  building::expect_ids(options.ids, rows.row.size());
  building::expect_distinct(options.ids, "graph");
  const bool looks_at_order = options.order != ColumnOrder::kUnchecked;
  const std::uint64_t descending = looks_at_order ? find_descending_row(threads, rows) : kNowhere;
  const bool sorts = descending != kNowhere;
  if (sorts && options.order == ColumnOrder::kAscending) throw_descending_row(rows, descending);

  graphs::GraphParts<EdgeValue> parts;
  parts.undirected = options.undirected;
  parts.ids = options.ids;
  if (options.rows == CsrRows::kOutgoing && !options.undirected) {
    parts.incoming = building::transpose(threads, rows);
    parts.outgoing = sorts ? building::transpose(threads, parts.incoming) : std::move(rows);
  } else {
    if (sorts) rows = building::transpose(threads, building::transpose(threads, rows));
    parts.incoming = std::move(rows);
  }
  if (options.undirected && options.check_symmetry) building::expect_symmetric(threads, parts.incoming, options.ids);
  return Graph(std::move(parts));
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                \
  template Graph<Value> Graph<Value>::from_csr(ThreadPool&, const IntegerSpan&, const IntegerSpan&, \
                                               std::span<const Value>, const CsrOptions&,           \
                                               const std::shared_ptr<const void>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
