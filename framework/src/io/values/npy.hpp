// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include <warpgraph/framework/io/values.hpp>

#include "io/binary/byte_reader.hpp"
#include "io/input.hpp"

// The header of NumPy's array format: a magic string, a version, and the text of a Python dictionary
// with the type, the memory order and the shape.
namespace warpgraph::detail {

template <VertexValueType Value>
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

// The header of version 1.0 of an array of one dimension.
std::string npy_header(std::string_view type, std::uint64_t size);

struct NpyHeader {
  std::string type;
  std::uint64_t size;
};

// Takes a header of any version off the front, or throws: an array of more dimensions is an error.
NpyHeader take_npy_header(ByteReader& reader, const Input& input);

}  // namespace warpgraph::detail
