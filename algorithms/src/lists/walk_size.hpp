// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

#include "splitters.hpp"

// How many walkers there are, and how many sublists for them.
namespace warpgraph::algorithms::lists {

constexpr std::uint64_t divided(std::uint64_t count, std::uint64_t size) { return (count + size - 1) / size; }

// Warps that walk at the same time: enough to keep the memory of a GPU busy. On the host the first lane of each walks
// all that others have not begun. Trails are for few, so that the ends of all of them are in the cache.
inline std::uint64_t warps_of(const Device& device, const ListRankOptions& options,
                              std::uint64_t warps_a_multiprocessor) {
  const std::uint64_t multiprocessors = static_cast<std::uint64_t>(std::max(1, device.info().multiprocessors));
  if (options.walkers != 0) return divided(options.walkers, kernel::Warp::kSize);
  return multiprocessors * (device.kind() == DeviceKind::kGpu ? warps_a_multiprocessor : 4);
}

// Records of fewer elements stay in the cache of a GPU themselves.
inline bool pays_trails(const Device& device, std::uint64_t n) {
  return n >= (device.kind() == DeviceKind::kGpu ? std::uint64_t{1} << 23 : std::uint64_t{1} << 11);
}

// A GPU has other lanes to go on with while one waits. A core has not.
inline unsigned chains_of(const Device& device, const ListRankOptions& options) {
  if (options.chains != 0 && options.chains != 1 && options.chains != 2)
    throw UsageError("lists: a lane walks 1 or 2 chains");
  if (options.chains != 0) return options.chains;
  return device.kind() == DeviceKind::kGpu ? 1 : 2;
}

// Long sublists leave few splitters to rank; but the longest one is ln(splitters) times as long as the mean, and that
// is how long the last walker is on its way.
inline std::uint32_t slots_for(std::uint64_t n, const ListRankOptions& options) {
  constexpr std::uint64_t kFew = std::uint64_t{1} << 18;  // take no time to rank, even in sublists of 8 elements
  constexpr std::uint64_t kGood = std::uint64_t{1} << 20;
  constexpr std::uint64_t kMany = std::uint64_t{1} << 21;
  const std::uint64_t usual = std::min(kMany, std::max({std::min(n / 8, kFew), std::min(n / 64, kGood), n / 128}));
  const std::uint64_t wanted = options.splitters != 0 ? options.splitters : usual;
  return Splitters::slots_for(static_cast<std::uint32_t>(n), std::clamp<std::uint64_t>(wanted, 1, n));
}

}  // namespace warpgraph::algorithms::lists
