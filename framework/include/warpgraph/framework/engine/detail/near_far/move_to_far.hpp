// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>

// Near and far on several devices: what PriorityLoop does with queues inside of one launch, with bitmasks over the
// device's own vertices, superstep by superstep.
namespace warpgraph::detail {

// Updated vertices that are far leave the frontier and wait in the far set. Vertices without outgoing edges have
// nothing to push and never wait, so that every split makes a frontier or leaves the far set empty. A lane has a vertex
// here, because such frontiers are large; in those of PeerLoop, which are small, a lane has a word.
template <class P, class E>
struct MoveToFar {
  KernelView<P, E> view;
  PriorityOf<P> limit;
  View<std::uint32_t> frontier;
  View<std::uint32_t> far;
  View<sweep::FrontierCounts> counts;  // of the near; zero before

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    WarpCounts counted;
    const std::uint64_t n = view.graph.vertex_count;
    sweep::for_each_word(warp, n, [&](std::uint64_t base) {
      const std::uint32_t updated = frontier[base / 32];
      if (updated == 0) return;
      kernel::PerLane<bool> is_near{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        if ((updated & bit_of(lane)) == 0) return;
        const EdgeId degree = view.facts.out_degree(base + lane);
        is_near[lane] = degree == 0 || !is_far(view.program.priority(view.value[base + lane]), limit);
        if (is_near[lane]) counted.add(lane, degree);
      });
      const std::uint32_t near = warp.ballot(is_near);
      warp.elect([&] {
        frontier[base / 32] = near;
        far[base / 32] = far_bits(far[base / 32], updated, near);
      });
    });
    counted.add_to(warp, counts);
  }
};

}  // namespace warpgraph::detail
