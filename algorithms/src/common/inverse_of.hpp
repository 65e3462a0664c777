// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph::algorithms {

// The inverse of an odd number modulo 2^32: the factor that undoes a multiplication. By Newton's iteration.
constexpr std::uint32_t inverse_of(std::uint32_t odd) {
  std::uint32_t x = odd;  // right in 3 bits; each step doubles them
  for (int i = 0; i < 4; ++i) x *= 2 - odd * x;
  return x;
}

}  // namespace warpgraph::algorithms
