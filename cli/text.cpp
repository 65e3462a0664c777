// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include <charconv>
#include <iomanip>
#include <limits>
#include <sstream>

namespace warpgraph::cli {

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
  std::ostringstream text;
  if (seconds < 1)
    text << std::fixed << std::setprecision(seconds < 0.01 ? 1 : 0) << 1000 * seconds << " ms";
  else
    text << std::fixed << std::setprecision(1) << seconds << " s";
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
  const std::size_t unit = kUnits.find(*rest);
  if (unit == kUnits.npos || rest + 1 != end) return std::nullopt;
  const std::size_t shift = 10 * (unit + 1);
  if (number > std::numeric_limits<std::size_t>::max() >> shift) return std::nullopt;
  return number << shift;
}

}  // namespace warpgraph::cli
