// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <warpgraph/framework/io/read_edge_list.hpp>

#include "io/text/cursor.hpp"

namespace warpgraph::detail {

struct NoWeight {};

// Which weights a file may have. A weight that does not fit into `type` makes the file be read again
// with a wider one, up to `widest`.
struct WeightRules {
  files::WeightType type = files::WeightType::kInt32;
  files::WeightType widest = files::WeightType::kDouble;
  bool negative = true;
};
inline constexpr WeightRules kNoWeights = {files::WeightType::kNone, files::WeightType::kNone, true};

// What is wrong with a weight that could not be read as `rules.type`: nothing but its width, then
// `wider` is the type that it needs; or `expected` says what was expected in its place.
struct WeightMisfit {
  files::WeightType wider = files::WeightType::kNone;
  std::string_view expected;
};
[[gnu::cold]] WeightMisfit explain_weight(std::string_view field, const WeightRules& rules);

// The number that `field` is, or false if it is none, or beyond the range of T.
bool parse_weight(std::string_view field, std::int32_t& weight);
bool parse_weight(std::string_view field, std::int64_t& weight);
bool parse_weight(std::string_view field, float& weight);
bool parse_weight(std::string_view field, double& weight);

// Whether `field` is an integer that `weight`, which was read from it, is not exactly.
[[gnu::cold]] bool is_rounded_integer(std::string_view field, double weight);
inline constexpr double kFirstRounded = 9007199254740992.0;  // 2^53: no integer below it is

// The common case of parse_weight: a few digits.
template <class T, class Separators>
bool read_short_integer(Cursor<Separators>& cursor, T& weight) {
  constexpr std::ptrdiff_t kSafeDigits = std::numeric_limits<T>::digits10;
  const bool minus = cursor.peek() == '-';
  const char* begin = cursor.position() + minus;
  const char* p = begin;
  T value = 0;
  for (unsigned digit; (digit = static_cast<unsigned char>(*p) - unsigned{'0'}) < 10; ++p) {
    if (p - begin == kSafeDigits) return false;
    value = static_cast<T>(value * 10 + static_cast<T>(digit));
  }
  if (p == begin || !Cursor<Separators>::ends_field(*p)) return false;
  weight = minus ? -value : value;
  cursor.move_to(p);
  return true;
}

// Reads a weight as a T. If it is none, `wider` is the type that it needs, or cursor.failure() says
// what was expected.
template <class T, class Separators>
bool read_weight(Cursor<Separators>& cursor, const WeightRules& rules, T& weight, files::WeightType& wider) {
  bool read = false;
  if constexpr (std::is_integral_v<T>) read = read_short_integer(cursor, weight);
  if (!read) {
    const std::string_view field = cursor.field();
    if (!parse_weight(field, weight)) {
      const WeightMisfit misfit = explain_weight(field, rules);
      wider = misfit.wider;
      return wider != files::WeightType::kNone ? false : cursor.expected(misfit.expected);
    }
    cursor.skip_field();
  }
  if (weight < T{0} && !rules.negative) return cursor.fail("expected no negative weight");
  return true;
}

}  // namespace warpgraph::detail
