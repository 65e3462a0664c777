// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>

// What the engine does with a frontier beside the queue of framework/sweep/frontier_queue.hpp.
namespace warpgraph::detail {

// The bitmask of a queue; the mask must be clear before.
struct MarkQueue {
  View<const VertexId> queue;
  View<const sweep::FrontierCounts> counts;
  View<std::uint32_t> mask;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (i < sweep::packed_vertices(counts[0].packed)) atomic::fetch_or(mask[queue[i] / 32], bit_of(queue[i]));
  }
};

// Clears the bits of a queue's vertices, by all warps of the launch.
WARPGRAPH_DEVICE inline void clear_bits(kernel::Warp& warp, const sweep::QueueView& queue, std::uint64_t packed,
                                        const View<std::uint32_t>& mask) {
  warp.relaxed_phase([&](kernel::Lane lane) {
    sweep::for_each_in_sweep(warp, lane, sweep::packed_vertices(packed),
                             [&](std::uint64_t i) { atomic::store(mask[queue.vertex[i] / 32], 0u); });
  });
}

// settled |= frontier
struct Settle {
  View<const std::uint32_t> frontier;
  View<std::uint32_t> settled;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    if (frontier[word] != 0) settled[word] |= frontier[word];
  }
};

// Sets the bits of all outgoing neighbours of the frontier.
struct Activate {
  static constexpr std::uint32_t kSteps = 4;
  static constexpr std::uint32_t kSliceEdges = kSteps * kernel::Warp::kSize;
  View<const VertexId> out_column;
  sweep::QueueView queue;
  View<const sweep::FrontierCounts> counts;
  View<std::uint32_t> active;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    sweep::for_each_slice<kSteps>(warp, queue, counts[0].packed, [&](const auto& slice) {
      warp.relaxed_phase([&](kernel::Lane lane) {
        for (std::uint32_t k = 0; k < kSteps; ++k)
          if (slice.source[k][lane] != kNoVertex) claim_bit(active, out_column[slice.edge[k][lane]]);
      });
    });
  }
};

}  // namespace warpgraph::detail
