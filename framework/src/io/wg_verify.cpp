// SPDX-License-Identifier: Apache-2.0
#include "wg_verify.hpp"

#include <cmath>
#include <type_traits>

#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/value_types.hpp"
#include "message.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kRows = std::size_t{1} << 12;

template <class Body>
void for_chunks(ThreadPool* threads, std::size_t count, Body&& body) {
  if (threads != nullptr)
    threads->for_chunks(count, kRows, body);
  else
    body(0, count);
}

template <class Value>
class RowCheck {
 public:
  RowCheck(const Adjacency<Value>& rows, const std::string& name, WgKind row, WgKind column)
      : rows_(rows), name_(name), row_(row), column_(column) {}

  void run(ThreadPool* threads) const {
    if (!rows_.row.empty()) run(threads, {0, static_cast<VertexId>(rows_.row.size() - 1)});
  }
  // The rows of these vertices only.
  void run(ThreadPool* threads, VertexRange range) const {
    // All offsets before any column: an offset out of bounds would be used as an index.
    for_chunks(threads, range.size(), [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) check_offsets(range.first + v);
    });
    const EdgeId begin = rows_.row[range.first];
    const EdgeId end = rows_.row[range.last];
    if (end > rows_.column.size())
      fail(row_, range.last, end, "at most " + std::to_string(rows_.column.size()) + ", the number of edges");
    for_chunks(threads, range.size(), [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v)
        check_columns(static_cast<VertexId>(range.first + v), rows_.row.size() - 1);
    });
    if constexpr (std::is_floating_point_v<Value>)
      for_chunks(threads, end - begin,
                 [&](std::size_t first, std::size_t last) { check_values(begin + first, begin + last); });
  }

 private:
  // They end with the number of edges, so if they ascend all of them are in bounds.
  void check_offsets(std::size_t v) const {
    if (rows_.row[v] <= rows_.row[v + 1]) return;
    fail(row_, v + 1, rows_.row[v + 1], "at least " + std::to_string(rows_.row[v]) + ", the offset before it");
  }
  void check_columns(VertexId v, std::size_t vertex_count) const {
    VertexId before = 0;
    for (EdgeId e = rows_.row[v]; e < rows_.row[v + 1]; ++e) {
      const VertexId id = rows_.column[e];
      if (id >= vertex_count) fail(column_, e, id, "an id below " + std::to_string(vertex_count));
      if (id < before) fail(column_, e, id, "at least " + std::to_string(before) + ", the id before it in its row");
      before = id;
    }
  }
  void check_values(std::size_t first, std::size_t last) const {
    const auto section = static_cast<WgKind>(static_cast<std::uint32_t>(column_) + 1);
    for (std::size_t e = first; e < last; ++e)
      if (!std::isfinite(rows_.value[e])) fail(section, e, rows_.value[e], "a weight that is a finite number");
  }
  template <class Number>
  [[noreturn]] void fail(WgKind section, std::size_t at, Number found, const std::string& expected) const {
    throw InputError(name_, 0,
                     "section \"" + std::string(name_of(section)) + "\" has " + message(found) + " at " +
                         std::to_string(at) + ", expected " + expected);
  }

  const Adjacency<Value>& rows_;
  const std::string& name_;
  WgKind row_;
  WgKind column_;
};

}  // namespace

void verify_checksums(const WgTable& table, std::span<const std::byte> file, ThreadPool* threads) {
  for (const WgSection& section : table.sections()) {
    if (block_checksum(table.bytes(section.kind, file), threads) == section.checksum) continue;
    throw InputError(table.name(), 0,
                     "section \"" + std::string(name_of(section.kind)) +
                         "\" is damaged: its checksum is not the one that the header expects");
  }
}

void verify_rows(const AnyGraph& graph, const std::string& name, ThreadPool* threads) {
  std::visit(
      [&](const auto& each) {
        RowCheck(each.incoming(), name, WgKind::kRow, WgKind::kColumn).run(threads);
        if (each.is_undirected() || !each.has_outgoing()) return;
        RowCheck(each.outgoing(), name, WgKind::kOutRow, WgKind::kOutColumn).run(threads);
      },
      graph);
}

template <EdgeValueType Value>
void verify_rows(const Adjacency<Value>& rows, VertexRange range, const std::string& name, ThreadPool* threads) {
  RowCheck(rows, name, WgKind::kRow, WgKind::kColumn).run(threads, range);
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template void verify_rows<Value>(const Adjacency<Value>&, VertexRange, const std::string&, ThreadPool*);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::detail
