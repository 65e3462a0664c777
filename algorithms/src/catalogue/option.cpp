// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/option.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace warpgraph::algorithms {

std::string accepted_values(const AlgorithmOption& option) {
  using Kind = AlgorithmOption::Kind;
  switch (option.kind) {
    case Kind::kWhole:
      return option::describe(option.whole);
    case Kind::kReal:
      return std::isfinite(option.real.lowest) ? option::describe(option.real) : "a finite number";
    case Kind::kName: {
      std::string names;
      for (const std::string& each : option.choices) names += (names.empty() ? "" : ", ") + each;
      return names;
    }
    case Kind::kVertex:
      return "the id of a vertex";
    case Kind::kVertices:
      return "ids of vertices";
    case Kind::kVertexValues:
      return "a vertex and its value";
    case Kind::kArray:
    case Kind::kFile:
      return "a file";
    case Kind::kSwitch:
    case Kind::kText:
      break;
  }
  return "";
}

std::string shown_default(const AlgorithmOption& option) {
  if (option.kind == AlgorithmOption::Kind::kSwitch) return "";
  return option.default_text.empty() ? to_text(option.default_value) : option.default_text;
}

std::string to_text(const OptionValue& value) {
  return std::visit(
      []<class Value>(const Value& each) -> std::string {
        if constexpr (std::is_same_v<Value, std::monostate>)
          return "";
        else if constexpr (std::is_same_v<Value, bool>)
          return each ? "true" : "false";
        else if constexpr (std::is_same_v<Value, std::string>)
          return each;
        else
          return option::to_text(each);
      },
      value);
}

bool is_called(const AlgorithmOption& option, std::string_view name) {
  return option.name == name || std::ranges::find(option.old_names, name) != option.old_names.end();
}

}  // namespace warpgraph::algorithms
