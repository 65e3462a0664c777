// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/option_values.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace warpgraph::option {

namespace {

template <class Number>
bool parse_all(std::string_view text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

// 2^20
bool parse_power(std::string_view text, std::uint64_t& value) {
  std::uint64_t exponent = 0;
  if (!text.starts_with("2^") || !parse_all(text.substr(2), exponent) || exponent > 63) return false;
  value = std::uint64_t{1} << exponent;
  return true;
}

std::uint64_t suffix_factor(char suffix) {
  switch (suffix) {
    case 'k':
      return 1'000;
    case 'M':
      return 1'000'000;
    case 'G':
      return 1'000'000'000;
    default:
      return 1;
  }
}

}  // namespace

std::string to_text(std::uint64_t value) { return std::to_string(value); }

std::string to_text(double value) {
  std::array<char, 32> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  std::string shortest(text.data(), result.ptr);
  const std::size_t exponent = shortest.find("e-0");  // 1e-04
  if (exponent != std::string::npos) shortest.erase(exponent + 2, 1);
  return shortest;
}

bool from_text(std::string_view text, std::uint64_t& value) {
  if (parse_power(text, value)) return true;
  const std::uint64_t factor = text.empty() ? 1 : suffix_factor(text.back());
  if (factor != 1) text.remove_suffix(1);
  return parse_all(text, value) && !__builtin_mul_overflow(value, factor, &value);
}

bool from_text(std::string_view text, double& value) { return parse_all(text, value) && std::isfinite(value); }

bool from_text(std::string_view text, bool& value) {
  value = text == "true" || text == "1" || text == "yes" || text == "on";
  return value || text == "false" || text == "0" || text == "no" || text == "off";
}

std::string describe(const WholeRange& range) {
  const std::string from = "a whole number from " + to_text(range.lowest);
  const bool is_open = range.highest == std::numeric_limits<std::uint64_t>::max();
  return is_open ? from + " on" : from + " to " + to_text(range.highest);
}

std::string describe(const RealRange& range) {
  const std::string from = "a number " + std::string(range.above ? "above " : "from ") + to_text(range.lowest);
  if (std::isinf(range.highest)) return range.above ? from : from + " on";
  if (range.below) return from + " to below " + to_text(range.highest);
  return from + (range.above ? " and up to " : " to ") + to_text(range.highest);
}

}  // namespace warpgraph::option
