// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/loops/peer_loop.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/peers/search_messages.hpp>
#include <warpgraph/framework/engine/detail/plans/search_kernel.hpp>

namespace warpgraph::detail {

// Plan::kPushLoop on several devices: a launch on each, of a loop or of a whole search. What a launch needs of its
// device alone is prepared first; then all devices launch, and none waits.
template <class P, class E>
class PeerLoopPlan {
  using T = PriorityOf<P>;
  using State = SearchState<P, PeerState>;

 public:
  static constexpr Plan kPlan = Plan::kPushLoop;

  static bool is_possible(const RunFacts& facts) { return facts.can_loop(); }

  void prepare_loop(Part<P, E>& part) {
    if constexpr (PushableProgram<P>) {
      if (loop_.empty()) loop_ = Buffer<PeerLoopState<T>>(part.stream, 1, "engine counts");
      part.enqueue(part.now());
      fill(part.stream, part.own_words(part.next().mask), 0);
      kernel::prepare<PeerLoop<P, E>>(part.stream, kernel::WholeDevice{});
    }
  }
  void launch_loop(Part<P, E>& part, const PeerLaunchArguments<P>& with, const NearFarOrder<P>& order) {
    if constexpr (PushableProgram<P>) {
      Frontier& now = part.now();
      Frontier& next = part.next();
      const View<PeerLoopState<T>> state = loop_;
      const std::uint32_t lanes = part.lanes();
      kernel::launch(part.stream, part.loop_blocks(lanes),
                     PeerLoop<P, E>{.push = part.push_arguments(),
                                    .queue = {now.queue, next.queue},
                                    .mask = next.mask,
                                    .own_mask = part.own_words(next.mask),
                                    .counts = {now.counts, next.counts},
                                    .state = state,
                                    .updated = {&state.data()->updated, 1, state.space()},
                                    .with = with,
                                    .order = order,
                                    .lanes = lanes});
    }
  }

  void prepare_search(Part<P, E>& part) {
    if constexpr (SearchProgram<P>) {
      part.ensure_queues();
      if (search_.empty()) search_ = Buffer<State>(part.stream, 1, "engine counts");
      with_short_rows(part, [&](auto is_short) {
        kernel::prepare<Search<P, E, decltype(is_short)::value, PeerLaunchArguments<P>>>(part.stream,
                                                                                         kernel::WholeDevice{});
      });
    }
  }
  // `is_first`: the launch is the run's first one.
  void launch_search(Part<P, E>& part, const PeerLaunchArguments<P>& with, const DirectionRule& rule, bool is_first) {
    if constexpr (SearchProgram<P>) {
      const std::uint64_t max_listed = std::min(part.options.tuning.thresholds.peer_list_edges, with.max_edges);
      with_short_rows(part, [&](auto is_short) {
        kernel::launch(
            part.stream, part.lanes() == 1 ? part.loop_blocks(1) : kernel::WholeDevice{},
            search_kernel<decltype(is_short)::value>(part, search_.view(), with, rule, max_listed, is_first));
      });
    }
  }

 private:
  template <class Call>
  static void with_short_rows(Part<P, E>& part, Call&& call) {
    if (part.lanes() != 0)
      call(std::true_type{});
    else
      call(std::false_type{});
  }

  Buffer<PeerLoopState<T>> loop_;
  Buffer<State> search_;
};

}  // namespace warpgraph::detail
