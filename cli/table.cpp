// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <ostream>
#include <utility>

#include "text.hpp"

namespace warpgraph::cli {

namespace {

bool starts_like_a_number(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0;
}

}  // namespace

std::vector<std::size_t> Table::column_widths() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  return widths;
}

void Table::print(std::ostream& out, std::size_t width) const {
  const std::vector<std::size_t> widths = column_widths();
  if (std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1)) <= width)
    print_columns(widths, out);
  else
    print_paragraphs(width, out);
}

void Table::print_columns(const std::vector<std::size_t>& widths, std::ostream& out) const {
  std::vector<bool> right(widths.size(), rows_.size() > 1);
  for (std::size_t r = 1; r < rows_.size(); ++r)
    for (std::size_t c = 0; c < widths.size(); ++c)
      if (!starts_like_a_number(rows_[r][c])) right[c] = false;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string padding(widths[c] - row[c].size(), ' ');
      line += (c == 0 ? "" : "  ") + (right[c] ? padding + row[c] : row[c] + padding);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

void Table::print_paragraphs(std::size_t width, std::ostream& out) const {
  const std::vector<std::string>& names = rows_.front();
  std::size_t name_width = 0;
  for (std::size_t c = 1; c < names.size(); ++c) name_width = std::max(name_width, names[c].size());
  for (std::size_t r = 1; r < rows_.size(); ++r) {
    out << rows_[r].front() << '\n';
    for (std::size_t c = 1; c < names.size(); ++c) {
      const std::string padding(name_width - names[c].size(), ' ');
      out << "  " << names[c] << padding << "  " << wrapped(rows_[r][c], width, name_width + 4) << '\n';
    }
  }
}

void print_fact(std::string name, const std::string& text, Output& output) {
  constexpr std::size_t kIndent = 19;
  name.resize(std::max(name.size() + 1, kIndent), ' ');
  output.out << name << wrapped(text, output.width(), kIndent) << '\n';
}

}  // namespace warpgraph::cli
