// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/option.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::option {

namespace {

std::string describe_real(const RealRange& range) {
  return std::isfinite(range.lowest) ? describe(range) : "a finite number";
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& each : names) text += (text.empty() ? "" : ", ") + each;
  return text;
}

}  // namespace

std::string accepted_values(const Option& option) {
  using Kind = Option::Kind;
  switch (option.kind) {
    case Kind::kWhole:
      return describe(option.whole);
    case Kind::kReal:
      return describe_real(option.real);
    case Kind::kName:
      return listed(option.choices);
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

std::string shown_default(const Option& option) {
  if (option.kind == Option::Kind::kSwitch) return "";
  return option.default_text.empty() ? to_text(option.default_value) : option.default_text;
}

std::string shown_value_name(const Option& option) {
  using Kind = Option::Kind;
  if (!option.value_name.empty() || option.kind == Kind::kSwitch) return option.value_name;
  if (option.kind == Kind::kName) return "WHICH";
  if (option.kind == Kind::kWhole) return "N";
  if (option.kind == Kind::kVertex) return "ID";
  return option.kind == Kind::kFile || option.kind == Kind::kArray ? "FILE" : "VALUE";
}

std::string to_text(const Value& value) {
  return std::visit(
      []<class Value>(const Value& each) -> std::string {
        if constexpr (std::is_same_v<Value, std::monostate>)
          return "";
        else if constexpr (std::is_same_v<Value, bool>)
          return each ? "true" : "false";
        else if constexpr (std::is_same_v<Value, std::string>)
          return each;
        else
          return to_text(each);
      },
      value);
}

bool is_called(const Option& option, std::string_view name) {
  return option.name == name || std::ranges::find(option.old_names, name) != option.old_names.end();
}

std::string_view to_string(Option::Kind kind) {
  using Kind = Option::Kind;
  switch (kind) {
    case Kind::kSwitch:
      return "switch";
    case Kind::kWhole:
      return "whole";
    case Kind::kReal:
      return "real";
    case Kind::kName:
      return "name";
    case Kind::kText:
      return "text";
    case Kind::kVertex:
      return "vertex";
    case Kind::kVertices:
      return "vertices";
    case Kind::kVertexValues:
      return "vertex_values";
    case Kind::kArray:
      return "array";
    case Kind::kFile:
      return "file";
  }
  return "";
}

void refuse(std::string_view name, std::string_view text, std::string_view expected) {
  std::string message = "--";
  message.append(name).append(" cannot be \"").append(text).append("\"; it is ").append(expected);
  throw UsageError(message);
}

bool read_switch(std::string_view name, std::string_view text) {
  bool value = false;
  if (!from_text(text, value)) refuse(name, text, describe(Switch{}));
  return value;
}

std::uint64_t read_whole(std::string_view name, std::string_view text, const WholeRange& range) {
  std::uint64_t value = 0;
  if (assign(text, value, range)) return value;
  const bool is_whole = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  const bool is_too_large = is_whole && !assign(text, value, Option::kAnyWhole);
  refuse(name, text,
         is_too_large ? "a whole number from " + to_text(range.lowest) + " to " + to_text(range.highest)
                      : describe(range));
  return value;
}

double read_real(std::string_view name, std::string_view text, const RealRange& range) {
  double value = 0;
  if (!assign(text, value, range)) refuse(name, text, describe_real(range));
  return value;
}

std::uint64_t read_vertex(std::string_view name, std::string_view text) {
  std::uint64_t vertex = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, vertex);
  if (error != std::errc() || stop != end) refuse(name, text, "the id of a vertex, a whole number from 0 on");
  return vertex;
}

Value read(const Option& option, std::string_view text) {
  using Kind = Option::Kind;
  switch (option.kind) {
    case Kind::kSwitch:
      return read_switch(option.name, text);
    case Kind::kWhole:
      return read_whole(option.name, text, option.whole);
    case Kind::kReal:
      return read_real(option.name, text, option.real);
    case Kind::kVertex:
      return read_vertex(option.name, text);
    case Kind::kName:
      if (std::ranges::find(option.choices, text) == option.choices.end())
        refuse(option.name, text, std::string("one of ").append(listed(option.choices)));
      break;
    default:
      break;
  }
  return std::string(text);
}

}  // namespace warpgraph::option
