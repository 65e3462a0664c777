// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>

#include "io/adjacency.hpp"
#include "io/integer_weights.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

void write_ecl(FormattedOutput& output, const EdgeList& list) {
  using Limits = std::numeric_limits<std::int32_t>;
  constexpr auto kMax = static_cast<std::uint64_t>(Limits::max());
  const RowsOfList rows(list, RowsOfList::Rows::kOutgoing, output.pool());
  if (list.vertex_count > kMax || rows.size() > kMax) {
    output.fail("ECL files hold up to ", kMax, " vertices and directed edges, this graph has ", list.vertex_count,
                " and ", rows.size());
  }
  const bool weighted = output.options().weights && list.values.index() != 0;
  with_integer_weights(output, list, Limits::min(), Limits::max(), [&](const auto& weight_of) {
    std::string header;
    append_bytes(header, static_cast<std::int32_t>(list.vertex_count));
    append_bytes(header, static_cast<std::int32_t>(rows.size()));
    output.write(header);
    output.write_each(std::size_t{list.vertex_count} + 1, [&](std::size_t vertex, std::string& text) {
      append_bytes(text, static_cast<std::int32_t>(rows.offset(vertex)));
    });
    output.write_each(rows.size(),
                      [&](std::size_t entry, std::string& text) { append_bytes(text, rows.neighbour(entry)); });
    if (!weighted) return;
    output.write_each(rows.size(), [&](std::size_t entry, std::string& text) {
      append_bytes(text, static_cast<std::int32_t>(weight_of(rows.edge(entry))));
    });
  });
}

}  // namespace warpgraph::detail
