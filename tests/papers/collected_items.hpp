// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/collect.hpp"
#include "support/lanes.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"

// What the tests of collected contexts share. Items 0, 1, ... are dealt to the warps of a launch, 32 at a time.
namespace warpgraph::test::collected {

inline constexpr std::uint32_t kWarps = 11;
inline constexpr std::uint32_t kRounds = 23;
inline constexpr std::uint32_t kItems = kWarps * kRounds * kernel::Warp::kSize;

WARPGRAPH_DEVICE inline std::uint32_t item_of(const kernel::Warp& warp, std::uint32_t round, kernel::Lane lane) {
  return (round * warp.count() + warp.global_index()) * kernel::Warp::kSize + lane;
}
inline std::uint32_t warp_of(std::size_t item) {
  return static_cast<std::uint32_t>(item / kernel::Warp::kSize % kWarps);
}

// Twelve bytes, which the items' numbers fill in part.
struct Context {
  std::uint32_t item;
  std::uint32_t twice;
  std::uint32_t left;
};

}  // namespace warpgraph::test::collected
