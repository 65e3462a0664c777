// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/warp.hpp>

// How the programs of collect_benchmark deal their items to the warps of a launch, and where they get numbers from that
// look random.
namespace warpgraph::benchmarks {

// body(base) for each round of a warp, whose lanes have the items base, base + 1, ... Those from `items` on do not
// exist.
template <class Body>
WARPGRAPH_DEVICE void for_rounds(const kernel::Warp& warp, std::uint64_t items, Body&& body) {
  const std::uint64_t stride = std::uint64_t{warp.count()} * kernel::Warp::kSize;
  for (std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize; base < items; base += stride)
    body(base);
}

WARPGRAPH_DEVICE constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// A permutation of the 32-bit numbers.
WARPGRAPH_DEVICE constexpr std::uint32_t mix(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

}  // namespace warpgraph::benchmarks
