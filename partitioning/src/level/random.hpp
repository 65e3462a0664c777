// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/generate/counter_random.hpp>

// Draws that depend on what they are for and on nothing else, so that ties are broken alike on every machine.
namespace warpgraph::partitioning {

WARPGRAPH_DEVICE inline std::uint64_t draw(std::uint64_t seed, std::uint64_t what) {
  return generators::CounterRandom::mix(seed + (what + 1) * 0x9e3779b97f4a7c15u);
}
// The same for both orders of a and b.
WARPGRAPH_DEVICE inline std::uint64_t draw_pair(std::uint64_t seed, std::uint32_t a, std::uint32_t b) {
  const std::uint64_t low = a < b ? a : b;
  const std::uint64_t high = a < b ? b : a;
  return draw(seed, high << 32 | low);
}

}  // namespace warpgraph::partitioning
