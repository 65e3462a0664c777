// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>

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
      Push<P, E> push = part.push_arguments();
      if (part.keeps_levels) push.view.all_seen = values_before(part);
      // A queue that this device fills cannot have vertices of its peers.
      const bool marks = part.has_peers || now.edges >= part.options.tuning.thresholds.marking_edges;
      Frontier& next = part.reset_next(marks || !part.first_hit_wins());
      if (marks) {
        const std::uint64_t max = sweep::sweep_warps(part.stream, ~VertexId{0}).count;
        kernel::launch(part.stream,
                       kernel::Warps{std::min(sweep::warps_for(now.edges, PushMarking<P, E>::kSliceEdges).count, max)},
                       PushMarking<P, E>{push, now.queue, now.counts, next.mask, next.counts});
      } else {
        kernel::launch(part.stream, sweep::warps_for(now.edges, PushAll<P, E>::kSliceEdges),
                       PushAll<P, E>{push, now.queue, now.counts, next.queue, next.mask, next.counts});
      }
      next.has_queue = !marks;
      next.has_mask = marks || !part.first_hit_wins();
      if (first_hit_suffices<P>() && !part.first_hit_wins())
        kernel::for_each(
            part.stream, mask_words(part.range_of_rows().size()),
            Settle{part.words(next.mask, part.range_of_rows()), part.words(part.settled, part.range_of_rows())});
    }
  }
  // Pushing packs them.
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) {
    return sweep::packed_edges(part.counts_of(part.now()).packed);
  }

 private:
  // The values of the frontier's vertices, which the superstep does not change: it changes them where they are.
  // Vertices of programs whose first hit suffices do not change any more.
  static View<typename P::VertexValue> values_before(Part<P, E>& part) {
    if constexpr (first_hit_suffices<P>()) {
      return part.value;
    } else {
      part.ensure_reduced(part.vertices);
      const Frontier& now = part.now();
      kernel::for_each(part.stream, now.vertices,
                       CopyQueued<P>{now.queue.vertex, now.counts, part.value, part.reduced});
      return part.reduced;
    }
  }
};

}  // namespace warpgraph::detail
