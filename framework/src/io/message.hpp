// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::detail {

inline void append_part(std::string& text, std::string_view part) { text += part; }
template <class Number>
requires std::integral<Number> || std::floating_point<Number>
void append_part(std::string& text, Number part) { text += std::to_string(part); }
inline void append_part(std::string& text, VertexName part) { text += to_string(part); }

// Texts and numbers, one after another.
template <class... Parts>
std::string message(const Parts&... parts) {
  std::string text;
  (append_part(text, parts), ...);
  return text;
}

}  // namespace warpgraph::detail
