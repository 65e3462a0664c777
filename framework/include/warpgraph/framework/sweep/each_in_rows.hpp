// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

namespace warpgraph::sweep {

// A warp engages in fewer tasks than this at a time (Warp::engage).
inline constexpr EdgeId kMaxEngaged = EdgeId{1} << 31;

// f(edge, mine) for all edges of a warp's 32 consecutive rows, which are [first, last) in each lane. The warp walks the
// rows together; where they are too long for that, one after the other.
template <class T, class F>
WARPGRAPH_DEVICE void each_in_rows(kernel::Warp& warp, const kernel::PerLane<EdgeId>& first,
                                   const kernel::PerLane<EdgeId>& last, const kernel::PerLane<T>& mine, const F& f,
                                   EdgeId max_engaged = kMaxEngaged) {
  if (warp.broadcast(last, kernel::Warp::kSize - 1) - warp.broadcast(first, 0) < max_engaged) {
    (void)warp.engage(
        kernel::Scanned{}, first, last, kernel::PerLane<std::uint32_t>{},
        [&](EdgeId e, T its) {
          f(e, its);
          return 0u;
        },
        Plus{}, mine);
    return;
  }
  for (std::uint32_t i = 0; i < kernel::Warp::kSize; ++i) {
    const EdgeId from = warp.broadcast(first, i);
    const EdgeId to = warp.broadcast(last, i);
    const T its = warp.broadcast(mine, i);
    warp.phase([&](kernel::Lane lane) {
      for (EdgeId e = from + lane; e < to; e += kernel::Warp::kSize) f(e, its);
    });
  }
}

}  // namespace warpgraph::sweep
