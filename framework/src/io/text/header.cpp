// SPDX-License-Identifier: Apache-2.0
#include "io/text/header.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace warpgraph::detail {

std::uint64_t take_number(FieldScanner& fields, std::uint64_t largest, const Input& input, std::uint64_t line,
                          std::string_view what) {
  const std::string_view field = fields.take();
  std::uint64_t number = 0;
  const char* const field_end = field.data() + field.size();
  const auto [end, error] = std::from_chars(field.data(), field_end, number);
  if (error == std::errc{} && end == field_end && number <= largest) return number;
  input.fail(line, "expected ", what, ", a whole number up to ", largest, ", found ", quote_field(field));
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}

WeightRules weight_rules(const files::ReadOptions& options, files::WeightType type, files::WeightType widest) {
  if (options.weights == files::WeightType::kAuto) return {type, widest, options.negative_weights};
  return {options.weights, options.weights, options.negative_weights};
}

}  // namespace warpgraph::detail
