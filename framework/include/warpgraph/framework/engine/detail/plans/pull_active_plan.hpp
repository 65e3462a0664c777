// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/part/active_vertices.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_active.hpp>

namespace warpgraph::detail {

// Plan::kPullActive.
template <class P, class E>
class PullActivePlan {
 public:
  static constexpr Plan kPlan = Plan::kPullActive;
  static constexpr bool kIsForProgram = !first_hit_suffices<P>() && !evaluates_all<P>();

  static bool is_possible(const RunFacts& facts) {
    return !facts.program.first_hit_suffices && !facts.program.evaluates_all && !facts.has_grid && facts.can_queue();
  }

  static void add_memory(MemoryPlan& plan, const RunFacts& facts) {
    if (!kIsForProgram || !facts.has_outgoing) return;
    const std::size_t words = mask_words(facts.vertices) + facts.edges / tuning::kHeavyEdges + 1;
    plan.add_array<std::uint32_t>("engine active vertices", words);
  }

  void queue(Part<P, E>& part) {
    if constexpr (kIsForProgram) {
      part.ensure_reduced();
      active_.find(part);
      const Gather<P, E> gather{part.view, part.reduced};
      const HeavyList heavy{active_.heavy(), active_.heavy_count()};
      kernel::launch(part.stream, part.sweep(), GatherActive<P, E>{gather, part.own_words(active_.mask()), heavy});
      if (const std::uint64_t max_heavy = heavy.vertex.size(); max_heavy != 0) {
        const auto blocks = std::min<std::uint64_t>(max_heavy, part.sweep().count);
        kernel::launch(part.stream, kernel::Blocks{std::min<std::uint64_t>(blocks, 1024)},
                       GatherHeavy<P, E>{gather, heavy});
      }
      part.apply(part.own_words(active_.mask()));
    }
  }

  // As counted into the readback (ActiveVertices::count_edges).
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) { return part.readback[0].active_edges; }
  // Those that are evaluated.
  [[nodiscard]] ActiveVertices& active() { return active_; }

 private:
  ActiveVertices active_;
};

}  // namespace warpgraph::detail
