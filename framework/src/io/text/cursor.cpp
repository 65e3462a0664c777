// SPDX-License-Identifier: Apache-2.0
#include "io/text/cursor.hpp"

#include <string>
#include <string_view>

namespace warpgraph::detail {

std::string quote_field(std::string_view field) {
  constexpr std::size_t kLongest = 24;
  if (field.empty()) return "the end of the line";
  std::string text = "'";
  for (const char c : field.substr(0, kLongest)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (field.size() > kLongest ? "...'" : "'");
}

}  // namespace warpgraph::detail
