// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "symmetry.hpp"
#include "unmatched.hpp"

// Whether arrays that a caller hands in are a graph.
namespace warpgraph::building {

// What is looked at first of compressed rows: nothing inside of them but the first offset and the last.
struct RowSizes {
  std::size_t offsets = 0;
  EdgeId first = 0;  // offset, and the last
  EdgeId last = 0;
  std::size_t columns = 0;
  std::size_t values = 0;
};
template <class Value>
RowSizes sizes_of(const Adjacency<Value>& rows) {
  const std::size_t offsets = rows.row.size();
  return {offsets, offsets == 0 ? 0 : rows.row[0], offsets == 0 ? 0 : rows.row[offsets - 1], rows.column.size(),
          rows.value.size()};
}

// The arrays of one direction fit each other. `whose` stands before their names.
template <class Value>
void expect_sizes(const RowSizes& sizes, const std::string& whose) {
  const auto differ = [&](const std::string& array, std::uint64_t found, const std::string& expected) {
    throw UsageError("graph: " + whose + array + " " + std::to_string(found) + ", expected " + expected);
  };
  const std::size_t values = graphs::kHasValue<Value> ? sizes.columns : 0;
  if (sizes.offsets == 0 && sizes.columns != 0)
    differ("row has no offset, and column has", sizes.columns, "an offset for each vertex and one more");
  if (sizes.first != 0) differ("row[0] is", sizes.first, "0");
  if (sizes.last != sizes.columns)
    differ("row[" + std::to_string(sizes.offsets - 1) + "] is", sizes.last,
           std::to_string(sizes.columns) + ", the size of column");
  if (sizes.values != values) differ("value has the size", sizes.values, std::to_string(values));
  if (sizes.offsets > std::size_t{kNoVertex} + 1)
    differ("row has the size", sizes.offsets, "at most " + std::to_string(std::size_t{kNoVertex} + 1));
}

inline void expect_ids(const IdMap& ids, std::size_t offsets) {
  if (!ids.original.empty() && ids.original.size() + 1 != offsets)
    throw UsageError("graph: ids.original has the size " + std::to_string(ids.original.size()) + ", expected " +
                     std::to_string(offsets - 1) + ", the number of vertices, or none");
}

// Sizes of all arrays. Costs nothing.
template <class Value>
void expect_sizes(const graphs::GraphParts<Value>& parts) {
  const auto& [incoming, outgoing, undirected, ids, weights] = parts;
  expect_sizes<Value>(sizes_of(incoming), "incoming.");
  expect_sizes<Value>(sizes_of(outgoing), "outgoing.");
  const std::size_t rows = incoming.row.size();
  if (undirected && !outgoing.row.empty()) throw UsageError("graph: is undirected, and has outgoing edges of its own");
  if (!outgoing.row.empty() && (outgoing.row.size() != rows || outgoing.column.size() != incoming.column.size()))
    throw UsageError("graph: has " + std::to_string(outgoing.row.size() - 1) + " outgoing rows with " +
                     std::to_string(outgoing.column.size()) + " edges, and " + std::to_string(rows - 1) +
                     " incoming ones with " + std::to_string(incoming.column.size()));
  expect_ids(ids, rows);
  if (weights.values.size() != weights.count * (rows - 1))
    throw UsageError("graph: vertex_weights.values has the size " + std::to_string(weights.values.size()) +
                     ", expected " + std::to_string(weights.count * (rows - 1)));
}

// Adds up add(v, e) for each edge e in the row of each vertex v.
template <class Value, class Add>
std::uint64_t sum_over_rows(ThreadPool& threads, const Adjacency<Value>& rows, const Add& add) {
  constexpr std::size_t kRows = std::size_t{1} << 12;
  std::atomic<std::uint64_t> total = 0;
  threads.for_chunks(rows.row.size() - 1, kRows, [&](std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t v = first; v < last; ++v)
      for (EdgeId e = rows.row[v]; e < rows.row[v + 1]; ++e) sum += add(static_cast<VertexId>(v), e);
    total += sum;
  });
  return total;
}

template <class Value>
std::uint64_t value_bits(const Adjacency<Value>& rows, [[maybe_unused]] EdgeId e) {
  if constexpr (graphs::kHasValue<Value>)
    return bits_of(rows.value[e]);
  else
    return 0;
}

// The edges in the row of a vertex whose other end is `other`.
template <class Value>
std::pair<EdgeId, EdgeId> edges_between(const Adjacency<Value>& rows, VertexId v, VertexId other) {
  const auto row = rows.neighbours(v);
  const auto [begin, end] = std::equal_range(row.begin(), row.end(), other);
  return {rows.row[v] + static_cast<EdgeId>(begin - row.begin()), rows.row[v] + static_cast<EdgeId>(end - row.begin())};
}

// Throws InputError if an edge of an undirected graph lacks its reverse.
template <class Value>
void expect_symmetric(ThreadPool& threads, const Adjacency<Value>& rows, const IdMap& ids) {
  if (rows.column.empty()) return;
  const auto last = static_cast<VertexId>(rows.row.size() - 2);
  const auto ends = find_unmatched<VertexId>(last, [&](const PairRange<VertexId>& range) {
    return sum_over_rows(threads, rows, [&](VertexId v, EdgeId e) {
      return symmetry_hash(range, rows.column[e], v, value_bits(rows, e));
    });
  });
  if (!ends) return;
  EdgeList between;
  std::vector<Value> values;
  const auto add_edges = [&](VertexId source, VertexId target) {
    const auto [first, end] = edges_between(rows, target, source);
    between.source.insert(between.source.end(), end - first, source);
    between.target.insert(between.target.end(), end - first, target);
    if constexpr (graphs::kHasValue<Value>)
      values.insert(values.end(), rows.value.begin() + first, rows.value.begin() + end);
  };
  add_edges(ends->first, ends->second);
  add_edges(ends->second, ends->first);
  if constexpr (graphs::kHasValue<Value>) between.values = std::move(values);
  const OneWayEdge edge = compare_directions(between, *ends);
  throw_one_way("graph: is undirected", edge, ids.name_of(edge.source), ids.name_of(edge.target));
}

}  // namespace warpgraph::building
