// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "io/adjacency.hpp"
#include "io/edge_values.hpp"
#include "io/writers.hpp"

namespace warpgraph::detail {

namespace {

// What the reader of this format looks for. The number of vertices is left out where their ids have gaps, since it
// could not tell which of them have no edges.
std::string preamble(const EdgeList& list) {
  std::string text =
      list.direction == Direction::kDirected ? "# Directed graph\n" : "# Undirected graph, each edge once\n";
  const std::uint64_t edges = count_written_once(list);
  const std::optional<std::uint64_t> first = first_of_consecutive_ids(list);
  if (!first) return text + message("# Edges: ", edges, "\n");
  text += message("# Nodes: ", list.vertex_count, " Edges: ", edges, "\n");
  if (*first != 0) text += message("# First id: ", *first, "\n");
  return text;
}

}  // namespace

// Ids are distinct, so those without gaps are as many as their range.
std::optional<std::uint64_t> first_of_consecutive_ids(const EdgeList& list) {
  if (list.ids.original.empty()) return list.ids.base;
  const auto [min, max] = std::ranges::minmax(list.ids.original);
  return max - min == list.ids.original.size() - 1 ? std::optional(min) : std::nullopt;
}

// Without comments, or another file, the file cannot say that a line stands for both directions, so both are written.
void write_edge_list_text(FormattedOutput& output, const EdgeList& list, EdgeListStyle style) {
  if (style.head == EdgeListHead::kComments) output.write(preamble(list));
  const bool says_direction = style.head == EdgeListHead::kComments || style.head == EdgeListHead::kElsewhere;
  const bool ascends = style.head == EdgeListHead::kElsewhere && list.direction != Direction::kDirected;
  visit_values(output, list, [&](const auto& values) {
    constexpr bool kWeighted = kHasValues<decltype(values)>;
    if (style.head == EdgeListHead::kColumns)
      output.write(std::string("source") + style.separator + "target" +
                   (kWeighted ? style.separator + std::string("weight") : "") + '\n');
    const auto append_line = [&](std::string& text, VertexId source, VertexId target, std::size_t edge) {
      std::uint64_t first = list.ids.name_of(source).value();
      std::uint64_t second = list.ids.name_of(target).value();
      if (ascends && first > second) std::swap(first, second);
      append_number(text, first);
      text += style.separator;
      append_number(text, second);
      if constexpr (kWeighted) {
        text += style.separator;
        append_number(text, values[edge]);
      }
      text += '\n';
    };
    const bool adds_reverse = !says_direction && list.direction == Direction::kUndirectedOnce;
    output.write_each(list.size(), [&](std::size_t edge, std::string& text) {
      if (says_direction && !is_written_once(list, edge)) return;
      const VertexId source = list.source[edge];
      const VertexId target = list.target[edge];
      append_line(text, source, target, edge);
      if (adds_reverse && source != target) append_line(text, target, source, edge);
    });
  });
}

}  // namespace warpgraph::detail
