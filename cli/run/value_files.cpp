// SPDX-License-Identifier: Apache-2.0
#include "value_files.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/framework/io/value_columns.hpp>
#include <warpgraph/framework/ranks/write_values.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../file_names.hpp"

namespace warpgraph::cli {

namespace {

using algorithms::ResultColumn;

bool is_text(const std::string& target) { return files::value_format_of(target) == files::ValueFormat::kText; }

void write_column(const std::string& target, const ResultColumn& column, const PlacedGraph& graph) {
  std::visit(
      [&]<class Value>(const std::vector<Value>& values) {
        if (graph.part() == nullptr) return files::write_values<Value>(target, values, graph.ids());
        std::visit([&](const auto& part) { files::write_values(*graph.ranks(), target, std::span(values), part); },
                   *graph.part());
      },
      column.values);
}

}  // namespace

std::string file_of_column(const std::string& target, const std::string& column) {
  std::filesystem::path path(target);
  std::string extension = path.extension().string();
  path.replace_extension();
  if (has_compressed_name(target)) {
    extension = path.extension().string() + extension;
    path.replace_extension();
  }
  path += "." + column + extension;
  return path.string();
}

std::vector<std::string> files_of_columns(const std::string& target, const std::vector<std::string>& columns,
                                          const Ranks* ranks) {
  if (columns.size() < 2) return {target};
  if (is_text(target)) {
    if (ranks == nullptr) return {target};
    throw UsageError(
        "several ranks do not write several columns into one file of text; write arrays (.npy or .bin), or one column");
  }
  std::vector<std::string> all;
  for (const std::string& column : columns) all.push_back(file_of_column(target, column));
  return all;
}

void write_columns(const std::string& target, const std::vector<ResultColumn>& columns, const PlacedGraph& graph) {
  if (columns.size() == 1) return write_column(target, columns.front(), graph);
  if (!is_text(target)) {
    for (const ResultColumn& column : columns) write_column(file_of_column(target, column.name), column, graph);
    return;
  }
  std::vector<files::ValueColumn> together;
  for (const ResultColumn& column : columns)
    std::visit([&](const auto& values) { together.push_back({column.name, std::span(values)}); }, column.values);
  files::write_columns(target, together, graph.ids());
}

}  // namespace warpgraph::cli
