// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>

#include "io/adjacency.hpp"
#include "io/integer_weights.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

namespace {

using Limits = std::numeric_limits<std::int32_t>;

template <class WeightOf>
void write_rows(FormattedOutput& output, const EdgeList& list, const RowsOfList& rows, bool weighted,
                const WeightOf& weight_of) {
  output.write_each(std::size_t{list.vertex_count} + 1,
                    [&](std::size_t vertex, std::string& text) { append_bytes(text, rows.offset(vertex)); });
  output.write_each(rows.size(), [&](std::size_t entry, std::string& text) {
    append_bytes(text, rows.neighbour(entry));
    if (weighted) append_bytes(text, static_cast<std::int32_t>(weight_of(rows.edge(entry))));
  });
}

template <class WeightOf>
void write_graph(FormattedOutput& output, const EdgeList& list, bool weighted, const WeightOf& weight_of) {
  const bool directed = list.direction == Direction::kDirected;
  {
    const RowsOfList rows(list, RowsOfList::Rows::kOutgoing, output.pool());
    std::string header;
    append_bytes(header, static_cast<std::uint8_t>(directed));
    append_bytes(header, std::uint64_t{rows.size()});
    append_bytes(header, std::uint64_t{list.vertex_count});
    output.write(header);
    write_rows(output, list, rows, weighted, weight_of);
  }
  if (directed) {
    const RowsOfList rows(list, RowsOfList::Rows::kIncoming, output.pool());
    write_rows(output, list, rows, weighted, weight_of);
  }
}

}  // namespace

void write_gap(FormattedOutput& output, const EdgeList& list, bool weighted) {
  if (list.vertex_count > static_cast<VertexId>(Limits::max())) {
    output.fail("GAP files hold up to ", Limits::max(), " vertices, this graph has ", list.vertex_count);
  }
  if (!weighted && list.values.index() != 0 && output.options().weights) {
    output.refuse(graphs::RefusedGraph::Reason::kWeights,
                  "GAP .sg files hold no weights, this graph has some; .wsg files do");
  }
  with_integer_weights(output, list, Limits::min(), Limits::max(),
                       [&](const auto& weight_of) { write_graph(output, list, weighted, weight_of); });
}

}  // namespace warpgraph::detail
