// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "io/input.hpp"
#include "io/text/weight_field.hpp"

namespace warpgraph::detail {

// Takes lines off the front of a text: for headers, which are read before the text is cut up.
class LineScanner {
 public:
  explicit LineScanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  // Without its '\n'.
  [[nodiscard]] std::string_view peek() const { return rest_.substr(0, rest_.find('\n')); }
  std::string_view take() {
    const std::string_view line = peek();
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    ++line_;
    return line;
  }
  // The number of the line that was taken last; 0: none yet.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::uint64_t line_ = 0;
};

// The fields of one line, one after another; empty at the end.
class FieldScanner {
 public:
  explicit FieldScanner(std::string_view line) : rest_(line) {}

  std::string_view take() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
    const std::string_view field = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_.remove_prefix(field.size());
    return field;
  }
  [[nodiscard]] bool at_end() const { return rest_.find_first_not_of(kBlanks) == rest_.npos; }

 private:
  static constexpr std::string_view kBlanks = " \t\r\v\f\n";
  std::string_view rest_;
};

// The largest number of vertices of a graph, and of edges that a header may speak of without
// overflow in what is computed from it.
inline constexpr std::uint64_t kMaxVertices = kNoVertex;
inline constexpr std::uint64_t kMaxEdges = std::uint64_t{1} << 60;

// Takes a whole number up to `largest` from a line of a header, or throws: "expected <what>".
std::uint64_t take_number(FieldScanner& fields, std::uint64_t largest, const Input& input, std::uint64_t line,
                          std::string_view what);

constexpr char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lower_case(std::string_view text);

// The rules for the weights of a file whose weights by themselves are of `type` to `widest`.
WeightRules weight_rules(const files::ReadOptions& options, files::WeightType type, files::WeightType widest);

}  // namespace warpgraph::detail
