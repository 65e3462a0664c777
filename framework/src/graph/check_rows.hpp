// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Whether compressed rows are what they are to be, wherever they come from.
namespace warpgraph::building {

// On the threads, or, without, on the calling thread in one piece.
template <class Body>
void for_chunks(ThreadPool* threads, std::size_t count, std::size_t grain, Body&& body) {
  if (threads != nullptr)
    threads->for_chunks(count, grain, body);
  else if (count != 0)
    body(std::size_t{0}, count);
}

enum class RowsArray { kRow, kColumn, kValue };

// fail(array, place, found, expected) is told of a number that is wrong, and throws.
template <class Value, class Fail>
class RowCheck {
 public:
  RowCheck(const Adjacency<Value>& rows, const Fail& fail) : rows_(rows), fail_(fail) {}

  // Offsets ascend and stay within the edges; in each row the vertices exist and ascend. Reads all once, at the speed
  // of memory. The rows of these vertices only.
  void run(ThreadPool* threads, VertexRange range) const {
    // All offsets before any column: an offset out of bounds would be used as an index.
    for_chunks(threads, range.size(), kRows, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) check_offsets(range.first + v);
    });
    const EdgeId end = rows_.row[range.last];
    if (end > rows_.column.size())
      fail_(RowsArray::kRow, range.last, end,
            "at most " + std::to_string(rows_.column.size()) + ", the number of edges");
    for_chunks(threads, range.size(), kRows, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) check_columns(range.first + v, rows_.row.size() - 1);
    });
  }
  void run(ThreadPool* threads) const {
    if (!rows_.row.empty()) run(threads, {0, static_cast<VertexId>(rows_.row.size() - 1)});
  }

 private:
  static constexpr std::size_t kRows = std::size_t{1} << 12;

  // They end with the number of edges, so if they ascend all of them are in bounds.
  void check_offsets(std::size_t v) const {
    if (rows_.row[v] <= rows_.row[v + 1]) return;
    fail_(RowsArray::kRow, v + 1, rows_.row[v + 1],
          "at least " + std::to_string(rows_.row[v]) + ", the offset before it");
  }
  void check_columns(std::size_t v, std::size_t vertex_count) const {
    VertexId before = 0;
    const EdgeId end = std::min<EdgeId>(rows_.row[v + 1], rows_.column.size());  // a file may be changing
    for (EdgeId e = rows_.row[v]; e < end; ++e) {
      const VertexId id = rows_.column[e];
      if (id >= vertex_count) fail_(RowsArray::kColumn, e, id, "an id below " + std::to_string(vertex_count));
      if (id < before)
        fail_(RowsArray::kColumn, e, id, "at least " + std::to_string(before) + ", the id before it in its row");
      before = id;
    }
  }

  const Adjacency<Value>& rows_;
  const Fail& fail_;
};

}  // namespace warpgraph::building
