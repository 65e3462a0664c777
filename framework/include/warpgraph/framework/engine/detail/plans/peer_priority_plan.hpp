// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/launch_task.hpp>
#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/loops/peer_loop.hpp>
#include <warpgraph/framework/engine/detail/near_far/move_to_far.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/plans/push_plan.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_unsettled.hpp>

namespace warpgraph::detail {

// Plan::kPriority on several devices, superstep by superstep: pushes, and moves the far vertices of the next frontier
// into the device's far set. Launches of all devices use the same far sets: PeerLoopPlan starts them, in this plan's
// order().
template <class P, class E>
class PeerPriorityPlan {
  using T = PriorityOf<P>;

 public:
  static constexpr Plan kPlan = Plan::kPriority;

  static bool is_possible(const RunFacts& facts) { return facts.can_order() && !facts.has_grid; }

  void queue(Part<P, E>& part) {
    PushPlan<P, E>::queue(part);
    move_to_far(part);
  }
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) { return PushPlan<P, E>::edges_walked(part); }

  void set_limit(T limit) { limit_ = limit; }
  // By which the limit moves beyond the nearest vertex that waits.
  void set_step(double step) { step_ = to_step<T>(step); }
  // True if there is no limit any more.
  bool move_limit(T nearest) {
    limit_ = next_limit(nearest, step_);
    return limit_ == kNoLimit<T>;
  }
  // What a launch needs of the device alone.
  void prepare_launch(Part<P, E>& part) {
    (void)far_words(part);
    if (!changed_.empty()) return;
    changed_ = Buffer<std::uint32_t>(part.stream, part.next().mask.size(), "engine changed");
    fill(part.stream, changed_, 0);
  }
  // For a launch, which moves the limit itself. `borders`: vertices that have edges to other devices (Peers).
  [[nodiscard]] NearFarOrder<P> order(Part<P, E>& part, const LaunchTask& task, std::uint64_t borders) {
    NearFarOrder<P> order;
    order.is_on = true;
    order.far = far_words(part);
    order.step = step_;
    order.limit = limit_;
    order.nearest = task.none_waits ? kNoLimit<T> : limit_;  // or beyond it
    order.max_waiting = task.max_waiting;
    order.max_split = task.max_split;
    order.changed = part.own_words(changed_);
    if (kMinVerticesPerBorderVertex * borders <= part.own.size())
      order.ahead = {std::min(part.options.tuning.thresholds.rounds_ahead, kMaxRoundsAhead),
                     part.options.tuning.thresholds.ahead_edges};
    return order;
  }

  // The far set's least priority into the readback.
  void find_nearest([[maybe_unused]] Part<P, E>& part) {
    if constexpr (PrioritisedProgram<P>) {
      if (least_.empty()) least_ = Buffer<T>(part.stream, 1, "engine least priority");
      find_least<P>(part.stream, part.view.program, part.part_of(part.value, part.own), far_words(part), least_);
      copy(part.stream, View<T>(&part.readback[0].least, 1), least_);
    }
  }
  // The least priority of the vertices that have yet to push, reduced into `least`: of the frontier, also of vertices
  // that peers own, and of the far set.
  void find_pending([[maybe_unused]] Part<P, E>& part, [[maybe_unused]] View<T> least) {
    if constexpr (PrioritisedProgram<P>) {
      const auto reduce = [&](View<const typename P::VertexValue> value, View<const std::uint32_t> mask) {
        reduce_least<P>(part.stream, part.view.program, value, mask, least);
      };
      reduce(part.value, part.mask_of_now(marks_));
      if (!far_.empty()) reduce(part.part_of(part.value, part.own), far_words(part));
    }
  }
  // Puts the vertices that are near now into the next frontier.
  void split_far(Part<P, E>& part) {
    copy(part.stream, part.own_words(part.next().mask), far_words(part));
    fill(part.stream, far_, 0);
    move_to_far(part);
  }
  // The far set: a bitmask over the own vertices.
  [[nodiscard]] View<std::uint32_t> far_words(Part<P, E>& part) {
    if (far_.empty()) {
      far_ = Buffer<std::uint32_t>(part.stream, part.next().mask.size(), "engine far set");
      fill(part.stream, far_, 0);
    }
    return part.own_words(far_);
  }

 private:
  // A device goes ahead where at most one in so many vertices has edges to others or from them. With more of them,
  // going ahead saves supersteps but takes longer, because devices get to know most updates later (two H200, uniform
  // random graph of 16 M vertices, widest paths: 194 supersteps and 24.8 ms, and without it 243 and 20.6 ms).
  static constexpr std::uint64_t kMinVerticesPerBorderVertex = 8;

  void move_to_far([[maybe_unused]] Part<P, E>& part) {
    if constexpr (PrioritisedProgram<P>) {
      Frontier& next = part.next();
      const View<std::uint32_t> far = far_words(part);
      part.clear(next.counts);
      kernel::launch(part.stream, sweep::sweep_warps(part.stream, part.own.size()),
                     MoveToFar<P, E>{part.view, limit_, part.own_words(next.mask), far, next.counts});
    }
  }

  Buffer<std::uint32_t> far_;
  Buffer<std::uint32_t> changed_;  // of the vertices that a launch has not told the peers yet
  Buffer<std::uint32_t> marks_;    // of a frontier
  Buffer<T> least_;
  T step_{};
  T limit_ = Max::identity<T>();  // above it vertices are far
};

}  // namespace warpgraph::detail
