// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdio.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <initializer_list>
#include <iomanip>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// What is measured, as aligned tables in Markdown on the standard output and as JSON in a file.
namespace warpgraph::benchmarks {

template <class... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  std::vector<char> text(128);
  const int length = snprintf(text.data(), text.size(), pattern, arguments...);
  return {text.data(), std::min(static_cast<std::size_t>(std::max(length, 0)), text.size() - 1)};
}

class TextTable {
 public:
  // The first `names` columns are flush left, the others, figures, flush right.
  TextTable(std::size_t names, std::vector<std::string> header) : names_(names), rows_{std::move(header)} {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  void print(const std::string& title) const {
    std::vector<std::size_t> width(rows_.front().size(), 3);
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    printf("\n%s\n\n", title.c_str());
    for (const auto& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        const int columns = static_cast<int>(width[i]);
        printf("| %*s ", i < names_ ? -columns : columns, row[i].c_str());
      }
      printf("|\n");
      if (&row == &rows_.front()) print_rule(width);
    }
    fflush(stdout);
  }

 private:
  void print_rule(const std::vector<std::size_t>& width) const {
    for (std::size_t i = 0; i < width.size(); ++i)
      printf("|%s%s", std::string(width[i] + 1, '-').c_str(), i < names_ ? "-" : ":");
    printf("|\n");
  }

  std::size_t names_;
  std::vector<std::vector<std::string>> rows_;
};

// An array of flat objects, one a line. Each is in the file as soon as it is written, so a run that is cut short leaves
// its figures.
class JsonRecords {
 public:
  using Value = std::variant<std::string, double>;

  explicit JsonRecords(const std::string& path) : file_(path) {
    if (!file_) throw std::runtime_error("cannot write " + path);
    file_ << std::setprecision(10);
  }
  ~JsonRecords() { file_ << (is_first_ ? "[" : "") << "\n]\n"; }
  JsonRecords(const JsonRecords&) = delete;
  JsonRecords& operator=(const JsonRecords&) = delete;

  void write(std::initializer_list<std::pair<const char*, Value>> fields) {
    file_ << (std::exchange(is_first_, false) ? "[\n{" : ",\n{");
    const char* separator = "";
    for (const auto& [name, value] : fields) {
      file_ << std::exchange(separator, ", ") << '"' << name << "\": ";
      if (const auto* const text = std::get_if<std::string>(&value))
        file_ << std::quoted(*text);
      else
        file_ << std::get<double>(value);
    }
    file_ << '}' << std::flush;
  }

 private:
  std::ofstream file_;
  bool is_first_ = true;
};

}  // namespace warpgraph::benchmarks
