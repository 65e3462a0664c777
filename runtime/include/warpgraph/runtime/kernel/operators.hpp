// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph {

// Reductions that the vocabulary and the primitives share. Each is associative and commutative (floating sums up to
// rounding) and knows its neutral element.
struct Plus {
  template <class T>
  WARPGRAPH_DEVICE constexpr T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
  template <class T>
  WARPGRAPH_DEVICE static constexpr T identity() {
    return T{};
  }
};

struct Min {
  template <class T>
  WARPGRAPH_DEVICE constexpr T operator()(T a, T b) const {
    return b < a ? b : a;
  }
  template <class T>
  WARPGRAPH_DEVICE static constexpr T identity() {
    constexpr T highest =
        std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
    return highest;
  }
};

struct Max {
  template <class T>
  WARPGRAPH_DEVICE constexpr T operator()(T a, T b) const {
    return a < b ? b : a;
  }
  template <class T>
  WARPGRAPH_DEVICE static constexpr T identity() {
    constexpr T lowest =
        std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
    return lowest;
  }
};

struct Or {
  template <class T>
  WARPGRAPH_DEVICE constexpr T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
  template <class T>
  WARPGRAPH_DEVICE static constexpr T identity() {
    return T{};
  }
};

}  // namespace warpgraph
