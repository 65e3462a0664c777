// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include <warpgraph/framework/engine/detail/push/move_to_far.hpp>
#include <warpgraph/framework/engine/detail/run/peer_launches.hpp>
#include <warpgraph/framework/engine/detail/run/shard_part.hpp>

namespace warpgraph::detail {

// The order of a distance on several devices: who is far waits in a bitmask of its owner's, and one limit says who is.
// Here are the pieces of a superstep that the host queues; launches of all devices use the same piles and move the same
// limit (peer_loop.hpp).
template <class P, class E>
class HostNearFar {
  using T = PriorityOf<P>;

 public:
  explicit HostNearFar(std::vector<std::unique_ptr<ShardPart<P, E>>>& parts) : parts_(parts) {}

  // By which the limit moves beyond the nearest that waits.
  void set_step(double step) { step_ = to_step<T>(step); }

  // Takes the far out of the next frontier.
  void move_to_far([[maybe_unused]] ShardPart<P, E>& part) {
    if constexpr (PrioritisedProgram<P>) {
      RunState<P>& state = part.state;
      part.ensure_far();
      state.clear(state.next().counts);
      launch(part.stream, sweep_warps(part.stream, state.own.size()),
             MoveToFar<P, E>{part.supersteps.view(), limit_, state.own_words(state.next().mask),
                             state.own_words(part.far), state.next().counts});
    }
  }
  // False if no vertex waits on any device; otherwise sift() on all of them comes next. wait(): for all devices.
  template <class Wait>
  bool move_limit([[maybe_unused]] Wait&& wait) {
    if (is_empty_) return false;
    T nearest = kNoLimit<T>;
    if constexpr (PrioritisedProgram<P>) {
      for (auto& each : parts_) {
        each->state.ensure_unsettled();
        each->supersteps.find_least(each->state.own_part(each->state.value), each->state.own_words(each->far));
        copy(each->stream, least_of(*each), each->state.least);
      }
      wait();
      for (auto& each : parts_) nearest = std::min(nearest, least_of(*each)[0]);
    }
    limit_ = next_limit(nearest, step_);
    is_empty_ = limit_ == kNoLimit<T>;
    return true;
  }
  // Puts those who are near now into the next frontier.
  void split_far(ShardPart<P, E>& part) {
    copy(part.stream, part.state.own_words(part.state.next().mask), part.state.own_words(part.far));
    fill(part.stream, part.far, 0);
    move_to_far(part);
  }

  // For a launch of all devices, and when it is over. `is_first`: nobody waits yet.
  void order(LaunchTask<P>& task, bool is_first, std::uint64_t max_waiting, std::uint64_t max_split) const {
    task.order = {true, {}, step_, limit_, kNoLimit<T>, max_waiting, max_split};
    if (!is_first) task.order.nearest = limit_;  // or beyond it
  }
  void moved(T limit) { limit_ = limit; }

 private:
  [[nodiscard]] static View<T> least_of(ShardPart<P, E>& part) { return {reinterpret_cast<T*>(part.host->least), 1}; }

  std::vector<std::unique_ptr<ShardPart<P, E>>>& parts_;
  T step_{};
  T limit_ = Max::identity<T>();
  bool is_empty_ = false;  // the pile, for good: it is sifted without a limit
};

}  // namespace warpgraph::detail
