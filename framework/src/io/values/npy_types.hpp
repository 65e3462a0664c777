// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include <warpgraph/framework/io/values.hpp>

// NumPy's names of the types that values have.
namespace warpgraph::detail {

template <files::VertexValueType Value>
constexpr std::string_view npy_type() {
  if (std::same_as<Value, std::int32_t>) return "<i4";
  if (std::same_as<Value, std::uint32_t>) return "<u4";
  if (std::same_as<Value, std::int64_t>) return "<i8";
  if (std::same_as<Value, std::uint64_t>) return "<u8";
  return std::same_as<Value, float> ? "<f4" : "<f8";
}

// Calls visit(Value{}) with the type that is meant; false if it is none of ours.
template <class Visit>
bool with_npy_type(std::string_view type, Visit&& visit) {
  const auto try_type = [&]<class Value>(Value value) {
    if (npy_type<Value>() != type) return false;
    visit(value);
    return true;
  };
  return try_type(std::int32_t{}) || try_type(std::uint32_t{}) || try_type(std::int64_t{}) ||
         try_type(std::uint64_t{}) || try_type(float{}) || try_type(double{});
}

}  // namespace warpgraph::detail
