// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/launch.hpp>

#include <algorithm>

namespace warpgraph::detail {

// Few warps may have much to do each: every thread gets several chunks of them.
HostExtent host_extent(StreamRef stream, Warps shape, int) {
  const std::size_t threads = stream.device().runtime().threads().size();
  return {shape.count, std::clamp<std::size_t>(shape.count / (8 * threads), 1, 512)};
}

HostExtent host_extent(StreamRef, Blocks shape, int threads_in_block) {
  return {shape.count, std::max<std::size_t>(1, 16384 / static_cast<std::size_t>(threads_in_block))};
}

// One function runs all blocks of the grid.
HostExtent host_extent(StreamRef stream, WholeDevice shape, int) {
  const std::uint64_t blocks =
      shape.max_blocks != 0 ? shape.max_blocks : 4 * stream.device().runtime().threads().size();
  return {blocks, blocks};
}

}  // namespace warpgraph::detail
