// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/loops/push_loop.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/plans/search_kernel.hpp>

namespace warpgraph::detail {

// Plan::kPushLoop on one device.
template <class P, class E>
class PushLoopPlan {
  using State = SearchState<P, StepState>;

 public:
  static constexpr Plan kPlan = Plan::kPushLoop;

  static bool is_possible(const RunFacts& facts) { return facts.can_loop(); }
  static void add_memory(MemoryPlan&, const RunFacts&) {}

  // As many supersteps as go into one launch, up to `max`, when so many have passed; waits for them. now() is the
  // frontier that they leave.
  LaunchHistory run(Part<P, E>& part, std::uint32_t max, [[maybe_unused]] std::uint32_t passed) {
    LaunchHistory history;
    if constexpr (PushableProgram<P>) {
      part.ensure_history();
      const bool is_first = state_.empty();
      if (is_first) {
        state_ = Buffer<LoopState<P>>(part.stream, 1, "engine counts");
        left_ = PinnedBuffer<LoopState<P>>(part.stream.device().runtime(), 1);
      }
      part.enqueue(part.now());
      if (!part.first_hit_wins()) fill(part.stream, part.next().mask, 0);
      if (SearchProgram<P> && part.first_hit_wins() && part.lanes() != 0) clear_masks(part);
      const LoopState<P>& left = launch_it(part, std::min(max, Part<P, E>::kMaxLoopSupersteps), passed, is_first);
      history.steps = part.read_history(left.supersteps);
      if (!history.steps.empty()) history.steps.front().vertices = part.now().vertices;
      leave(part, left);
    }
    return history;
  }

  // As many supersteps of a whole search as go into one launch, each of which chooses its direction; waits for them.
  // `frontier`: what now() is.
  const LoopHistory& run_search(Part<P, E>& part, [[maybe_unused]] const Progress& frontier,
                                [[maybe_unused]] std::uint32_t max, [[maybe_unused]] const DirectionRule& rule) {
    if (searched_.size() == 0) searched_ = PinnedBuffer<LoopHistory>(part.stream.device().runtime(), 1);
    if constexpr (SearchProgram<P>) {
      part.ensure_queues();
      const bool is_first = search_.empty();
      if (is_first) search_ = Buffer<State>(part.stream, 1, "engine counts");
      const LaunchArguments with{frontier.vertices, frontier.edges, std::min(max, LoopHistory::kMaxSteps), searched_};
      kernel::launch(part.stream, kernel::WholeDevice{},
                     search_kernel</*kShort=*/false>(part, search_.view(), with, rule,
                                                     part.options.tuning.thresholds.peer_list_edges / 4, is_first));
      part.stream.synchronize();
      leave_launch(part, searched_[0]);
    }
    return searched_[0];
  }

 private:
  const LoopState<P>& launch_it(Part<P, E>& part, std::uint32_t max, std::uint32_t passed, bool is_first) {
    Frontier& now = part.now();
    Frontier& next = part.next();
    part.clear(View<sweep::FrontierCounts>(state_.data()->counts, 3, state_.view().space()));
    copy(part.stream, counts_at(0), now.counts);
    kernel::launch(part.stream, part.loop_blocks(part.lanes()),
                   PushLoop<P, E>{.push = part.push_arguments(),
                                  .queue = {now.queue, next.queue},
                                  .mask = {now.mask, next.mask},
                                  .state = state_,
                                  .history = part.clear_history(max + 1),
                                  .max_edges = part.options.tuning.thresholds.loop_edges,
                                  .lanes = part.lanes(),
                                  .ahead_limits = part.ahead_limits(),
                                  .passed = passed,
                                  .is_first = is_first});
    copy(part.stream, left_, state_);
    part.stream.synchronize();
    return left_[0];
  }
  // For blocks that go ahead.
  static void clear_masks(Part<P, E>& part) {
    for (Frontier& each : part.frontiers) {
      fill(part.stream, each.mask, 0);
      each.has_mask = false;
    }
  }
  void leave(Part<P, E>& part, const LoopState<P>& left) {
    const std::uint64_t at = left.rounds % 3;
    if (left.rounds % 2 == 1) part.swap();
    Frontier& now = part.now();
    copy(part.stream, now.counts, counts_at(at));
    now.set_counts(left.counts[at]);
    now.has_queue = true;
    now.has_mask = !part.first_hit_wins();
  }
  [[nodiscard]] View<sweep::FrontierCounts> counts_at(std::uint64_t i) {
    return {&state_.data()->counts[i], 1, state_.view().space()};
  }

  Buffer<LoopState<P>> state_;
  PinnedBuffer<LoopState<P>> left_;  // as the last launch left it
  Buffer<State> search_;
  PinnedBuffer<LoopHistory> searched_;
};

}  // namespace warpgraph::detail
