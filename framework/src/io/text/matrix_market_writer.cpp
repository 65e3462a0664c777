// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include "io/adjacency.hpp"
#include "io/edge_values.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

namespace {

template <class Values>
std::string_view field_of(const Values& values) {
  if constexpr (kHasValues<Values>) {
    return std::is_integral_v<std::decay_t<decltype(values[0])>> ? "integer" : "real";
  }
  return "pattern";
}

}  // namespace

void write_matrix_market(FormattedOutput& output, const EdgeList& list) {
  const bool symmetric = list.direction != Direction::kDirected;
  visit_values(output, list, [&](const auto& values) {
    output.write(message("%%MatrixMarket matrix coordinate ", field_of(values), " ",
                         symmetric ? "symmetric" : "general", "\n", list.vertex_count, " ", list.vertex_count, " ",
                         count_written_once(list), "\n"));
    output.write_each(list.size(), [&](std::size_t edge, std::string& text) {
      if (!is_written_once(list, edge)) return;
      std::uint64_t row = std::uint64_t{list.source[edge]} + 1;
      std::uint64_t column = std::uint64_t{list.target[edge]} + 1;
      if (symmetric && row < column) std::swap(row, column);  // the lower triangle
      append_number(text, row);
      text += ' ';
      append_number(text, column);
      if constexpr (kHasValues<decltype(values)>) {
        text += ' ';
        append_number(text, values[edge]);
      }
      text += '\n';
    });
  });
}

}  // namespace warpgraph::detail
