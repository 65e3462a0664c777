// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_unsettled.hpp>

namespace warpgraph::detail {

// Plan::kPullUnsettled, in two steps: count() first, and queue() if the host finds that it pays.
template <class P, class E>
class PullUnsettledPlan {
 public:
  static constexpr Plan kPlan = Plan::kPullUnsettled;

  static bool is_possible(const RunFacts& facts) { return facts.can_order() && !facts.has_grid; }
  static void add_memory(MemoryPlan& plan, const RunFacts& facts) {
    if (!PrioritisedProgram<P> || !facts.has_outgoing) return;
    plan.add_array<double>("engine sample", 1);
    if (has_monotone_visit<P>()) plan.add_array<typename P::VertexValue>("engine best value", 1);
  }

  // Brings the edges of the vertices that may still change into the readback.
  void count(Part<P, E>& part) {
    if constexpr (PrioritisedProgram<P>) {
      part.ensure_queues();
      if (least_.empty()) {
        least_ = Buffer<PriorityOf<P>>(part.stream, 1, "engine least priority");
        unsettled_ = Buffer<sweep::FrontierCounts>(part.stream, 1, "engine counts");
      }
      part.mark(part.now());
      find_least<P>(part.stream, part.view.program, part.value, part.now().mask, least_);
      part.clear(unsettled_.view());
      kernel::launch(part.stream, part.sweep(), CountUnsettled<P, E>{{part.view, least_}, unsettled_});
      copy(part.stream, View<sweep::FrontierCounts>(&part.readback[0].unsettled, 1), unsettled_);
    }
  }

  void queue(Part<P, E>& part) {
    if constexpr (PrioritisedProgram<P>) {
      using Unsettled = IsUnsettled<P, E>;
      Frontier& next = part.reset_next(/*marks=*/true);
      const sweep::QueueView queue = next.queue;
      part.clear(unsettled_.view());
      if constexpr (has_monotone_visit<P>()) find_best(part);
      kernel::launch(
          part.stream, sweep::warps_for(part.rows(), sweep::Enqueue<Unsettled>::kTile),
          sweep::Enqueue<Unsettled>{part.view.graph.incoming.row, part.rows(), {part.view, least_}, queue, unsettled_});
      kernel::launch(part.stream, part.sweep(),
                     PullUnsettled<P, E>{part.view, queue, unsettled_, best_, part.own_words(next.mask), next.counts});
      next.has_mask = true;
    }
  }
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) { return part.readback[0].unsettled.edges; }

 private:
  void find_best(Part<P, E>& part) {
    if (best_.empty()) best_ = Buffer<typename P::VertexValue>(part.stream, 1, "engine best value");
    fill(part.stream, best_, identity(part.view.program));
    kernel::launch(part.stream, sweep::sweep_warps(part.stream, part.value.size()),
                   FindBest<P>{part.view.program, part.value, part.now().mask, best_});
  }

  Buffer<PriorityOf<P>> least_;
  Buffer<sweep::FrontierCounts> unsettled_;
  Buffer<typename P::VertexValue> best_;  // of the frontier
};

}  // namespace warpgraph::detail
