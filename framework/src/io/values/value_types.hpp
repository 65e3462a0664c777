// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

// Explicit instantiations for all types of values of vertices.
#define WARPGRAPH_FOR_EACH_VERTEX_VALUE_TYPE(instantiate)                                                   \
  instantiate(std::int32_t) instantiate(std::uint32_t) instantiate(std::int64_t) instantiate(std::uint64_t) \
      instantiate(float) instantiate(double)

namespace warpgraph::detail {

// For messages.
template <class Value>
constexpr std::string_view noun_of_value() {
  if (std::same_as<Value, float>) return "a number in the range of float";
  if (std::same_as<Value, double>) return "a number";
  if (std::same_as<Value, std::int32_t>) return "an integer of 32 bits";
  if (std::same_as<Value, std::uint32_t>) return "an integer of 32 bits that is not negative";
  return std::same_as<Value, std::int64_t> ? "an integer of 64 bits" : "an integer of 64 bits that is not negative";
}

}  // namespace warpgraph::detail
