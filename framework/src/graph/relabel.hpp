// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "key_layout.hpp"
#include "prefix_sum.hpp"
#include "radix_sort.hpp"

namespace warpgraph::building {

// Moves the rows of a graph to their vertices' new numbers and sorts each by the neighbours' new
// numbers. No global sort is needed, and no memory beyond the new rows.
template <class Value>
class Relabelling {
 public:
  Relabelling(const Adjacency<Value>& old, std::span<const VertexId> number, std::span<const VertexId> old_number)
      : old_(old),
        number_(number),
        old_number_(old_number),
        layout_(static_cast<VertexId>(number.size())),
        row_(number.size() + 1),
        column_(old.column.size()),
        value_(old.value.size()) {}

  Adjacency<Value> run(ThreadPool& threads) && {
    row_[0] = 0;
    threads.for_each(number_.size(), kRows, [&](std::size_t v) { row_[v + 1] = old_.degree(old_number_[v]); });
    prefix_sum(threads, row_.span());
    threads.for_chunks(number_.size(), kRows, [&](std::size_t first, std::size_t last) {
      Room room;
      for (std::size_t v = first; v < last; ++v) move_row(static_cast<VertexId>(v), room);
    });
    return {std::move(row_).share(), std::move(column_).share(), std::move(value_).share()};
  }

 private:
  static constexpr std::size_t kRows = 512;

  // Grows to the longest row that it was used for.
  struct Room {
    RecordArray<Value> from;
    RecordArray<Value> other;

    void fit(std::size_t size) {
      if (size <= from.key.size()) return;
      from = RecordArray<Value>(2 * size);
      other = RecordArray<Value>(2 * size);
    }
  };

  void move_row(VertexId v, Room& room) {
    const VertexId old = old_number_[v];
    const auto neighbours = old_.neighbours(old);
    room.fit(neighbours.size());
    const Records<Value> records = room.from.all().part(0, neighbours.size());
    for (std::size_t i = 0; i < records.size; ++i) records.key[i] = number_[neighbours[i]];
    if constexpr (graphs::kHasValue<Value>) std::ranges::copy(old_.values(old), records.value);
    radix_sort(records, room.other.all().part(0, records.size), 0, layout_.id_bits, false);
    for (std::size_t i = 0; i < records.size; ++i) column_[row_[v] + i] = layout_.column(records.key[i]);
    if constexpr (graphs::kHasValue<Value>) std::copy_n(records.value, records.size, &value_[row_[v]]);
  }

  const Adjacency<Value>& old_;
  std::span<const VertexId> number_;
  std::span<const VertexId> old_number_;
  KeyLayout layout_;
  RawArray<EdgeId> row_;
  RawArray<VertexId> column_;
  RawArray<Value> value_;
};

}  // namespace warpgraph::building
