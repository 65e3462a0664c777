// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/error.hpp>

#include "wg_table.hpp"

namespace warpgraph::detail {

// What costs nothing: that the rows begin with the first edge and end with the last.
template <class Value>
void expect_row_ends(const Adjacency<Value>& rows, const std::string& name, std::string_view section) {
  if (rows.row.empty()) return;
  const auto expect = [&](std::size_t v, EdgeId expected) {
    if (rows.row[v] == expected) return;
    throw InputError(name, 0,
                     "section \"" + std::string(section) + "\" has offset " + std::to_string(rows.row[v]) + " at " +
                         std::to_string(v) + ", expected " + std::to_string(expected));
  };
  expect(0, 0);
  expect(rows.row.size() - 1, rows.column.size());
}

// These read everything, and throw InputError for one of the things that are wrong.
void verify_checksums(const WgTable& table, std::span<const std::byte> file, ThreadPool* threads);
void verify_rows(const AnyGraph& graph, const std::string& name, ThreadPool* threads);
// Of the whole graph's incoming rows, those in a range, without a look at others.
template <EdgeValueType Value>
void verify_rows(const Adjacency<Value>& rows, VertexRange range, const std::string& name, ThreadPool* threads);

}  // namespace warpgraph::detail
