// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>
#include <warpgraph/framework/engine/detail/core/rules.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>

namespace warpgraph::detail {

// What of a program decides how it runs (traits_of).
struct ProgramTraits {
  bool first_hit_suffices = false;
  bool evaluates_all = false;  // in every superstep
  bool starts_everywhere = false;
  bool has_aggregate = false;
  bool is_pushable = false;
  bool is_search = false;  // launches may do whole searches
  bool has_priority = false;
  std::optional<double> priority_step = {};  // P::kPriorityStep
  bool is_synchronous = false;               // P::kSynchronous
  bool has_publish = false;
  bool publishes_anew = false;  // before every superstep
  bool initialises_by_id = false;
  bool has_uniform_updates = false;  // and neighbours see the value itself
  std::uint32_t seen_bytes = 0;      // of what neighbours see of a vertex
  std::uint32_t sum_bytes = 0;       // of what a vertex gathers
  bool takes_edge_values = false;
  bool could_exchange = false;       // it could be pushed, if it promised kIdempotentReduce
  std::uint32_t bytes_to_align = 0;  // and if its value were aligned so
  bool could_be_uniform = false;     // its updates, by what visit takes
  bool could_be_monotone = false;    // its visit, by what it takes
  bool tests_promises = false;       // in checked builds
  bool shows_in_steps = false;       // in checked builds, launches stop where promises are tested
};

// What a frontier of one device may have.
struct QueueSize {
  std::uint64_t vertices = 0;
  EdgeId edges = 0;
};

// What a run depends on. To be filled member by member in templates: nvcc 13.0 takes designated initialisers for
// positional ones there, so that those which skip a member set the wrong ones.
struct RunFacts {
  ProgramTraits program;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  QueueSize queue = {};  // the largest of any device
  bool has_outgoing = false;
  bool has_peers = false;         // the run is on several devices
  bool has_grid = false;          // of ranks: vertices have edges on several devices
  bool holds_others = false;      // a device has rows that another owns; it would push to their targets as to its own
  bool may_launch_many = true;    // supersteps at once: no callback comes between them
  bool keeps_levels = false;      // no superstep reads what it writes itself (keeps_levels())
  bool is_deterministic = false;  // EngineOptions::deterministic
  std::uint64_t loop_edges = 0;   // frontiers of up to so many go into launches of many supersteps; 0: none
  bool loops_search = false;      // launches do whole searches, large frontiers too
  bool has_numbers = false;       // ids have 64 bits, and each rank has numbers of its own for them

  // Whether a frontier may be a queue: of edges that are there, whose counts fit a word.
  [[nodiscard]] bool can_queue() const {
    return has_outgoing && sweep::fits_frontier_queue(queue.vertices, queue.edges);
  }
  // On a grid a device begins with the values of vertices of which it has edges and no more.
  [[nodiscard]] bool can_push() const {
    return can_queue() && !holds_others && (!has_grid || program.initialises_by_id);
  }
  // Whether many supersteps by pushing go into one launch, on one device or on several.
  [[nodiscard]] bool can_loop() const {
    return program.is_pushable && can_push() && !has_grid && may_launch_many && loop_edges != 0 &&
           !(program.first_hit_suffices ? is_deterministic : keeps_levels);
  }
  // Whether vertices may be taken in the order of their priority: some later than the superstep after their update.
  [[nodiscard]] bool can_order() const { return program.has_priority && can_push() && !keeps_levels; }
};

// Whether a superstep has to read what the one before it left and nothing newer: if the program wants it, in runs that
// end after a number of supersteps, and in runs whose caller looks at each of them.
[[nodiscard]] bool keeps_levels(const ProgramTraits& program, const EngineOptions& options);

// What a superstep starts from, on all devices together.
struct Progress {
  std::uint64_t vertices = 0;  // that were updated
  std::uint64_t edges = 0;     // their outgoing ones
  std::uint64_t waiting = 0;   // vertices that wait for their priority, where the host knows of them
};

// After how many supersteps of one launch the host looks whether the run's targets are settled: few beside those that
// the run has had, and enough to make up for the launch.
[[nodiscard]] constexpr std::uint32_t supersteps_to_look(std::uint32_t superstep) {
  return std::clamp(superstep / 4, 4u, 64u);
}

// When a run is over, and by which plan the next superstep goes; on one device and on several.
class PlanPolicy {
 public:
  // The plans that are possible if a run has these facts.
  using PlansFor = std::function<AllowedPlans(const RunFacts&)>;

  // Throws UsageError if a plan is asked for that is ruled out, or if the options have targets that the program or the
  // graph has not.
  PlanPolicy(const RunFacts& facts, const PlansFor& plans_for, const EngineOptions& options,
             const std::atomic<bool>* cancelled);

  [[nodiscard]] std::uint32_t superstep() const { return superstep_; }
  // For one launch.
  [[nodiscard]] std::uint32_t supersteps_left() const {
    std::uint32_t left = options_.max_supersteps - superstep_;
    if (facts_.program.shows_in_steps) left = std::min(left, supersteps_to_test(superstep_));
    return options_.until.empty() ? left : std::min(left, supersteps_to_look(superstep_));
  }

  // Whether the run ends before the next superstep.
  [[nodiscard]] std::optional<RunEnd> end(const Progress& now) const;

  // Whether every superstep is part of a launch that chooses its plan itself; and how it does that.
  [[nodiscard]] bool searches() const;
  [[nodiscard]] DirectionRule direction() const;

  // Whether a superstep by this plan is one of many in a launch.
  [[nodiscard]] bool is_launched(Plan plan, const Progress& now) const;

  // pulls_unsettled(): whether the graph is one for Plan::kPullUnsettled; asked only of programs that have it.
  [[nodiscard]] Plan next_plan(const Progress& now, const std::function<bool()>& pulls_unsettled);
  // After kPullUnsettled was chosen: whether it stays so, now that it is known how many edges it would read.
  [[nodiscard]] bool stays_unsettled(std::uint64_t unsettled_edges, std::uint64_t edges) const;

  // To the next superstep. `edges`: of the frontier that it starts from, if it is part of the same launch.
  void advance(std::uint64_t edges = 0) {
    settled_edges_ += edges;
    ++superstep_;
  }

 private:
  [[nodiscard]] bool is_over(const Progress& now) const;
  [[nodiscard]] Plan asked_plan(std::uint64_t edges) const;

  RunFacts facts_;
  AllowedPlans allowed_;
  const EngineOptions& options_;
  const std::atomic<bool>* cancelled_;
  std::uint32_t superstep_ = 0;
  std::uint64_t settled_edges_ = 0;
  Plan last_ = Plan::kPush;
};

}  // namespace warpgraph::detail
