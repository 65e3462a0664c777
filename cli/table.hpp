// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "command.hpp"

namespace warpgraph::cli {

// Rows of text in aligned columns; columns of numbers are set to the right. Where a line would be longer than `width`,
// every row is a paragraph: its first field, and below it a line for each of the others, with the column's name.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print(std::ostream& out, std::size_t width = std::string::npos) const;

 private:
  [[nodiscard]] std::vector<std::size_t> column_widths() const;
  void print_columns(const std::vector<std::size_t>& widths, std::ostream& out) const;
  void print_paragraphs(std::size_t width, std::ostream& out) const;

  std::vector<std::vector<std::string>> rows_;
};

// A name and, from a common column on, its text, in as many lines as a terminal needs.
void print_fact(std::string name, const std::string& text, Output& output);

}  // namespace warpgraph::cli
