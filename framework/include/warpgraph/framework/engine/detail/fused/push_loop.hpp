// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

namespace warpgraph::detail {

// What a loop of supersteps leaves: how many there were, and the frontier they left, in counts[supersteps % 3].
struct LoopState {
  std::uint64_t supersteps;
  FrontierCounts counts[3];
};

// Supersteps by pushing inside one launch, as long as frontiers are small: a barrier over the grid costs a little more
// than a microsecond, a launch with a read-back seventeen. Three sets of counts rotate: one is read, one is written
// and one is cleared, so that one barrier a superstep is enough.
//
// Not one loop with PriorityLoop: this one takes first hits and counts vertices without edges, that one reserves slots
// of two lists at once and splits the far set. What the two have in common is in push/ and frontier/.
template <class P, class E>
struct PushLoop {
  Push<P, E> push;
  QueueView queue[2];
  View<std::uint32_t> mask[2];
  View<LoopState> state;         // counts[0] is the frontier to begin with, counts[1] is zero
  View<FrontierCounts> history;  // the frontier of each superstep
  std::uint64_t max_edges;
  std::uint32_t lanes;  // of a vertex, where all rows are short; or 0

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    std::uint32_t superstep = 0;
    while (superstep < history.size()) {
      FrontierCounts& now = state[0].counts[superstep % 3];
      const std::uint64_t packed = atomic::load(now.packed);
      if (packed_edges(packed) == 0 || packed_edges(packed) > max_edges) break;
      grid.warps([&](Warp& warp) { run(warp, superstep, packed); });
      ++superstep;
    }
    grid.elect([&] { state[0].supersteps = superstep; });
  }

 private:
  WARPGRAPH_DEVICE void run(Warp& warp, std::uint32_t superstep, std::uint64_t packed) const {
    const QueueView& from = queue[superstep % 2];
    const QueueView& to = queue[1 - superstep % 2];
    const View<std::uint32_t>& marks = mask[1 - superstep % 2];
    FrontierCounts& counts = state[0].counts[(superstep + 1) % 3];
    if (lanes != 0) {
      for_short_rows(warp, push.view, from, packed, lanes,
                     [&](auto& edges) { push.template put<true>(warp, edges, to, marks, counts); });
    } else {
      for_each_slice<1>(warp, from, packed, [&](const auto& slice) {
        auto edges = find_edges(warp, push.view, slice);
        push.template put<false>(warp, edges, to, marks, counts);
      });
    }
    // The mask of this frontier is that of the next superstep's targets: it must be clear by then.
    if (!push.first_hit_wins) clear_bits(warp, from, packed, mask[superstep % 2]);
    if (warp.global_index() == 0) {
      warp.elect([&] {
        const FrontierCounts& now = state[0].counts[superstep % 3];
        history[superstep] = {now.vertices + packed_vertices(packed), packed_edges(packed), packed};
        state[0].counts[(superstep + 2) % 3] = {0, 0, 0};
      });
    }
  }
};

}  // namespace warpgraph::detail
