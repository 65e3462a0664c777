// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/launch.hpp>

// A sweep visits all vertices with as many warps as the device holds, each of which takes every count()-th group of 32
// vertices. So what a warp counts reaches memory once per warp and not once per group:
//
//   for (std::uint64_t v = first_in_sweep(warp, lane); v < vertices; v += sweep_stride(warp)) ...
namespace warpgraph {

// Warps that take `per_warp` items each.
inline Warps warps_for(std::uint64_t items, std::uint64_t per_warp) { return {(items + per_warp - 1) / per_warp}; }

inline Warps sweep_warps(StreamRef stream, std::uint64_t vertices) {
  const auto multiprocessors = static_cast<std::uint64_t>(std::max(1, stream.device().info().multiprocessors));
  return {std::min((vertices + Warp::kSize - 1) / Warp::kSize, multiprocessors * tuning::kWarpsPerMultiprocessor)};
}

WARPGRAPH_DEVICE inline std::uint64_t first_in_sweep(const Warp& warp, std::uint32_t lane) {
  return std::uint64_t{warp.global_index()} * Warp::kSize + lane;
}
WARPGRAPH_DEVICE inline std::uint64_t sweep_stride(const Warp& warp) {
  return std::uint64_t{warp.count()} * Warp::kSize;
}

}  // namespace warpgraph
