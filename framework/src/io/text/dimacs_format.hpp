// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/input.hpp"
#include "io/text/cursor.hpp"
#include "io/text/header.hpp"
#include "io/text/records.hpp"

// What lines of DIMACS files are, and their problem line.
namespace warpgraph::detail {

template <char kLetter>
struct DimacsFormat {
  using Separators = Blanks;
  static constexpr std::string_view kSkipped = kLetter == 'a' ? "c" : "cndvx";
  bool ignores_weights;

  static bool is_record(const char* field) { return *field == kLetter; }
  static bool begin_record(Cursor<Separators>& cursor) {
    if (!Cursor<Separators>::ends_field(cursor.position()[1])) return other_line(cursor);
    cursor.advance();
    cursor.skip_separators();
    return true;
  }
  static bool allows(Cursor<Separators>&, VertexId, VertexId) { return true; }
  bool end_record(Cursor<Separators>& cursor) const {
    if (ignores_weights) cursor.skip_to_end_of_line();
    return expect_end_of_line(cursor);
  }
  static bool other_line(Cursor<Separators>& cursor) {
    if (!cursor.at_end_of_line() && kSkipped.find(cursor.peek()) == kSkipped.npos) {
      return cursor.expected(kLetter == 'a' ? "a line that begins with a (arc) or c (comment)"
                                            : "a line that begins with e (edge) or c (comment)");
    }
    cursor.skip_to_end_of_line();
    return true;
  }
};

struct ProblemLine {
  std::string kind;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
};

// Throw InputError if the problem is another one.
[[nodiscard]] ProblemLine read_arcs_problem(const Input& input, LineScanner& lines);   // letter a
[[nodiscard]] ProblemLine read_edges_problem(const Input& input, LineScanner& lines);  // letter e

}  // namespace warpgraph::detail
