// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/steps/loop_history.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/clock.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

// How kernels go on from superstep to superstep in one launch, and what they leave to the host of each. begin_steps,
// finish_step and end_steps are here for one device; peers/peer_step.hpp has those of several, which also tell each
// other.
namespace warpgraph::detail {

// State that all threads of a device see.
struct StepState {
  std::uint64_t vertices;  // in the frontier of all devices
  std::uint64_t edges;
  std::uint64_t packed[2];        // of the queues
  sweep::FrontierCounts updated;  // of the own vertices, in this superstep
  std::uint64_t begun_at;         // when all devices had ended the superstep before
};

// What a superstep has updated, on one device or on several.
struct StepSums {
  std::uint64_t vertices;
  std::uint64_t edges;
};

// What a device does in a superstep, for the history.
struct StepRecord {
  Plan plan;
  bool is_dense;
  std::uint64_t walked;
  std::uint32_t pushed = 0;  // queue, which is empty now
  bool is_split = false;
  std::uint64_t waiting = 0;
  std::uint64_t nearest = 0;
};

// What all threads want to know before a superstep of a launch on one device.
struct StepInputs {
  std::uint64_t packed;  // of the queue

  WARPGRAPH_DEVICE StepInputs(const StepState& s, std::uint32_t queue) : packed(atomic::load(s.packed[queue])) {}
};

// What a launch on one device needs beside the part of the run.
struct LaunchArguments {
  using State = StepState;
  using Inputs = StepInputs;
  static constexpr bool kAlone = true;

  std::uint64_t vertices;  // of the frontier to begin with
  std::uint64_t edges;
  std::uint32_t max_supersteps;
  View<LoopHistory> history;
};

// As a float, which no length of time is too long for.
WARPGRAPH_DEVICE inline float nanoseconds_between(std::uint64_t begin, std::uint64_t end) {
  return static_cast<float>(end - begin);
}

WARPGRAPH_DEVICE inline StepSums own_sums(const StepState& s) {
  const std::uint64_t packed = atomic::load(s.updated.packed);
  return {atomic::load(s.updated.vertices) + sweep::packed_vertices(packed),
          atomic::load(s.updated.edges) + sweep::packed_edges(packed)};
}

// By one thread, before the first superstep. `frontier`: of all devices; its packed counts are those of the own queue.
WARPGRAPH_DEVICE inline void begin_counts(StepState& s, const sweep::FrontierCounts& frontier) {
  s.vertices = frontier.vertices;
  atomic::store(s.edges, frontier.edges);
  atomic::store(s.packed[0], frontier.packed);
  atomic::store(s.packed[1], std::uint64_t{0});
  s.updated = {0, 0, 0};
  s.begun_at = kernel::clock_nanoseconds();
}
WARPGRAPH_DEVICE inline void begin_steps(StepState& s, const LaunchArguments&, const sweep::FrontierCounts& frontier) {
  begin_counts(s, frontier);
}

// By one thread. A superstep that started from a frontier of `from` and has updated `own` here is over at `now`; it had
// ended on this device at `computed`.
WARPGRAPH_DEVICE inline void record_step(const StepState& s, LoopHistory& history, std::uint32_t round,
                                         const StepRecord& record, const StepSums& from, const StepSums& own,
                                         std::uint64_t computed, std::uint64_t now) {
  LoopStep& step = history.step[round];
  step.vertices = from.vertices;
  step.edges = from.edges;
  step.walked = record.walked;
  step.updated = own.vertices;
  step.computed = nanoseconds_between(s.begun_at, computed);
  step.waited = nanoseconds_between(computed, now);
  step.plan = record.plan;
  step.is_dense = record.is_dense;
  step.is_split = record.is_split;
  atomic::store<kernel::Order::kRelaxed, kernel::AtomicScope::kSystem>(history.rounds, std::uint64_t{round} + 1);
}

// By one thread. Leaves the counters as the next superstep wants them, which starts from `all`.
WARPGRAPH_DEVICE inline void begin_next(StepState& s, const StepRecord& record, const StepSums& all,
                                        std::uint64_t now) {
  s.begun_at = now;
  s.vertices = all.vertices;
  atomic::store(s.edges, all.edges);
  atomic::store(s.packed[record.pushed], std::uint64_t{0});  // the next superstep fills it again
  atomic::store(s.updated.vertices, std::uint64_t{0});
  atomic::store(s.updated.edges, std::uint64_t{0});
  atomic::store(s.updated.packed, std::uint64_t{0});
}

// By one warp, when everything of the superstep has been written. True: the launch goes on.
WARPGRAPH_DEVICE inline bool finish_step(kernel::Warp& warp, StepState& s, const LaunchArguments& with,
                                         std::uint32_t round, const StepRecord& record) {
  warp.elect([&] {
    const StepSums own = own_sums(s);
    const std::uint64_t now = kernel::clock_nanoseconds();
    record_step(s, with.history[0], round, record, {s.vertices, atomic::load(s.edges)}, own, now, now);
    begin_next(s, record, own, now);
  });
  return true;
}

// By one thread, behind the last round. `counts`: of the queue that it leaves.
WARPGRAPH_DEVICE inline void end_steps(const StepState& s, LoopHistory& left, std::uint32_t rounds, bool is_mask,
                                       sweep::FrontierCounts& counts) {
  atomic::store<kernel::Order::kRelaxed, kernel::AtomicScope::kSystem>(left.rounds, std::uint64_t{rounds});
  left.vertices = s.vertices;
  left.edges = atomic::load(s.edges);
  left.is_mask = is_mask ? 1 : 0;
  left.waiting = 0;
  counts = {0, 0, is_mask ? 0 : atomic::load(s.packed[rounds % 2])};
}

}  // namespace warpgraph::detail
