// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "generate/job.hpp"

namespace warpgraph::generators::detail {

inline std::uint64_t pair_count(std::uint64_t n) { return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n; }

// The k-th of the n (n - 1) / 2 unordered pairs of n vertices, in circulant order: first all pairs at distance 1 on a
// ring, then those at distance 2, and so on; no square root is needed. (Half a ring of them for the distance n / 2.)
WARPGRAPH_DEVICE inline Edge unordered_pair(std::uint64_t k, std::uint64_t n) {
  const std::uint64_t first = k % n;
  const std::uint64_t second = (first + k / n + 1) % n;
  return {static_cast<VertexId>(first), static_cast<VertexId>(second)};
}

// The k-th of the n (n - 1) ordered pairs.
WARPGRAPH_DEVICE inline Edge ordered_pair(std::uint64_t k, std::uint64_t n) {
  const std::uint64_t first = k / (n - 1);
  const std::uint64_t second = k % (n - 1);
  return {static_cast<VertexId>(first), static_cast<VertexId>(second + (second >= first ? 1 : 0))};
}

// An edge with both ends drawn from [0, n).
struct UniformEdge {
  CounterRandom random;
  std::uint64_t n;

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    return {static_cast<VertexId>(below(random(2 * i), n)), static_cast<VertexId>(below(random(2 * i + 1), n))};
  }
};

}  // namespace warpgraph::generators::detail
