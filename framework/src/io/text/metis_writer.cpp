// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "io/adjacency.hpp"
#include "io/integer_weights.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

namespace {

// METIS itself refuses directed graphs, self-loops and parallel edges.
void check_simple(const FormattedOutput& output, const EdgeList& list, const RowsOfList& rows) {
  SmallestIndex loop;
  SmallestIndex parallel;
  constexpr std::size_t kVerticesAtOnce = std::size_t{1} << 14;
  output.pool().for_each(list.vertex_count, kVerticesAtOnce, [&](std::size_t vertex) {
    for (std::uint64_t e = rows.offset(vertex); e < rows.offset(vertex + 1); ++e) {
      if (rows.neighbour(e) == vertex) loop.add(vertex);
      if (e > rows.offset(vertex) && rows.neighbour(e) == rows.neighbour(e - 1)) parallel.add(e);
    }
  });
  if (loop.get() != SmallestIndex::kNone) {
    output.refuse(graphs::RefusedGraph::Reason::kSelfLoop, "METIS files hold no self-loops, vertex ",
                  list.ids.name_of(static_cast<VertexId>(loop.get())), " has one");
  }
  if (parallel.get() != SmallestIndex::kNone) {
    const EdgeId edge = rows.edge(parallel.get());
    output.refuse(graphs::RefusedGraph::Reason::kParallelEdges,
                  "METIS files hold no parallel edges, there are some between ", list.ids.name_of(list.source[edge]),
                  " and ", list.ids.name_of(list.target[edge]));
  }
}

std::string header(const EdgeList& list, const RowsOfList& rows, bool weighted) {
  std::string text = message(list.vertex_count, " ", rows.size() / 2);
  const std::size_t constraints = list.vertex_weights.count;
  if (weighted || constraints > 0) text += constraints > 0 ? " 01" : " 00";
  if (weighted || constraints > 0) text += weighted ? "1" : "0";
  if (constraints > 1) text += message(" ", constraints);
  return text + "\n";
}

void append_vertex_weights(std::string& text, const VertexWeights& weights, std::size_t vertex) {
  for (std::size_t i = 0; i < weights.count; ++i) {
    append_number(text, weights.values[vertex * weights.count + i]);
    text += ' ';
  }
}

}  // namespace

void write_metis(FormattedOutput& output, const EdgeList& list) {
  output.expect_undirected(list, "METIS");
  const RowsOfList rows(list, RowsOfList::Rows::kOutgoing, output.pool());
  check_simple(output, list, rows);
  const bool weighted = output.options().weights && list.values.index() != 0;
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  with_integer_weights(output, list, 1, kLargest, [&](const auto& weight_of) {
    output.write(header(list, rows, weighted));
    output.write_each(list.vertex_count, [&](std::size_t vertex, std::string& text) {
      append_vertex_weights(text, list.vertex_weights, vertex);
      for (std::uint64_t e = rows.offset(vertex); e < rows.offset(vertex + 1); ++e) {
        append_number(text, std::uint64_t{rows.neighbour(e)} + 1);
        text += ' ';
        if (!weighted) continue;
        append_number(text, weight_of(rows.edge(e)));
        text += ' ';
      }
      if (!text.empty() && text.back() == ' ') text.pop_back();
      text += '\n';
    });
  });
}

}  // namespace warpgraph::detail
