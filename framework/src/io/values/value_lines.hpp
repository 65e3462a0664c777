// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "io/extension.hpp"

namespace warpgraph::detail {

// What stands between the columns of text that is written, and whether their names come first: as in edge lists.
struct ValueLines {
  char separator = ' ';
  bool has_names = false;

  [[nodiscard]] std::string_view names_of_values() const { return has_names ? "vertex,value\n" : ""; }
  [[nodiscard]] std::string_view names_of_edges() const { return has_names ? "source,target,value\n" : ""; }
};

inline ValueLines value_lines_of(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  if (extension == "csv") return {',', true};
  return {extension == "tsv" ? '\t' : ' '};
}

}  // namespace warpgraph::detail
