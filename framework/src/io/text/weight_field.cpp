// SPDX-License-Identifier: Apache-2.0
#include "io/text/weight_field.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "io/text/number_field.hpp"

namespace warpgraph::detail {

namespace {

std::string_view noun(const WeightRules& rules) {
  switch (rules.widest) {
    case files::WeightType::kInt32:
      return "an integer weight of at most 32 bits";
    case files::WeightType::kInt64:
      return "an integer weight of at most 64 bits";
    default:
      return "a weight that is a finite number";
  }
}

}  // namespace

bool parse_weight(std::string_view field, std::int32_t& weight) { return parse_number(field, weight); }
bool parse_weight(std::string_view field, std::int64_t& weight) { return parse_number(field, weight); }
bool parse_weight(std::string_view field, float& weight) {
  return parse_number(field, weight) && std::isfinite(weight);
}
bool parse_weight(std::string_view field, double& weight) {
  return parse_number(field, weight) && std::isfinite(weight);
}

bool is_rounded_integer(std::string_view field, double weight) {
  if (!field.empty() && (field.front() == '-' || field.front() == '+')) field.remove_prefix(1);
  if (!std::ranges::all_of(field, [](char c) { return c >= '0' && c <= '9'; })) return false;
  field.remove_prefix(std::min(field.find_first_not_of('0'), field.size()));
  std::array<char, 400> digits;  // the largest double has 309
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(weight), std::chars_format::fixed, 0).ptr;
  return field != std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

WeightMisfit explain_weight(std::string_view field, const WeightRules& rules) {
  std::int64_t integer = 0;
  double real = 0;
  files::WeightType needed = files::WeightType::kNone;
  if (parse_weight(field, integer)) {
    needed = files::WeightType::kInt64;
  } else if (parse_weight(field, real)) {
    needed = files::WeightType::kDouble;
  }
  const bool helps = needed > rules.type && needed <= rules.widest;
  return helps ? WeightMisfit{needed, {}} : WeightMisfit{files::WeightType::kNone, noun(rules)};
}

}  // namespace warpgraph::detail
