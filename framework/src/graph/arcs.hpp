// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>

#include "key_layout.hpp"
#include "list_rules.hpp"
#include "raw_array.hpp"

// Where the keys of partition.hpp come from.
namespace warpgraph::building {

// The edges that a list's entries make, as keys (target, source); owns the arrays and gives their
// memory back as it goes.
template <class Value>
struct ListArcs {
  KeyLayout layout;
  VertexId vertex_count = 0;
  bool both = false;  // an entry makes an edge in each direction
  bool drop_self_loops = false;
  std::vector<VertexId> source;
  std::vector<VertexId> target;
  std::vector<Value> values;
  std::atomic<bool>* stray = nullptr;  // set where an id out of range was seen
  std::uint64_t entries_before = 0;    // the list begins with this entry of a longer one

  // After all entries were visited. Throws InputError if any of them was out of range.
  void check() const {
    if (stray->load(std::memory_order_relaxed)) expect_ids_below(vertex_count, source, target, entries_before);
  }
  [[nodiscard]] std::size_t size() const { return source.size(); }
  // Entries with ids out of range make no edges; check() tells of them.
  template <class Emit>
  void visit(std::size_t first, std::size_t last, Emit&& emit) const {
    for (std::size_t i = first; i < last; ++i) {
      const VertexId s = source[i];
      const VertexId t = target[i];
      if (s >= vertex_count || t >= vertex_count) [[unlikely]] {
        stray->store(true, std::memory_order_relaxed);
        continue;
      }
      if (s == t && drop_self_loops) continue;
      emit(layout.pack(t, s), i);
      if (both && s != t) emit(layout.pack(s, t), i);
    }
  }
  [[nodiscard]] Value value([[maybe_unused]] std::size_t i) const {
    if constexpr (graphs::kHasValue<Value>)
      return values[i];
    else
      return {};
  }
  void discard(std::size_t first, std::size_t last) const {
    building::discard(source.data() + first, source.data() + last);
    building::discard(target.data() + first, target.data() + last);
    if constexpr (graphs::kHasValue<Value>) building::discard(values.data() + first, values.data() + last);
  }
};

// The edges of a graph in the other direction, as keys (column, row).
template <class Value>
struct TransposedArcs {
  KeyLayout layout;
  const Adjacency<Value>* rows = nullptr;

  void check() const {}
  [[nodiscard]] std::size_t size() const { return rows->column.size(); }
  template <class Emit>
  void visit(std::size_t first, std::size_t last, Emit&& emit) const {
    const graphs::HostArray<EdgeId>& row = rows->row;
    auto v = static_cast<VertexId>(std::upper_bound(row.begin(), row.end(), first) - row.begin() - 1);
    for (std::size_t e = first; e < last; ++e) {
      while (e >= row[v + 1]) ++v;
      emit(layout.pack(rows->column[e], v), e);
    }
  }
  [[nodiscard]] Value value([[maybe_unused]] std::size_t e) const {
    if constexpr (graphs::kHasValue<Value>)
      return rows->value[e];
    else
      return {};
  }
  void discard(std::size_t, std::size_t) const {}
};

}  // namespace warpgraph::building
