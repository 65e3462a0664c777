// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::detail {

// Bins of equal width over [lower, upper). One function for both machines, so that they agree to the last element.
template <class T>
struct Bins {
  T lower;
  T upper;
  std::uint64_t count;

  [[nodiscard]] WARPGRAPH_DEVICE bool holds(T x) const { return x >= lower && x < upper; }

  // The bin of an element that the bins hold.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t bin_of(T x) const {
    if constexpr (std::integral<T>) {
      const std::uint64_t offset = static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(lower);
      const std::uint64_t range = static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower);
      return offset * count / range;
    } else {
      const T scale = static_cast<T>(count) / (upper - lower);
      const auto bin = static_cast<std::uint64_t>((x - lower) * scale);
      return bin < count ? bin : count - 1;  // rounding may lift the last elements over the edge
    }
  }
};

}  // namespace warpgraph::detail
