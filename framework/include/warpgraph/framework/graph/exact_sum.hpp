// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::graphs {

// A sum of fewer than 2^32 integers of 64 bits, in which nothing is lost: it is the same in any order, whatever parts
// of it exceed 64 bits. {} is 0.
struct ExactSum {
  std::int64_t high;  // the sum of the upper halves
  std::uint64_t low;  // and that of the lower ones

  WARPGRAPH_DEVICE static ExactSum of(std::int64_t term) {
    return {term >> 32, static_cast<std::uint64_t>(term) & 0xffffffffu};
  }
  friend WARPGRAPH_DEVICE ExactSum operator+(const ExactSum& a, const ExactSum& b) {
    return {a.high + b.high, a.low + b.low};
  }

  friend WARPGRAPH_DEVICE ExactSum operator-(const ExactSum& a, const ExactSum& b) {
    const std::uint64_t lacks =
        a.low < b.low ? ((b.low - a.low) >> 32) + 1 : 0;  // upper halves that the lower one borrows
    return {a.high - b.high - static_cast<std::int64_t>(lacks), a.low - b.low + (lacks << 32)};
  }

  // Whether 64 bits hold the sum.
  [[nodiscard]] WARPGRAPH_DEVICE bool fits() const {
    const std::int64_t carried = upper();
    return carried >= std::numeric_limits<std::int32_t>::min() && carried <= std::numeric_limits<std::int32_t>::max();
  }
  // If they do.
  [[nodiscard]] WARPGRAPH_DEVICE std::int64_t value() const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(upper()) << 32 | (low & 0xffffffffu));
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE std::int64_t upper() const { return high + static_cast<std::int64_t>(low >> 32); }
};

}  // namespace warpgraph::graphs
