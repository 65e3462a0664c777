// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_first.hpp>

namespace warpgraph::detail {

// Plan::kPullFirst.
template <class P, class E>
class PullFirstPlan {
 public:
  static constexpr Plan kPlan = Plan::kPullFirst;

  // On a grid several devices find hits of a vertex, which its owner reduces.
  static bool is_possible(const RunFacts& facts) {
    return facts.program.first_hit_suffices &&
           (!facts.has_grid || (facts.program.is_pushable && facts.program.initialises_by_id));
  }
  static void add_memory(MemoryPlan&, const RunFacts&) {}

  static void queue(Part<P, E>& part) {
    if constexpr (first_hit_suffices<P>()) {
      part.mark(part.now());
      Frontier& next = part.reset_next();
      const VertexRange rows = part.range_of_rows();
      kernel::launch(
          part.stream, sweep::sweep_warps(part.stream, rows.size()),
          PullFirst<P, E>{part.view_of_rows(), part.now().mask, part.words(part.settled, rows),
                          part.words(next.mask, rows), next.counts, part.options.deterministic, part.partial});
      next.has_mask = true;
    }
  }
  // It stops at the first hit and does not count.
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>&) { return 0; }
};

}  // namespace warpgraph::detail
