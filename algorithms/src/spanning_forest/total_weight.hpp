// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/graph/exact_sum.hpp>
#include <warpgraph/runtime/error.hpp>

// The weight of a whole forest, from the sum of its edges'.
namespace warpgraph::forest {

inline std::int64_t total_weight(const ExactSum& sum) {
  if (sum.fits()) return sum.value();
  throw InputError(
      "spanning forest: its edges together weigh more than 64 bits hold; weights of double (--weights double) have a "
      "total that is rounded");
}

[[noreturn]] inline void throw_beyond_double() {
  throw InputError("spanning forest: its edges together weigh more than double holds");
}

}  // namespace warpgraph::forest
