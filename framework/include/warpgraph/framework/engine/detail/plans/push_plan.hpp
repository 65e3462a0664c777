// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/framework/engine/detail/run/part.hpp>
#include <warpgraph/framework/engine/detail/run/plan_policy.hpp>

namespace warpgraph::detail {

// Plan::kPush.
template <class P, class E>
class PushPlan {
 public:
  static constexpr Plan kPlan = Plan::kPush;

  static bool is_possible(const RunFacts& facts) { return facts.program.is_pushable && facts.can_push(); }
  static void add_memory(MemoryPlan&, const RunFacts&) {}

  static void queue(Part<P, E>& part) {
    if constexpr (PushableProgram<P>) {
      part.enqueue(part.now());
      Frontier& now = part.now();
      // A queue that this device fills cannot have vertices of its peers.
      const bool marks = part.has_peers || now.edges >= part.options.thresholds.marking_edges;
      Frontier& next = part.reset_next(marks || !part.first_hit_wins());
      if (marks) {
        const std::uint64_t max = sweep_warps(part.stream, ~VertexId{0}).count;
        launch(part.stream, Warps{std::min(warps_for(now.edges, PushMarking<P, E>::kSliceEdges).count, max)},
               PushMarking<P, E>{part.push_arguments(), now.queue, now.counts, next.mask, next.counts});
      } else {
        launch(part.stream, warps_for(now.edges, PushAll<P, E>::kSliceEdges),
               PushAll<P, E>{part.push_arguments(), now.queue, now.counts, next.queue, next.mask, next.counts});
      }
      next.has_queue = !marks;
      next.has_mask = marks || !part.first_hit_wins();
      if (first_hit_suffices<P>() && !part.first_hit_wins())
        for_each(part.stream, mask_words(part.range_of_rows().size()),
                 Settle{part.words(next.mask, part.range_of_rows()), part.words(part.settled, part.range_of_rows())});
    }
  }
  // Pushing packs them.
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) {
    return packed_edges(part.counts_of(part.now()).packed);
  }
};

}  // namespace warpgraph::detail
