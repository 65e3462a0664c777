// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <warpgraph/framework/engine/detail/run/peer_part.hpp>

namespace warpgraph::detail {

// The order of a distance on several devices: each has a far set of its own vertices, and one limit says which vertices
// are far. Here is what the host does of it between supersteps; launches of all devices move the same limit.
template <class P, class E>
class HostNearFar {
  using T = PriorityOf<P>;

 public:
  explicit HostNearFar(std::vector<std::unique_ptr<PeerPart<P, E>>>& parts) : parts_(parts) {}

  // By which the limit moves beyond the nearest vertex that waits.
  void set_step(double step) { step_ = to_step<T>(step); }

  // False if no vertex waits on any device; otherwise the limit has moved, and split_far() is to follow on all devices.
  // wait(): for all devices.
  template <class Wait>
  bool move_limit(Wait&& wait) {
    if (is_empty_) return false;
    for (auto& each : parts_) plan(*each).find_nearest(*each);
    wait();
    T nearest = kNoLimit<T>;
    for (auto& each : parts_) nearest = std::min(nearest, each->readback[0].least);
    set_limit(next_limit(nearest, step_));
    is_empty_ = limit_ == kNoLimit<T>;
    return true;
  }

  // For a launch of all devices, and when it is over. `is_first`: no vertex waits yet.
  [[nodiscard]] NearFarOrder<P> order(bool is_first, std::uint64_t max_waiting, std::uint64_t max_split) const {
    NearFarOrder<P> order;
    order.is_on = true;
    order.step = step_;
    order.limit = limit_;
    order.nearest = is_first ? kNoLimit<T> : limit_;  // or beyond it
    order.max_waiting = max_waiting;
    order.max_split = max_split;
    return order;
  }
  void set_limit(T limit) {
    limit_ = limit;
    for (auto& each : parts_) plan(*each).set_limit(limit);
  }

 private:
  [[nodiscard]] static PeerPriorityPlan<P, E>& plan(PeerPart<P, E>& part) {
    return part.plans.template get<PeerPriorityPlan<P, E>>();
  }

  std::vector<std::unique_ptr<PeerPart<P, E>>>& parts_;
  T step_{};
  T limit_ = Max::identity<T>();
  bool is_empty_ = false;  // the far set, for good: it was split without a limit
};

}  // namespace warpgraph::detail
