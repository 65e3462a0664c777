// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/launch.hpp>

#include <algorithm>

#include <warpgraph/runtime/kernel/host/lane_order.hpp>

namespace warpgraph::detail {

// Few warps may have much to do each: every thread gets several chunks of them.
HostExtent host_extent(StreamRef stream, kernel::Warps shape, int) {
  const std::size_t threads = stream.device().runtime().threads().size();
  return {shape.count, std::clamp<std::size_t>(shape.count / (8 * threads), 1, 512)};
}

HostExtent host_extent(StreamRef, kernel::Blocks shape, int threads_in_block) {
  return {shape.count, std::max<std::size_t>(1, 16384 / static_cast<std::size_t>(threads_in_block))};
}

// One function runs all blocks of the grid. A thread holds as many as a multiprocessor of a GPU; without a wish it gets
// a few.
HostExtent host_extent(StreamRef stream, kernel::WholeDevice shape, int) {
  const std::uint64_t threads = stream.device().runtime().threads().size();
  const std::uint64_t blocks =
      shape.max_blocks == 0 ? 4 * threads : std::min<std::uint64_t>(shape.max_blocks, 32 * threads);
  return {blocks, blocks};
}

void run_some(const HostLoop& loop, std::size_t first, std::size_t last, std::uint64_t seed) {
  if (seed == 0) return loop.ascend(loop.body, first, last);
  constexpr std::uint32_t kGroup = 32;
  LaneOrder order(seed, first);
  for (std::size_t group = first; group < last; group += kGroup)
    order.visit<kGroup>([&](std::uint32_t lane) {
      const std::size_t i = group + lane;
      if (i < last) loop.ascend(loop.body, i, i + 1);
    });
}

void run_all(ThreadPool& threads, const HostLoop& loop, std::uint64_t n, std::uint64_t seed) {
  threads.for_chunks(n, kShuffledGrain,
                     [&](std::size_t first, std::size_t last) { run_some(loop, first, last, seed); });
}

}  // namespace warpgraph::detail
