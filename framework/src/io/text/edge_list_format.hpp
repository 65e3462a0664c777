// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/ids.hpp>

#include "io/input.hpp"
#include "io/text/cursor.hpp"
#include "io/text/records.hpp"

// What lines of an edge list are, and what its comments say.
namespace warpgraph::detail {

struct EdgeListFormat {
  using Separators = AnySeparator;
  bool ignores_more_columns;

  static bool is_record(const char* field) {
    return *field != '\n' && *field != '#' && *field != '%' && !(*field == '/' && field[1] == '/');
  }
  static bool is_comment(std::string_view text) {
    return text.starts_with('#') || text.starts_with('%') || text.starts_with("//");
  }
  static bool begin_record(Cursor<Separators>&) { return true; }
  static bool allows(Cursor<Separators>&, VertexId, VertexId) { return true; }
  bool end_record(Cursor<Separators>& cursor) const {
    if (ignores_more_columns) cursor.skip_to_end_of_line();
    return expect_end_of_line(cursor);
  }
  static bool other_line(Cursor<Separators>& cursor) {
    cursor.skip_to_end_of_line();
    return true;
  }
};

// What has the lines, without a mark of the byte order. Throws InputError for a Matrix Market file: its first line is a
// comment here, and its size line an edge.
[[nodiscard]] Input edge_list_text(const Input& input);

// What the comments before the first edge say, as SNAP writes them, and where the edges begin.
struct Preamble {
  std::size_t body = 0;                // behind a line of names of columns, if there is one: "from,to"
  std::uint64_t body_line = 1;         // the number of the line there
  bool undirected = false;             // "# Undirected graph"
  std::optional<std::uint64_t> nodes;  // "# Nodes: 5 Edges: 7"
  std::optional<std::uint64_t> edges;
  std::uint64_t line_of_edges = 0;
  std::uint64_t first_id = 0;  // "# First id: 1"
  bool weighted = false;       // the first edge has a third column
  std::string misfit;          // what is wrong with the first number of a comment that is none of use
  std::uint64_t line_of_misfit = 0;

  // The last one may be 2^64 - 1.
  [[nodiscard]] bool ids_fit() const { return nodes && (*nodes == 0 || first_id <= ~std::uint64_t{0} - (*nodes - 1)); }
  [[nodiscard]] bool names(std::uint64_t smallest, std::uint64_t largest) const {
    return ids_fit() && smallest >= first_id && largest - first_id < *nodes;
  }
};

[[nodiscard]] Preamble read_preamble(std::string_view text);

// Names of columns, and numbers of comments that cannot be used.
void remark_preamble(const Input& input, const Preamble& preamble);

// What a file has that is nothing but comments. Throws InputError if they do not say how many vertices there are.
[[nodiscard]] EdgeList list_without_edges(const Input& input, const Preamble& preamble, Direction direction);

// SNAP counts lines. A comment that counts both directions of edges that are listed once is right as well.
void remark_missing_edges(const Input& input, const Preamble& preamble, std::uint64_t found, std::uint64_t loops);

}  // namespace warpgraph::detail
