// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/pull/gather_all.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_fused.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/graph/source_blocks.hpp>
#include <warpgraph/framework/tuning.hpp>

namespace warpgraph::detail {

// Plan::kPullAll.
template <class P, class E>
class PullAllPlan {
 public:
  static constexpr Plan kPlan = Plan::kPullAll;

  static bool is_possible(const RunFacts& facts) { return !facts.program.first_hit_suffices; }

  static void add_memory(MemoryPlan& plan, const RunFacts& facts) {
    if (first_hit_suffices<P>()) return;
    if (kPullsFused<P> && !PublishesAnew<P>) plan.add_array<Published<P>>("engine next values", facts.vertices);
    using Sum = Contribution<P>;
    plan.add("engine carries", slices_of<Sum>(facts.edges) * (sizeof(Sum) + sizeof(VertexId)));
  }

  // Once, before the first superstep of any device is queued: waits for the stream if the blocks are not made yet.
  void find_blocks([[maybe_unused]] Part<P, E>& part) {
    if constexpr (evaluates_all<P>() && !graphs::kHasValue<E>) {
      if (part.has_grid || part.row_facts().has_locality) return;
      part.ensure_reduced();  // before blocks take what memory there is
      blocks_ = warpgraph::rows::find_blocks(part.stream, *part.graph_facts, part.view.graph.incoming, part.vertices,
                                             false, sizeof(Published<P>), part.options);
    }
  }
  void queue(Part<P, E>& part) {
    if constexpr (!first_hit_suffices<P>()) {
      const GatherShape shape = shape_for(part);
      if constexpr (kPullsFused<P>) {
        const std::uint32_t width = width_of(shape);
        if (is_fused(part, width)) return pull_fused(part, width);
      }
      part.ensure_reduced();
      const Gather<P, E> gather{part.view_of_rows(), part.reduced};
      if (blocks_ && part.own == part.held)  // where borders have moved, the rows are not those that were cut
        gather_blocks(part.stream, gather, *blocks_, part.options.tuning.shape, carries_);
      else
        gather_all(part.stream, gather, shape, part.row_facts().incoming.empty != 0, carries_);
      if (!part.has_grid) part.apply({});  // otherwise when it has the sums of the row
    }
  }
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) { return part.view.graph.edge_count; }

 private:
  [[nodiscard]] static GatherShape shape_for(Part<P, E>& part) {
    const rows::RowLengths& rows = part.row_facts().incoming;
    const DeviceKind kind = part.stream.device().kind();
    const GatherShape shape = part.options.tuning.shape ? *part.options.tuning.shape : rows::choose_shape(rows, kind);
    // Rows that begin somewhere inside of the edges do not fall into equal slices.
    const bool has_slices = part.held == part.range_of_rows();
    return fitting_shape<P, E>(shape == GatherShape::kEqualSplit && !has_slices ? GatherShape::kSegments : shape, rows,
                               kind);
  }
  [[nodiscard]] static bool is_fused(Part<P, E>& part, std::uint32_t width) {
    const std::uint32_t max_width = std::min(part.options.tuning.thresholds.fused_lanes, tuning::kWidestFused);
    return !part.has_peers && width != 0 && width <= max_width && part.row_facts().has_locality &&
           (!graphs::kHasValue<E> || part.row_facts().incoming.mean <= tuning::kShortFused);
  }
  void pull_fused(Part<P, E>& part, std::uint32_t width) {
    if (next_seen_.empty() && !PublishesAnew<P>)
      next_seen_ = Buffer<Published<P>>(part.stream, part.vertices, "engine next values");
    Frontier& next = part.reset_next();
    with_width<tuning::kWidestFused>(width, [&](auto constant) {
      constexpr std::uint32_t kWidth = decltype(constant)::value;
      launch_width<kWidth>(part.stream, part.sweep(),
                           PullFused<P, E, kWidth>{part.view, next_seen_, next.counts, part.partial});
    });
    if constexpr (PublishesAnew<P>) return;
    if constexpr (HasPublish<P>) {
      std::swap(part.published, next_seen_);
      part.view.published = part.view.all_seen = part.published;
    } else {
      std::swap(part.value, next_seen_);
      part.view.value = part.view.all_seen = part.value;
    }
  }

  Carries<Contribution<P>> carries_;
  Buffer<Published<P>> next_seen_;                    // of the fused kernel, unless another publishes
  std::shared_ptr<const rows::SourceBlocks> blocks_;  // if it gathers along these
};

}  // namespace warpgraph::detail
