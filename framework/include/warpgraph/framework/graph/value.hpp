// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpgraph {

// The value type of graphs whose edges have no values. Arrays of it are empty.
struct NoValue {};

// What a graph's edges can carry.
template <class T>
concept EdgeValueType = std::same_as<T, NoValue> || std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t> ||
    std::same_as<T, float> || std::same_as<T, double>;

// The same, known at run time only. The numbers are those of the .wg format.
enum class ValueType : std::uint32_t { kNone = 0, kInt32 = 1, kInt64 = 2, kFloat = 3, kDouble = 4 };

template <EdgeValueType T>
constexpr ValueType value_type() {
  if (std::same_as<T, std::int32_t>) return ValueType::kInt32;
  if (std::same_as<T, std::int64_t>) return ValueType::kInt64;
  if (std::same_as<T, float>) return ValueType::kFloat;
  if (std::same_as<T, double>) return ValueType::kDouble;
  return ValueType::kNone;
}

// "none", "int32", "int64", "float", "double"
std::string_view to_string(ValueType type);

}  // namespace warpgraph

namespace warpgraph::graphs {

template <class T>
inline constexpr bool kHasValue = !std::same_as<T, NoValue>;
// Bytes of one value in an array of them; 0 for none.
template <class T>
inline constexpr std::size_t kValueSize = kHasValue<T> ? sizeof(T) : 0;

}  // namespace warpgraph::graphs
