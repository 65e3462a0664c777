// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::building {

// Replaces each element by the sum of all up to it.
inline void prefix_sum(ThreadPool& threads, std::span<EdgeId> values) {
  constexpr std::size_t kBlock = std::size_t{1} << 17;
  std::vector<EdgeId> before((values.size() + kBlock - 1) / kBlock);
  threads.for_chunks(values.size(), kBlock, [&](std::size_t first, std::size_t last) {
    before[first / kBlock] = std::accumulate(&values[first], values.data() + last, EdgeId{0});
  });
  std::exclusive_scan(before.begin(), before.end(), before.begin(), EdgeId{0});
  threads.for_chunks(values.size(), kBlock, [&](std::size_t first, std::size_t last) {
    EdgeId sum = before[first / kBlock];
    for (std::size_t i = first; i < last; ++i) values[i] = sum += values[i];
  });
}

}  // namespace warpgraph::building
