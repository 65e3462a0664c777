// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/launch.hpp>

// A sweep visits all vertices with as many warps as the device holds, each of which takes every count()-th group of 32
// vertices. So what a warp counts reaches memory once per warp and not once per group:
//
//   for_each_in_sweep(warp, lane, vertices, [&](std::uint64_t v) { ... });   // in a phase: every lane has its vertices
//   for_each_word(warp, vertices, [&](std::uint64_t base) { ... });          // between phases: 32 vertices at a time
namespace warpgraph::sweep {

// Warps that take `per_warp` items each.
inline kernel::Warps warps_for(std::uint64_t items, std::uint64_t per_warp) {
  return {(items + per_warp - 1) / per_warp};
}

inline kernel::Warps sweep_warps(StreamRef stream, std::uint64_t vertices) {
  const auto multiprocessors = static_cast<std::uint64_t>(std::max(1, stream.device().info().multiprocessors));
  return {std::min((vertices + kernel::Warp::kSize - 1) / kernel::Warp::kSize,
                   multiprocessors * tuning::kWarpsPerMultiprocessor)};
}

WARPGRAPH_DEVICE inline std::uint64_t first_in_sweep(const kernel::Warp& warp, std::uint32_t lane) {
  return std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
}
WARPGRAPH_DEVICE inline std::uint64_t sweep_stride(const kernel::Warp& warp) {
  return std::uint64_t{warp.count()} * kernel::Warp::kSize;
}

// body(base) for every tile of `size` items that is this warp's, from item `base` on. The last tile may have fewer
// items.
template <class Body>
WARPGRAPH_DEVICE void for_each_tile(const kernel::Warp& warp, std::uint64_t items, std::uint64_t size, Body&& body) {
  for (std::uint64_t base = warp.global_index() * size; base < items; base += warp.count() * size) body(base);
}
// The same for tiles of 32 vertices, whose bits are word base / 32 of a bitmask.
template <class Body>
WARPGRAPH_DEVICE void for_each_word(const kernel::Warp& warp, std::uint64_t vertices, Body&& body) {
  for_each_tile(warp, vertices, kernel::Warp::kSize, body);
}
// body(i) for the lane's item of each of these tiles.
template <class Body>
WARPGRAPH_DEVICE void for_each_in_sweep(const kernel::Warp& warp, kernel::Lane lane, std::uint64_t items, Body&& body) {
  for (std::uint64_t i = first_in_sweep(warp, lane); i < items; i += sweep_stride(warp)) body(i);
}

}  // namespace warpgraph::sweep
