// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/loops/priority_loop.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/plans/push_loop_plan.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_unsettled.hpp>

namespace warpgraph::detail {

// Plan::kPriority on one device. Each launch goes on where the one before it stopped.
template <class P, class E>
class PriorityPlan {
  using T = PriorityOf<P>;

 public:
  static constexpr Plan kPlan = Plan::kPriority;

  static bool is_possible(const RunFacts& facts) { return facts.can_order(); }
  static void add_memory(MemoryPlan& plan, const RunFacts& facts) {
    if (!PrioritisedProgram<P> || !facts.has_outgoing) return;
    plan.add_array<std::uint32_t>("engine far set", mask_words(facts.vertices));
    plan.add_array<PriorityState<T>>("engine counts", 1);
  }

  // As PushLoopPlan::run. `step`: by which the limit of what is near moves.
  LaunchHistory run(Part<P, E>& part, std::uint32_t max, [[maybe_unused]] double step) {
    LaunchHistory history;
    if constexpr (PrioritisedProgram<P>) {
      if (state_.empty()) begin(part);
      const PriorityState<T> before = left_[0];
      const std::uint32_t lanes = part.lanes();
      kernel::launch(part.stream, part.loop_blocks(lanes),
                     PriorityLoop<P, E>{.view = part.view,
                                        .queue = {part.now().queue, part.next().queue},
                                        .mask = {part.now().mask, part.next().mask},
                                        .far_set = far_set_,
                                        .state = state_,
                                        .history = part.clear_history(std::min(max, part.kMaxLoopSupersteps)),
                                        .step = to_step<T>(step),
                                        .lanes = lanes,
                                        .ahead_limits = part.ahead_limits(),
                                        .marking_edges = part.options.tuning.thresholds.marking_edges});
      copy(part.stream, left_, state_);
      part.stream.synchronize();
      history.steps = part.read_history(left_[0].supersteps - before.supersteps);
      history.waiting = left_[0].waiting - before.waiting;
      part.now().set_counts(left_[0].counts[left_[0].supersteps % 3]);
    }
    return history;
  }

  // At most the least priority of the vertices that have yet to push, reduced into `least`: once a launch was made,
  // that of the near vertices, and if there is none, the limit.
  void find_pending([[maybe_unused]] Part<P, E>& part, [[maybe_unused]] View<T> least) {
    if constexpr (PrioritisedProgram<P>) {
      if (state_.empty())
        return reduce_least<P>(part.stream, part.view.program, part.value, part.mask_of_now(marks_), least);
      const PriorityState<T>& left = left_[0];
      const std::uint64_t near = sweep::packed_vertices(left.counts[left.supersteps % 3].packed);
      if (near == 0) return fill(part.stream, least, left.limit);
      const sweep::QueueView& queue = left.supersteps % 2 == 0 ? part.now().queue : part.next().queue;
      kernel::for_each(part.stream, near, FindLeastQueued<P>{part.view.program, part.value, queue.vertex, least});
    }
  }

 private:
  void begin(Part<P, E>& part) {
    part.ensure_history();
    far_set_ = Buffer<std::uint32_t>(part.stream, mask_words(part.vertices), "engine far set");
    fill(part.stream, far_set_, 0);
    state_ = Buffer<PriorityState<T>>(part.stream, 1, "engine counts");
    part.enqueue(part.now());
    fill(part.stream, part.next().mask, 0);
    left_ = PinnedBuffer<PriorityState<T>>(part.stream.device().runtime(), 1);
    left_[0] = {.supersteps = 0,
                .counts = {},
                .splits = 0,
                .waiting = 0,
                .nearest = {kNoLimit<T>, kNoLimit<T>},
                .limit = Max::identity<T>(),
                .has_last = 0};
    copy(part.stream, state_, left_);
    copy(part.stream, View<sweep::FrontierCounts>(&state_.data()->counts[0], 1, state_.view().space()),
         part.now().counts);
  }

  Buffer<std::uint32_t> far_set_;
  Buffer<PriorityState<T>> state_;
  PinnedBuffer<PriorityState<T>> left_;  // as the last launch left it
  Buffer<std::uint32_t> marks_;          // of a frontier, before the first launch
};

}  // namespace warpgraph::detail
