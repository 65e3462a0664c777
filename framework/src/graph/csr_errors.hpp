// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/error.hpp>

// What is said of compressed rows that are no graph.
namespace warpgraph::building {

// The place of what was looked for and is not there.
inline constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

template <class Offset>
[[noreturn]] void throw_first_offset(Offset first) {
  throw UsageError("graph: row[0] is " + std::to_string(first) + ", expected 0");
}

template <class Offset>
[[noreturn]] void throw_descending_offset(std::size_t place, Offset before, Offset found) {
  throw InputError("graph: row[" + std::to_string(place) + "] is " + std::to_string(found) + ", expected at least " +
                   std::to_string(before) + ", the offset before it");
}

// Where a column is.
struct ColumnPlace {
  ColumnPlace(std::span<const EdgeId> offsets, EdgeId of_edge)
      : row(static_cast<std::size_t>(std::ranges::upper_bound(offsets, of_edge) - offsets.begin() - 1)),
        in_row(of_edge - offsets[row]),
        edge(of_edge) {}

  std::size_t row;
  EdgeId in_row;
  EdgeId edge;
};

inline std::string described(const ColumnPlace& place) {
  return "graph: row " + std::to_string(place.row) + ": column " + std::to_string(place.in_row) + " (edge " +
         std::to_string(place.edge) + ") is ";
}

template <class Column>
[[noreturn]] void throw_stray_column(const ColumnPlace& place, Column found, std::size_t vertex_count) {
  throw InputError(described(place) + std::to_string(found) + ", which is no vertex of " +
                   std::to_string(vertex_count));
}

[[noreturn]] inline void throw_descending_column(const ColumnPlace& place, VertexId before, VertexId found) {
  throw InputError(described(place) + std::to_string(found) + ", less than " + std::to_string(before) +
                   " before it; ColumnOrder::kAny sorts rows");
}

}  // namespace warpgraph::building
