// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/graph.hpp>

#include "key_layout.hpp"
#include "list_rules.hpp"
#include "merge_run.hpp"
#include "prefix_sum.hpp"
#include "sort_records.hpp"

// From arcs to compressed rows: scatter, sort, merge duplicates, count rows, and unpack the keys.
namespace warpgraph::building {

inline constexpr Key kNoKey = ~Key{0};

inline void lower_to(std::atomic<Key>& least, Key key) {
  Key now = least.load(std::memory_order_relaxed);
  while (key < now && !least.compare_exchange_weak(now, key, std::memory_order_relaxed)) continue;
}

// Merges sorted duplicates in place and returns how many records are left. The least key whose values
// add up to too much goes to `misfit`.
template <class Value>
std::size_t merge_duplicates(const Records<Value>& records, Duplicates how, [[maybe_unused]] std::atomic<Key>& misfit) {
  if (how == Duplicates::kKeep) return records.size;
  if constexpr (!graphs::kHasValue<Value>) {
    return static_cast<std::size_t>(std::unique(records.key, records.key + records.size) - records.key);
  } else {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < records.size; ++kept) {
      std::size_t end = i + 1;
      while (end < records.size && records.key[end] == records.key[i]) ++end;
      records.key[kept] = records.key[i];
      const MergeValues<Value> merge{how};
      const auto merged = merge_run(records.value + i, end - i, merge);
      if (merge.is_misfit(merged, end - i)) lower_to(misfit, records.key[i]);
      records.value[kept] = merge.value_of(merged);
      i = end;
    }
    return kept;
  }
}

// Adds the lengths of the rows in sorted keys to `row`, one place up. A row may go on in the next
// bucket, which another thread counts.
inline void count_rows(const Key* keys, std::size_t size, KeyLayout layout, EdgeId* row) {
  for (std::size_t i = 0; i < size;) {
    const VertexId v = layout.row(keys[i]);
    std::size_t end = i + 1;
    while (end < size && layout.row(keys[end]) == v) ++end;
    std::atomic_ref(row[std::size_t{v} + 1]).fetch_add(end - i, std::memory_order_relaxed);
    i = end;
  }
}

// What is left of a bucket, or a part of it, and where it goes.
struct Piece {
  std::size_t from;
  std::size_t to;
  std::size_t size;
};

inline std::vector<Piece> cut(const PartitionPlan& plan, const std::vector<std::size_t>& kept) {
  std::vector<Piece> pieces;
  std::size_t to = 0;
  for (std::size_t bucket = 0; bucket < kept.size(); ++bucket) {
    for (std::size_t done = 0; done < kept[bucket];) {
      const std::size_t size = std::min(kPartitionBlock, kept[bucket] - done);
      pieces.push_back({plan.first[bucket] + done, to, size});
      done += size;
      to += size;
    }
  }
  return pieces;
}

template <class Value>
void unpack(ThreadPool& threads, RecordArray<Value> records, const std::vector<Piece>& pieces, KeyLayout layout,
            Adjacency<Value>& rows) {
  const std::size_t size = pieces.empty() ? 0 : pieces.back().to + pieces.back().size;
  RawArray<VertexId> column(size);
  const bool moves_values = graphs::kHasValue<Value> && size != records.value.size();
  RawArray<Value> value(moves_values ? size : 0);
  threads.for_each(pieces.size(), 1, [&](std::size_t i) {
    const Piece& piece = pieces[i];
    const Key* const keys = records.key.data() + piece.from;
    for (std::size_t k = 0; k < piece.size; ++k) column[piece.to + k] = layout.column(keys[k]);
    records.key.discard(piece.from, piece.from + piece.size);
    if (!moves_values) return;
    std::copy_n(records.value.data() + piece.from, piece.size, value.data() + piece.to);
    records.value.discard(piece.from, piece.from + piece.size);
  });
  rows.column = std::move(column).share();
  rows.value = std::move(moves_values ? value : records.value).share();
}

// Rows of `arcs`, ascending within each row, equal edges in the order of the arcs. `bits` are those
// by which the arcs are not sorted yet. on_misfit(key) is told the least edge whose duplicates add up to too much.
// Takes the arcs, because it frees them before it is done.
template <class Value, class Arcs, class OnMisfit>
Adjacency<Value> build_rows(ThreadPool& threads, Arcs arcs, VertexId vertex_count, KeyBits bits, Duplicates duplicates,
                            const OnMisfit& on_misfit) {
  const KeyLayout layout = arcs.layout;
  const PartitionPlan plan = plan_partition(threads, arcs, partition_digit(arcs.size(), bits));
  arcs.check();
  RecordArray<Value> records(plan.size());
  scatter(threads, arcs, plan, records.all());
  arcs = {};

  RawArray<EdgeId> row(std::size_t{vertex_count} + 1);
  threads.for_chunks(row.size(), kPartitionBlock, [&](std::size_t first, std::size_t last) {
    std::fill(row.data() + first, row.data() + last, EdgeId{0});
  });
  std::vector<std::size_t> kept(plan.digit.count());
  std::atomic<Key> misfit{kNoKey};
  sort_buckets(threads, records.all(), plan, bits, [&](std::size_t b, const Records<Value>& bucket) {
    kept[b] = merge_duplicates(bucket, duplicates, misfit);
    count_rows(bucket.key, kept[b], layout, row.data());
  });
  if (misfit != kNoKey) on_misfit(misfit.load());
  prefix_sum(threads, row.span());

  Adjacency<Value> rows;
  rows.row = std::move(row).share();
  unpack(threads, std::move(records), cut(plan, kept), layout, rows);
  return rows;
}

}  // namespace warpgraph::building
