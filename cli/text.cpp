// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <iomanip>
#include <limits>
#include <sstream>

namespace warpgraph::cli {

namespace {

// How many of the first bytes are one character of UTF-8 that is no control character; 0 if they are none.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  unsigned code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const std::array<unsigned, 5> least{0, 0, 0xa0, 0x800, 0x10000};  // U+0080 to U+009F are control characters
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code >= least[length] && code < 0x110000 && !is_surrogate ? length : 0;
}

std::string escape(char c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  std::array<char, 5> text;
  std::snprintf(text.data(), text.size(), "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return text.data();
}

}  // namespace

std::string format_count(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t place = text.size(); place > 3;) text.insert(place -= 3, ",");
  return text;
}

std::string format_number(double number) {
  std::ostringstream text;
  text << std::setprecision(4) << number;
  return text.str();
}

std::string format_seconds(double seconds) {
  struct Unit {
    const char* name;
    double per_second;
  };
  const Unit unit = seconds >= 1 ? Unit{" s", 1} : seconds >= 1e-4 ? Unit{" ms", 1e3} : Unit{" us", 1e6};
  const double value = seconds * unit.per_second;
  const int decimals = seconds >= 1 || (value >= 1 && value < 10) ? 1 : value < 1 && value > 0 ? 2 : 0;
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << value << unit.name;
  return text.str();
}

std::string counted(std::uint64_t count, const std::string& one, const std::string& many) {
  return format_count(count) + " " + (count == 1 ? one : many);
}

std::optional<std::size_t> parse_bytes(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc()) return std::nullopt;
  if (rest == end) return number;
  const std::size_t unit = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(*rest))));
  if (unit == kUnits.npos || rest + 1 != end) return std::nullopt;
  const std::size_t shift = 10 * (unit + 1);
  if (number > std::numeric_limits<std::size_t>::max() >> shift) return std::nullopt;
  return number << shift;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    if (length == 0)
      result += escape(text.front());
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string shortened(std::string_view text, std::size_t length) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const bool begins_character = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (begins_character && length-- == 0) break;
  }
  return std::string(text.substr(0, end));
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  const std::size_t room = width > indent ? width - indent : 1;
  std::string lines;
  while (text.size() > room) {
    const std::size_t end = std::min(text.rfind(' ', room), text.find(' ', room));  // a long word has a line of its own
    if (end == text.npos) break;
    lines += std::string(text.substr(0, end)) + '\n' + std::string(indent, ' ');
    text.remove_prefix(end + 1);
  }
  return lines + std::string(text);
}

}  // namespace warpgraph::cli
