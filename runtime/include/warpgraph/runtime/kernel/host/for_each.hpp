// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/runtime/kernel/host/lane_order.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

inline constexpr std::size_t kShuffledGrain = 4096;

// body(i) for all i in [first, last): ascending for seed 0, else in groups of 32 in drawn order.
template <class Body>
void for_some_shuffled(std::size_t first, std::size_t last, std::uint64_t seed, Body&& body) {
  constexpr std::uint32_t kGroup = 32;
  if (seed == 0) {
    for (std::size_t i = first; i < last; ++i) body(i);
    return;
  }
  LaneOrder order(seed, first);
  for (std::size_t group = first; group < last; group += kGroup)
    order.visit<kGroup>([&](std::uint32_t lane) {
      if (group + lane < last) body(group + lane);
    });
}

// The same of all i in [0, n), over the pool.
template <class Body>
void for_each_shuffled(ThreadPool& threads, std::uint64_t n, std::uint64_t seed, Body&& body) {
  threads.for_chunks(n, kShuffledGrain,
                     [&](std::size_t first, std::size_t last) { for_some_shuffled(first, last, seed, body); });
}

}  // namespace warpgraph::detail
