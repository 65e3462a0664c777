// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "io/adjacency.hpp"
#include "io/edge_values.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

namespace {

template <class Values>
std::uint64_t bytes_of_data(const Values& values) {
  if constexpr (kHasValues<Values>) return sizeof(values[0]);
  return 0;
}

std::string header(const EdgeList& list, const RowsOfList& rows, std::uint64_t version, std::uint64_t data_bytes) {
  std::string text;
  append_bytes(text, version);
  append_bytes(text, data_bytes);
  append_bytes(text, std::uint64_t{list.vertex_count});
  append_bytes(text, std::uint64_t{rows.size()});
  return text;
}

}  // namespace

void write_galois(FormattedOutput& output, const EdgeList& list) {
  const int version = output.options().galois_version;
  expects(version == 1 || version == 2, "galois_version is 1 or 2");
  const RowsOfList rows(list, RowsOfList::Rows::kOutgoing, output.pool());
  visit_values(output, list, [&](const auto& values) {
    output.write(header(list, rows, static_cast<std::uint64_t>(version), bytes_of_data(values)));
    output.write_each(list.vertex_count,
                      [&](std::size_t vertex, std::string& text) { append_bytes(text, rows.offset(vertex + 1)); });
    output.write_each(rows.size(), [&](std::size_t entry, std::string& text) {
      const VertexId neighbour = rows.neighbour(entry);
      if (version == 1) {
        append_bytes(text, neighbour);
      } else {
        append_bytes(text, std::uint64_t{neighbour});
      }
    });
    if (version == 1 && rows.size() % 2 != 0) output.write(std::string_view("\0\0\0\0", 4));
    if constexpr (kHasValues<decltype(values)>) {
      output.write_each(rows.size(),
                        [&](std::size_t entry, std::string& text) { append_bytes(text, values[rows.edge(entry)]); });
    }
  });
}

}  // namespace warpgraph::detail
