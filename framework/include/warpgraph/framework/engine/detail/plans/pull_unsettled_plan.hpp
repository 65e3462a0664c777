// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/pull/pull_unsettled.hpp>
#include <warpgraph/framework/engine/detail/run/part.hpp>
#include <warpgraph/framework/engine/detail/run/plan_policy.hpp>

namespace warpgraph::detail {

// Plan::kPullUnsettled, in two steps: count() first, and queue() if the host finds that it pays.
template <class P, class E>
class PullUnsettledPlan {
 public:
  static constexpr Plan kPlan = Plan::kPullUnsettled;

  static bool is_possible(const RunFacts& facts) { return facts.program.has_priority && facts.can_push(); }
  static void add_memory(MemoryPlan& plan, const RunFacts& facts) {
    if (PrioritisedProgram<P> && facts.has_outgoing) plan.add_array<double>("engine sample", 1);
  }

  // Brings the edges of the vertices that may still change into the readback.
  void count(Part<P, E>& part) {
    if constexpr (PrioritisedProgram<P>) {
      part.ensure_queues();
      if (least_.empty()) {
        least_ = Buffer<PriorityOf<P>>(part.stream, 1, "engine least priority");
        unsettled_ = Buffer<FrontierCounts>(part.stream, 1, "engine counts");
      }
      part.mark(part.now());
      find_least<P>(part.stream, part.view.program, part.value, part.now().mask, least_);
      part.clear(unsettled_.view());
      launch(part.stream, part.sweep(), CountUnsettled<P, E>{{part.view, least_}, unsettled_});
      copy(part.stream, View<FrontierCounts>(&part.readback[0].unsettled, 1), unsettled_);
    }
  }

  void queue(Part<P, E>& part) {
    if constexpr (PrioritisedProgram<P>) {
      using Unsettled = IsUnsettled<P, E>;
      Frontier& next = part.reset_next(/*marks=*/true);
      const QueueView queue = next.queue;
      part.clear(unsettled_.view());
      launch(part.stream, warps_for(part.rows(), Enqueue<Unsettled>::kTile),
             Enqueue<Unsettled>{part.view.graph.incoming.row, part.rows(), {part.view, least_}, queue, unsettled_});
      launch(part.stream, warps_for(edges_walked(part), PullUnsettled<P, E>::kSliceEdges),
             PullUnsettled<P, E>{part.view, queue, unsettled_, part.own_words(next.mask), next.counts});
      next.has_mask = true;
    }
  }
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) { return part.readback[0].unsettled.edges; }

 private:
  Buffer<PriorityOf<P>> least_;
  Buffer<FrontierCounts> unsettled_;
};

}  // namespace warpgraph::detail
