// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::sweep {

// The last index i below `count` with sorted[i] <= key; sorted[0] <= key must hold. The whole warp looks at 32 elements
// a round, so a search among millions takes five loads that depend on each other, and not twenty-four.
template <class T>
WARPGRAPH_DEVICE std::uint64_t last_not_above(kernel::Warp& warp, const View<T>& sorted, std::uint64_t count,
                                              const typename View<T>::value_type& key) {
  std::uint64_t first = 0;
  while (count > 1) {
    const std::uint64_t stride = (count + kernel::Warp::kSize - 1) / kernel::Warp::kSize;
    kernel::PerLane<bool> not_above;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t place = lane * stride;
      not_above[lane] = place < count && !(key < sorted[first + place]);
    });
    const std::uint32_t last = static_cast<std::uint32_t>(detail::count_bits(warp.ballot(not_above))) - 1;
    first += last * stride;
    count = count - last * stride < stride ? count - last * stride : stride;
  }
  return first;
}

}  // namespace warpgraph::sweep
