// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <string_view>
#include <system_error>

namespace warpgraph::detail {

// from_chars over the whole field; unlike from_chars, a plus sign may come first.
template <class T>
std::errc parse_whole(std::string_view field, T& value) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return end == field.data() + field.size() && !field.empty() ? error : std::errc::invalid_argument;
}

// The number that a field is, or false if it is none, or beyond the range of T.
template <std::integral T>
bool parse_number(std::string_view field, T& number) {
  return parse_whole(field, number) == std::errc{};
}

// The nearest T; "inf" and "nan" are numbers. One that is too small for T is 0 or the nearest T; one too
// large is not a T.
template <std::floating_point T>
bool parse_number(std::string_view field, T& number) {
  std::errc error = parse_whole(field, number);
  if (error == std::errc::result_out_of_range) {
    long double wide = 0;
    error = parse_whole(field, wide);
    if (!(std::fabs(wide) < 1)) return false;
    number = static_cast<T>(wide);
  }
  return error == std::errc{};
}

}  // namespace warpgraph::detail
