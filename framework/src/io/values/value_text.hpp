// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "io/input.hpp"
#include "io/text/chunked_text.hpp"
#include "io/text/cursor.hpp"
#include "io/text/header.hpp"
#include "io/text/number_field.hpp"
#include "io/text/vertex_ids.hpp"
#include "io/values/name_order.hpp"
#include "io/values/value_types.hpp"

namespace warpgraph::detail {

// Reads lines of an id and a value, in any order; lines like those that edge lists skip are skipped, and so are names
// of the two columns before the first of them. In increasing order of the ids no id has to be searched for.
template <class Value>
class ValueText {
 public:
  ValueText(const Input& input, const NameOrder& order)
      : input_(input), order_(order), values_(order.size()), seen_(order.size()) {}

  std::vector<Value> read() && {
    const ChunkedText text(input_.text(), 1, std::numeric_limits<std::size_t>::max(), input_.newline_follows);
    std::uint64_t line = 0;
    for (const TextChunk& chunk : text.chunks()) {
      for (Cursor<AnySeparator> cursor(chunk.begin); cursor.position() < chunk.end; cursor.advance()) {
        ++line;
        cursor.skip_separators();
        if (!read_line(cursor)) input_.fail(line, cursor.failure());
      }
    }
    expect_all(line);
    return std::move(values_);
  }

 private:
  bool read_line(Cursor<AnySeparator>& cursor) {
    if (is_skipped(cursor.position()) || (may_be_names_ && names_columns(cursor))) {
      cursor.skip_to_end_of_line();
      return true;
    }
    may_be_names_ = false;
    const std::string_view id = cursor.field();
    std::uint64_t name = 0;
    if (!cursor.read_number(name, kAnyId)) return false;
    const std::optional<std::size_t> place = order_.find(name, next_);
    if (!place) return cursor.fail("expected the id of a vertex of the graph, found ", quote_field(id));
    next_ = *place + 1;
    if (seen_[*place]) return cursor.fail("expected one value for vertex ", name, ", found a second");
    seen_[*place] = true;
    ++count_;
    cursor.skip_separators();
    if (!parse_number(cursor.field(), values_[order_[*place]])) return cursor.expected(noun_of_value<Value>());
    cursor.skip_field();
    cursor.skip_separators();
    return cursor.at_end_of_line() || cursor.expected("the end of the line");
  }

  static bool is_skipped(const char* field) {
    return *field == '\n' || *field == '#' || *field == '%' || (*field == '/' && field[1] == '/');
  }

  static bool begins_name(std::string_view field) {
    if (field.starts_with('"')) field.remove_prefix(1);
    return !field.empty() && (field[0] == '_' || (lower_case(field[0]) >= 'a' && lower_case(field[0]) <= 'z'));
  }
  // There is one such line at most.
  bool names_columns(Cursor<AnySeparator> cursor) {
    for (int column = 0; column < 2; ++column) {
      if (!begins_name(cursor.field())) return false;
      cursor.skip_field();
      cursor.skip_separators();
    }
    if (!cursor.at_end_of_line()) return false;
    may_be_names_ = false;
    return true;
  }

  void expect_all(std::uint64_t last_line) const {
    if (count_ == order_.size()) return;
    std::size_t place = 0;
    while (seen_[place]) ++place;
    input_.fail(last_line, "expected ", order_.size(), " values, one for each vertex, found ", count_,
                ", and none for vertex ", order_.name_at(place));
  }

  const Input& input_;
  const NameOrder& order_;
  std::vector<Value> values_;
  std::vector<bool> seen_;  // by place in the order
  std::size_t next_ = 0;    // the place after that of the last line
  std::size_t count_ = 0;
  bool may_be_names_ = true;  // the next line that is not skipped
};

}  // namespace warpgraph::detail
