// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// What an option accepts, and its values as text. Structs of options say once what their members are called, accept and
// mean: fields(options, visit) calls visit(name, member, values, help) for each, where `values` is one of the types
// below. Checks, parsers, help and documentation are visitors.
namespace warpgraph::option {

// Both ends belong to the range, unless it says "above" or "below". The largest number of a type stands for no end.
template <class Number>
struct Range {
  Number lowest;
  Number highest;
  bool above = false;  // lowest itself does not belong to it
  bool below = false;  // nor does highest
};
using WholeRange = Range<std::uint64_t>;
using RealRange = Range<double>;
struct Switch {};

template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

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

// "a whole number from 1 to 31"
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
  return (range.below ? value < range.highest : value <= range.highest) &&
         (range.above ? value > range.lowest : value >= range.lowest);
}
inline bool contains(Switch, bool) { return true; }
template <class Enum, std::size_t N>
bool contains(const Names<Enum, N>& names, Enum value) {
  for (const auto& [named, name] : names)
    if (named == value) return true;
  return false;
}

// Puts the value that the text says into the member. Returns false if it is none of these values.
template <class Member>
bool assign(std::string_view text, Member& member, const WholeRange& range) {
  std::uint64_t value = 0;
  if (!from_text(text, value) || !contains(range, value)) return false;
  member = static_cast<Member>(value);
  return true;
}
inline bool assign(std::string_view text, double& member, const RealRange& range) {
  double value = 0;
  if (!from_text(text, value) || !contains(range, value)) return false;
  member = value;
  return true;
}
inline bool assign(std::string_view text, bool& member, Switch) { return from_text(text, member); }
template <class Enum, std::size_t N>
bool assign(std::string_view text, Enum& member, const Names<Enum, N>& names) {
  for (const auto& [value, name] : names)
    if (name == text) return member = value, true;
  return false;
}

}  // namespace warpgraph::option
