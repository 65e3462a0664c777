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

#include "check_rows.hpp"
#include "distinct_ids.hpp"
#include "number_text.hpp"
#include "symmetry.hpp"
#include "unmatched.hpp"

// Whether arrays that a caller hands in are a graph.
namespace warpgraph::building {

inline std::string of_graph(const std::string& array) { return "graph: " + array; }

// The arrays of one direction fit each other: nothing inside of them is looked at but the first offset and the last.
template <class Value>
void expect_sizes(const Adjacency<Value>& rows, const std::string& name) {
  const auto differ = [&](const std::string& array, std::uint64_t found, const std::string& expected) {
    throw UsageError(of_graph(name + "." + array + " " + std::to_string(found) + ", expected " + expected));
  };
  const std::size_t columns = rows.column.size();
  const std::size_t values = kHasValue<Value> ? columns : 0;
  if (rows.row.empty() && columns != 0)
    differ("row has no offset, and column has", columns, "an offset for each vertex and one more");
  if (!rows.row.empty() && rows.row[0] != 0) differ("row[0] is", rows.row[0], "0");
  if (!rows.row.empty() && rows.row[rows.row.size() - 1] != columns)
    differ("row[" + std::to_string(rows.row.size() - 1) + "] is", rows.row[rows.row.size() - 1],
           std::to_string(columns) + ", the size of column");
  if (rows.value.size() != values) differ("value has the size", rows.value.size(), std::to_string(values));
}

// Sizes of all arrays. Costs nothing.
template <class Value>
void expect_sizes(const GraphParts<Value>& parts) {
  const auto& [incoming, outgoing, undirected, ids, weights] = parts;
  expect_sizes(incoming, "incoming");
  expect_sizes(outgoing, "outgoing");
  const std::size_t rows = incoming.row.size();
  expects(rows <= std::size_t{kNoVertex} + 1, "graph: more vertices than there are ids");
  expects(outgoing.row.empty() || !undirected, "graph: is undirected, and has outgoing edges of its own");
  if (!outgoing.row.empty() && (outgoing.row.size() != rows || outgoing.column.size() != incoming.column.size()))
    throw UsageError("graph: has " + std::to_string(outgoing.row.size() - 1) + " outgoing rows with " +
                     std::to_string(outgoing.column.size()) + " edges, and " + std::to_string(rows - 1) +
                     " incoming ones with " + std::to_string(incoming.column.size()));
  expects(ids.original.empty() || ids.original.size() == rows - 1,
          "graph: there must be an id for each vertex, or none");
  expects(weights.values.size() == weights.count * (rows - 1), "graph: there must be `count` weights for each vertex");
}

template <class Value>
void expect_rows(const Adjacency<Value>& rows, const std::string& name, ThreadPool* threads) {
  constexpr const char* kArrays[] = {"row", "column", "value"};
  const auto refuse = [&](RowsArray array, std::size_t at, auto found, const std::string& expected) {
    throw InputError(of_graph(name + "." + kArrays[static_cast<int>(array)] + "[" + std::to_string(at) + "] is " +
                              std::to_string(found) + ", expected " + expected));
  };
  RowCheck(rows, refuse).run(threads);
}

// Adds up add(v, e) for each edge e in the row of each vertex v.
template <class Value, class Add>
std::uint64_t sum_over_rows(const Adjacency<Value>& rows, ThreadPool* threads, const Add& add) {
  constexpr std::size_t kRows = std::size_t{1} << 12;
  std::atomic<std::uint64_t> total = 0;
  for_chunks(threads, rows.row.size() - 1, kRows, [&](std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t v = first; v < last; ++v)
      for (EdgeId e = rows.row[v]; e < rows.row[v + 1]; ++e) sum += add(static_cast<VertexId>(v), e);
    total += sum;
  });
  return total;
}

template <class Value>
std::uint64_t value_bits(const Adjacency<Value>& rows, [[maybe_unused]] EdgeId e) {
  if constexpr (kHasValue<Value>)
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
void expect_symmetric(const Adjacency<Value>& rows, const IdMap& ids, ThreadPool* threads) {
  if (rows.column.empty()) return;
  const auto last = static_cast<VertexId>(rows.row.size() - 2);
  const auto ends = find_unmatched<VertexId>(last, [&](const PairRange<VertexId>& range) {
    return sum_over_rows(rows, threads, [&](VertexId v, EdgeId e) {
      return symmetry_hash(range, rows.column[e], v, value_bits(rows, e));
    });
  });
  if (!ends) return;
  EdgeList between;
  std::vector<Value> values;
  for (const auto& [source, target] : {std::pair(ends->first, ends->second), std::pair(ends->second, ends->first)}) {
    const auto [first, end] = edges_between(rows, target, source);
    between.source.insert(between.source.end(), end - first, source);
    between.target.insert(between.target.end(), end - first, target);
    if constexpr (kHasValue<Value>) values.insert(values.end(), rows.value.begin() + first, rows.value.begin() + end);
  }
  if constexpr (kHasValue<Value>) between.values = std::move(values);
  const OneWayEdge edge = compare_directions(between, *ends);
  throw_one_way("graph: is undirected", edge, ids.name_of(edge.source), ids.name_of(edge.target));
}

// Throws InputError unless the outgoing rows have the edges of the incoming ones.
template <class Value>
void expect_transposed(const GraphParts<Value>& parts, ThreadPool* threads) {
  const auto& [incoming, outgoing, undirected, ids, weights] = parts;
  if (incoming.column.empty()) return;
  const auto hash = [](const auto& rows, const PairRange<VertexId>& range, VertexId source, VertexId target, EdgeId e) {
    return range.contains(source, target) ? hash_of_edge(source, target, value_bits(rows, e)) : 0;
  };
  const auto last = static_cast<VertexId>(incoming.row.size() - 2);
  const auto ends = find_unmatched<VertexId>(last, [&, &in = incoming, &out = outgoing](const auto& range) {
    return sum_over_rows(in, threads, [&](VertexId v, EdgeId e) { return hash(in, range, in.column[e], v, e); }) -
           sum_over_rows(out, threads, [&](VertexId v, EdgeId e) { return hash(out, range, v, out.column[e], e); });
  });
  if (!ends) return;
  const auto [first, end] = edges_between(incoming, ends->second, ends->first);
  const auto [out_first, out_end] = edges_between(outgoing, ends->first, ends->second);
  const std::string edge = "graph: the edge " + std::to_string(ids.name_of(ends->first)) + " -> " +
                           std::to_string(ids.name_of(ends->second)) + " is in the incoming rows " + times(end - first);
  if (end - first != out_end - out_first)
    throw InputError(edge + ", and in the outgoing ones " + times(out_end - out_first));
  throw InputError(edge + ", and has another value in the outgoing ones");
}

template <class Value>
void expect_graph(const GraphParts<Value>& parts, const GraphChecks& checks) {
  if (checks.rows) {
    expect_rows(parts.incoming, "incoming", checks.threads);
    expect_rows(parts.outgoing, "outgoing", checks.threads);
    expect_distinct(parts.ids, "graph");
  }
  if (!checks.directions) return;
  if (parts.undirected)
    expect_symmetric(parts.incoming, parts.ids, checks.threads);
  else if (!parts.outgoing.row.empty())
    expect_transposed(parts, checks.threads);
}

}  // namespace warpgraph::building
