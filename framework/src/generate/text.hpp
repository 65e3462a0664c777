// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

#include "generate/fields.hpp"

// Values of parameters as text, and what a parameter accepts.
namespace warpgraph::generators::detail {

std::string to_text(std::uint64_t value);
std::string to_text(double value);

// Return false if the text is no such value. Whole numbers may be 2^20 or have a suffix k, M or G.
bool from_text(std::string_view text, std::uint64_t& value);
bool from_text(std::string_view text, double& value);
bool from_text(std::string_view text, bool& value);

template <class Member>
std::string to_text(const Member& value, const WholeRange&) {
  return to_text(std::uint64_t{value});
}
inline std::string to_text(double value, const RealRange&) { return to_text(value); }
inline std::string to_text(bool value, Switch) { return value ? "true" : "false"; }
template <class Enum, std::size_t N>
std::string to_text(Enum value, const Names<Enum, N>& names) {
  for (const auto& [named, name] : names)
    if (named == value) return std::string(name);
  return "an unknown value";
}

// "from 1 to 31"
std::string describe(const WholeRange& range);
std::string describe(const RealRange& range);
inline std::string describe(Switch) { return "true or false"; }
template <class Enum, std::size_t N>
std::string describe(const Names<Enum, N>& names) {
  std::string text;
  for (const auto& [value, name] : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

template <class Number>
bool contains(const Range<Number>& range, std::type_identity_t<Number> value) {
  return value <= range.highest && (range.above ? value > range.lowest : value >= range.lowest);
}
inline bool contains(Switch, bool) { return true; }
template <class Enum, std::size_t N>
bool contains(const Names<Enum, N>& names, Enum value) {
  for (const auto& [named, name] : names)
    if (named == value) return true;
  return false;
}

}  // namespace warpgraph::generators::detail
