// SPDX-License-Identifier: Apache-2.0
#include "io/text/weight_field.hpp"

#include <system_error>

namespace warpgraph::detail {

namespace {

// from_chars over the whole field; unlike from_chars, a plus sign may come first.
template <class T>
std::errc parse_whole(std::string_view field, T& value) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return end == field.data() + field.size() && !field.empty() ? error : std::errc::invalid_argument;
}

// A number too small for T is 0 or the nearest T; one too large is not a T.
template <class T, class Wider>
bool parse_real(std::string_view field, T& weight) {
  std::errc error = parse_whole(field, weight);
  if (error == std::errc::result_out_of_range) {
    Wider wide = 0;
    error = parse_whole(field, wide);
    if (!(std::fabs(wide) < 1)) return false;
    weight = static_cast<T>(wide);
  }
  return error == std::errc{} && std::isfinite(weight);
}

std::string_view noun(const WeightRules& rules) {
  switch (rules.widest) {
    case WeightType::kInt32:
      return "an integer weight of at most 32 bits";
    case WeightType::kInt64:
      return "an integer weight of at most 64 bits";
    default:
      return "a weight that is a finite number";
  }
}

}  // namespace

bool parse_weight(std::string_view field, std::int32_t& weight) { return parse_whole(field, weight) == std::errc{}; }
bool parse_weight(std::string_view field, std::int64_t& weight) { return parse_whole(field, weight) == std::errc{}; }
bool parse_weight(std::string_view field, float& weight) { return parse_real<float, double>(field, weight); }
bool parse_weight(std::string_view field, double& weight) { return parse_real<double, long double>(field, weight); }

WeightMisfit explain_weight(std::string_view field, const WeightRules& rules) {
  std::int64_t integer = 0;
  double real = 0;
  WeightType needed = WeightType::kNone;
  if (parse_weight(field, integer)) {
    needed = WeightType::kInt64;
  } else if (parse_weight(field, real)) {
    needed = WeightType::kDouble;
  }
  const bool helps = needed > rules.type && needed <= rules.widest;
  return helps ? WeightMisfit{needed, {}} : WeightMisfit{WeightType::kNone, noun(rules)};
}

}  // namespace warpgraph::detail
