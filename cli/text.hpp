// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

// Numbers and text for people, and from them.
namespace warpgraph::cli {

std::string format_count(std::uint64_t count);  // "1,048,576"
std::string format_seconds(double seconds);     // "3.2 s", "41 ms", "0.86 ms", "7.3 us"
std::string format_number(double number);       // the shortest of at most 4 digits: "15.98", "1.2e+09"
std::string counted(std::uint64_t count, const std::string& one, const std::string& many);  // "1 edge", "7 edges"

// Whether the whole text is a number, which is then in `number`.
template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}
// "5,17,3": one number or several with commas between; nothing if it is anything else.
template <class Number>
std::optional<std::vector<Number>> parse_list(std::string_view text) {
  std::vector<Number> numbers;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    if (!parse(text.substr(first, end - first), numbers.emplace_back())) return {};
    first = end + 1;
  }
  return numbers;
}

// "4096", "512M", "8g": a number, in units of 1024 with K, M, G or T behind it; nothing if it is none, or too large.
std::optional<std::size_t> parse_bytes(std::string_view text);

// The text in one line of valid UTF-8: control characters and bytes that are no UTF-8 become escapes such as \n and
// \x1b. File names may contain both, and a terminal would obey them.
std::string printable(std::string_view text);

// The first `length` characters of valid UTF-8.
std::string shortened(std::string_view text, std::size_t length);

// Breaks the text between words into lines of at most `width` characters. The first line has `indent` characters before
// it already; the others begin with as many blanks.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace warpgraph::cli
