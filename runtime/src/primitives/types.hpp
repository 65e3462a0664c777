// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/primitives/calls.hpp>

// From the types that a call names back to types: each function calls `f` with a value of the type.
namespace warpgraph::detail {

[[noreturn]] inline void unknown_type() { throw_usage_error("a primitive of this type is not in the library", {}); }

template <class F>
auto with_number(NumberType type, F&& f) {
  switch (type) {
    case NumberType::kInt32:
      return f(std::int32_t{});
    case NumberType::kUint32:
      return f(std::uint32_t{});
    case NumberType::kInt64:
      return f(std::int64_t{});
    case NumberType::kUint64:
      return f(std::uint64_t{});
    case NumberType::kFloat:
      return f(float{});
    case NumberType::kDouble:
      return f(double{});
  }
  unknown_type();
}

// Signed sums run as unsigned ones: the bits are the same, and they wrap around.
constexpr NumberType summand_type(NumberType type) {
  if (type == NumberType::kInt32) return NumberType::kUint32;
  if (type == NumberType::kInt64) return NumberType::kUint64;
  return type;
}

// Calls f(T{}, Op{}).
template <class F>
auto with_reduction(NumberType type, Operator op, F&& f) {
  switch (op) {
    case Operator::kMin:
      return with_number(type, [&](auto t) { return f(t, Min{}); });
    case Operator::kMax:
      return with_number(type, [&](auto t) { return f(t, Max{}); });
    case Operator::kOr:
      return type == NumberType::kUint32 ? f(std::uint32_t{}, Or{}) : f(std::uint64_t{}, Or{});
    case Operator::kPlus:
      break;
  }
  switch (summand_type(type)) {
    case NumberType::kUint32:
      return f(std::uint32_t{}, Plus{});
    case NumberType::kUint64:
      return f(std::uint64_t{}, Plus{});
    case NumberType::kFloat:
      return f(float{}, Plus{});
    default:
      return f(double{}, Plus{});
  }
}

// 32- and 64-bit indices, offsets and counters.
template <class F>
auto with_index(unsigned width, F&& f) {
  return width == 4 ? f(std::uint32_t{}) : f(std::uint64_t{});
}

}  // namespace warpgraph::detail
