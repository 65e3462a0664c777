// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <warpgraph/runtime/annotate.hpp>

// Python's meaning of operators that C++ has another one of, or none. Integers have the width that NumPy gives them:
// sums wrap, and division by zero is 0, as in arrays of NumPy, so that no program ends the process.
namespace warpgraph::python::arithmetic {

template <std::integral T>
WARPGRAPH_DEVICE constexpr T floor_divide(T a, T b) {
  if (b == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return static_cast<T>(-static_cast<std::make_unsigned_t<T>>(a));
    const T quotient = static_cast<T>(a / b);
    return static_cast<T>(a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient);
  } else {
    return static_cast<T>(a / b);
  }
}
template <std::integral T>
WARPGRAPH_DEVICE constexpr T modulo(T a, T b) {
  if (b == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
    const T rest = static_cast<T>(a % b);
    return static_cast<T>(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
  } else {
    return static_cast<T>(a % b);
  }
}

template <std::floating_point T>
WARPGRAPH_DEVICE T modulo(T a, T b) {
  const T rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(T{0}, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}
template <std::floating_point T>
WARPGRAPH_DEVICE T floor_divide(T a, T b) {
  if (b == 0) return a / b;
  const T rest = std::fmod(a, b);
  T quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T{0}, a / b);
  const T floor = std::floor(quotient);
  return quotient - floor > T{0.5} ? floor + 1 : floor;
}

// Shifts by the width or more, and by less than none, leave 0, or -1 of what is negative and goes right.
template <std::integral T>
WARPGRAPH_DEVICE constexpr T shift_left(T a, T by) {
  using Bits = std::make_unsigned_t<T>;
  constexpr int width = static_cast<int>(8 * sizeof(T));
  if (static_cast<Bits>(by) >= static_cast<Bits>(width)) return 0;
  return static_cast<T>(static_cast<Bits>(static_cast<Bits>(a) << static_cast<Bits>(by)));
}
template <std::integral T>
WARPGRAPH_DEVICE constexpr T shift_right(T a, T by) {
  using Bits = std::make_unsigned_t<T>;
  constexpr int width = static_cast<int>(8 * sizeof(T));
  if (static_cast<Bits>(by) >= static_cast<Bits>(width)) return static_cast<T>(a < T{0} ? -1 : 0);
  return static_cast<T>(a >> by);
}

// The first of several that are equal, as Python's min and max.
template <class T>
WARPGRAPH_DEVICE constexpr T least(T a, T b) {
  return b < a ? b : a;
}
template <class T>
WARPGRAPH_DEVICE constexpr T greatest(T a, T b) {
  return a < b ? b : a;
}
template <class T>
WARPGRAPH_DEVICE constexpr T absolute(T a) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(a);
  else
    return a < T{0} ? static_cast<T>(T{0} - a) : a;
}
// a to the power of a constant that is not negative.
template <class T>
WARPGRAPH_DEVICE constexpr T power(T a, unsigned exponent) {
  T product = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) product = static_cast<T>(product * a);
    a = static_cast<T>(a * a);
  }
  return product;
}

template <class T>
WARPGRAPH_DEVICE constexpr T infinity() {
  constexpr T value = std::numeric_limits<T>::infinity();
  return value;
}
template <class T>
WARPGRAPH_DEVICE constexpr T not_a_number() {
  constexpr T value = std::numeric_limits<T>::quiet_NaN();
  return value;
}

}  // namespace warpgraph::python::arithmetic
