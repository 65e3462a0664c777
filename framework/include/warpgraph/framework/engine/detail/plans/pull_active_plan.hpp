// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/pull/pull_active.hpp>
#include <warpgraph/framework/engine/detail/run/part.hpp>
#include <warpgraph/framework/engine/detail/run/plan_policy.hpp>

namespace warpgraph::detail {

// Plan::kPullActive.
template <class P, class E>
class PullActivePlan {
 public:
  static constexpr Plan kPlan = Plan::kPullActive;
  static constexpr bool kIsForProgram = !first_hit_suffices<P>() && !evaluates_all<P>();

  static bool is_possible(const RunFacts& facts) {
    return !facts.program.first_hit_suffices && !facts.program.evaluates_all &&
           (facts.can_queue() || (facts.has_groups && facts.fits_queue()));
  }

  static void add_memory(MemoryPlan& plan, const RunFacts& facts) {
    if (!kIsForProgram || !facts.has_outgoing) return;
    const std::size_t words = mask_words(facts.vertices) + facts.edges / tuning::kHeavyEdges + 1;
    plan.add_array<std::uint32_t>("engine active vertices", words);
  }

  void queue(Part<P, E>& part) {
    if constexpr (kIsForProgram) {
      part.ensure_reduced();
      const std::uint64_t max_heavy = part.view.graph.edge_count / tuning::kHeavyEdges;
      ensure(part, max_heavy);
      fill(part.stream, active_, 0);
      if (part.groups != nullptr && part.view.graph.outgoing.row.empty())
        activate_groups(part, part.groups->view());
      else
        activate(part);
      const Gather<P, E> gather{part.view, part.reduced};
      const HeavyList heavy{heavy_, heavy_count_};
      fill(part.stream, heavy_count_, 0);
      launch(part.stream, part.sweep(), GatherActive<P, E>{gather, part.own_words(active_), heavy});
      if (max_heavy != 0) {
        const auto blocks = std::min<std::uint64_t>(max_heavy, part.sweep().count);
        launch(part.stream, Blocks{std::min<std::uint64_t>(blocks, 1024)}, GatherHeavy<P, E>{gather, heavy});
      }
      part.apply(part.own_words(active_));
    }
  }

  // Counts into the readback, for edges_walked.
  void count_walked(Part<P, E>& part) {
    if (active_edges_.empty()) active_edges_ = Buffer<std::uint64_t>(part.stream, 1, "engine counts");
    fill(part.stream, active_edges_, 0);
    const View<const EdgeId> row = part.view.graph.incoming.row;
    launch(part.stream, sweep_warps(part.stream, row.size() - 1),
           CountRowEdges{row, part.own_words(active_), active_edges_});
    copy(part.stream, View<std::uint64_t>(&part.readback[0].active_edges, 1), active_edges_);
  }
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) { return part.readback[0].active_edges; }
  // By local id: the vertices that are evaluated.
  [[nodiscard]] View<std::uint32_t> active() { return active_; }

 private:
  void ensure(Part<P, E>& part, std::uint64_t max_heavy) {
    if (!active_.empty()) return;
    active_ = Buffer<std::uint32_t>(part.stream, mask_words(part.vertices), "engine active vertices");
    heavy_ = Buffer<VertexId>(part.stream, max_heavy, "engine active vertices");
    heavy_count_ = Buffer<std::uint32_t>(part.stream, 1, "engine active vertices");
    group_counts_ = Buffer<FrontierCounts>(part.stream, 1, "engine counts");
  }
  void activate(Part<P, E>& part) {
    Frontier& now = part.now();
    part.enqueue(now);
    launch(part.stream, warps_for(now.edges, Activate::kSliceEdges),
           Activate{part.view.graph.outgoing.column, now.queue, now.counts, active_});
  }
  void activate_groups(Part<P, E>& part, const VertexGroupsView& groups) {
    part.ensure_queues();
    const std::uint64_t count = groups.row.size() - 1;
    const QueueView queue = part.now().queue;
    part.clear(group_counts_.view());
    launch(part.stream, warps_for(count, Enqueue<GroupInMask>::kTile),
           Enqueue<GroupInMask>{groups.row, count, {part.now().mask, groups.shift}, queue, group_counts_});
    launch(part.stream, sweep_warps(part.stream, ~VertexId{0}),
           Activate{groups.column, queue, group_counts_, active_, groups.shift});
  }

  Buffer<std::uint32_t> active_;
  Buffer<VertexId> heavy_;
  Buffer<std::uint32_t> heavy_count_;
  Buffer<FrontierCounts> group_counts_;
  Buffer<std::uint64_t> active_edges_;
};

}  // namespace warpgraph::detail
