// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "../file_names.hpp"
#include "../text_lines.hpp"

namespace warpgraph::cli {

// The line in which an edge of the list stands; 0 if the file cannot be looked at again.
inline std::uint64_t line_of_edge(const std::string& file, std::size_t edge) {
  if (file == "-" || has_compressed_name(file)) return 0;
  Lines lines(file);
  for (std::uint64_t line = 1; !lines.at_end(); ++line) {
    const std::string_view text = lines.take();
    const std::size_t first = text.find_first_not_of(" \t\r,;|");
    if (first == text.npos || text[first] < '0' || text[first] > '9') continue;  // no edge
    if (edge-- == 0) return line;
  }
  return 0;
}

}  // namespace warpgraph::cli
