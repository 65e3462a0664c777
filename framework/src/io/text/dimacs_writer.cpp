// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>

#include "io/adjacency.hpp"
#include "io/integer_weights.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

namespace {

void append_arc(std::string& text, VertexId source, VertexId target, std::int64_t weight) {
  text += "a ";
  append_number(text, std::uint64_t{source} + 1);
  text += ' ';
  append_number(text, std::uint64_t{target} + 1);
  text += ' ';
  append_number(text, weight);
  text += '\n';
}

std::uint64_t count_arcs(const EdgeList& list) {
  if (list.direction != Direction::kUndirectedOnce) return list.size();
  std::uint64_t arcs = 2 * list.size();
  for (std::size_t edge = 0; edge < list.size(); ++edge) {
    if (list.source[edge] == list.target[edge]) --arcs;
  }
  return arcs;
}

}  // namespace

void write_dimacs(FormattedOutput& output, const EdgeList& list) {
  using Limits = std::numeric_limits<std::int64_t>;
  const bool both = list.direction == Direction::kUndirectedOnce;
  with_integer_weights(output, list, Limits::min(), Limits::max(), [&](const auto& weight_of) {
    output.write(message("p sp ", list.vertex_count, " ", count_arcs(list), "\n"));
    output.write_each(list.size(), [&](std::size_t edge, std::string& text) {
      const VertexId source = list.source[edge];
      const VertexId target = list.target[edge];
      append_arc(text, source, target, weight_of(edge));
      if (both && source != target) append_arc(text, target, source, weight_of(edge));
    });
  });
}

void write_dimacs_colouring(FormattedOutput& output, const EdgeList& list) {
  output.expect_undirected(list, "DIMACS colouring");
  if (list.values.index() != 0 && output.options().weights) {
    output.refuse(graphs::RefusedGraph::Reason::kWeights,
                  "DIMACS colouring files hold no weights, this graph has some");
  }
  output.write(message("p edge ", list.vertex_count, " ", count_written_once(list), "\n"));
  output.write_each(list.size(), [&](std::size_t edge, std::string& text) {
    if (!is_written_once(list, edge)) return;
    text += "e ";
    append_number(text, std::uint64_t{list.source[edge]} + 1);
    text += ' ';
    append_number(text, std::uint64_t{list.target[edge]} + 1);
    text += '\n';
  });
}

}  // namespace warpgraph::detail
