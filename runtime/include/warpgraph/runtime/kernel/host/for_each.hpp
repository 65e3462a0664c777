// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/runtime/kernel/host/lane_order.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

// body(i) for all i in [0, n) over the pool: ascending inside a chunk for seed 0, else in groups of 32 in drawn order.
template <class Body>
void for_each_shuffled(ThreadPool& threads, std::uint64_t n, std::uint64_t seed, Body&& body) {
  constexpr std::size_t kGrain = 4096;
  constexpr std::uint32_t kGroup = 32;
  threads.for_chunks(n, kGrain, [&](std::size_t first, std::size_t last) {
    if (seed == 0) {
      for (std::size_t i = first; i < last; ++i) body(i);
      return;
    }
    LaneOrder order(seed, first);
    for (std::size_t group = first; group < last; group += kGroup)
      order.visit<kGroup>([&](std::uint32_t lane) {
        if (group + lane < last) body(group + lane);
      });
  });
}

}  // namespace warpgraph::detail
