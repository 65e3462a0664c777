// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <type_traits>

namespace warpgraph::detail {

// Appends a number in the shortest way that gives the same number when it is read. One with a
// fraction can be told from an integer.
template <class Number>
void append_number(std::string& text, Number number) {
  constexpr std::size_t kLongest = 32;
  const std::size_t size = text.size();
  text.resize(size + kLongest);
  const auto end = std::to_chars(text.data() + size, text.data() + text.size(), number).ptr;
  text.resize(static_cast<std::size_t>(end - text.data()));
  if constexpr (std::is_floating_point_v<Number>) {
    if (text.find_first_of(".en", size) == text.npos) text += ".0";
  }
}

template <class Number>
std::string number_text(Number number) {
  std::string text;
  append_number(text, number);
  return text;
}

}  // namespace warpgraph::detail
