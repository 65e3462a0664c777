// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/promises/rules.hpp>
#include <warpgraph/framework/engine/detail/run/choose_plan.hpp>
#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/engine/result.hpp>

namespace warpgraph::detail {

// What of a program decides how it runs.
struct ProgramTraits {
  bool first_hit_suffices = false;
  bool evaluates_all = false;  // in every superstep
  bool starts_everywhere = false;
  bool has_aggregate = false;
  bool is_pushable = false;
  bool has_priority = false;
  bool takes_edge_values = false;
  bool could_exchange = false;       // it could be pushed, if it promised kIdempotentReduce
  std::uint32_t bytes_to_align = 0;  // and if its value were aligned so
  bool could_be_uniform = false;     // its updates, by what visit takes
  bool shows_in_steps = false;       // in checked builds, launches stop where promises are tested
};
template <class Value>
concept ExchangesIfAligned = std::is_class_v<Value> && HasWord<Value> && HasNoPadding<Value>;
template <class P>
inline constexpr bool kCouldExchange =
    HasReduce<P> && !HasReduction<P> && !promises_idempotent_reduce<P>() && !HasPublish<P> && !HasApply<P> &&
    !HasAggregate<P> && std::same_as<Contribution<P>, typename P::VertexValue> &&
    (AtomicValue<typename P::VertexValue> || ExchangesIfAligned<typename P::VertexValue>);

template <class P>
constexpr ProgramTraits traits_of() {
  using Value = typename P::VertexValue;
  return {.first_hit_suffices = first_hit_suffices<P>(),
          .evaluates_all = evaluates_all<P>(),
          .starts_everywhere = !HasActiveInitially<P>,
          .has_aggregate = HasAggregate<P>,
          .is_pushable = PushableProgram<P>,
          .has_priority = PrioritisedProgram<P>,
          .takes_edge_values = !std::is_same_v<typename P::EdgeValue, NoValue>,
          .could_exchange = kCouldExchange<P>,
          .bytes_to_align = AtomicValue<Value> ? 0 : static_cast<std::uint32_t>(sizeof(Value)),
          .could_be_uniform =
              !has_uniform_updates<P>() && !VisitsNeighbour<P> && std::is_same_v<typename P::EdgeValue, NoValue>,
          .shows_in_steps = kTestsPromises && kShowsInSteps<P>};
}

// What a run depends on. To be filled member by member in templates: nvcc 13.0 takes designated initialisers for
// positional ones there, so that those which skip a member set the wrong ones.
struct RunFacts {
  ProgramTraits program;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool has_outgoing = false;
  bool has_groups = false;
  bool has_peers = false;         // the run is on several devices
  bool borders_move = false;      // a device that pushed would need to know which device owns the target
  bool may_launch_many = true;    // supersteps at once: no callback comes between them
  bool is_deterministic = false;  // EngineOptions::deterministic
  std::uint64_t loop_edges = 0;   // frontiers of up to so many go into launches of many supersteps; 0: none
  bool loops_search = false;      // launches do whole searches, large frontiers too

  // Whether vertices and edges fit a packed count.
  [[nodiscard]] bool fits_queue() const { return fits_frontier_queue(vertices, edges); }
  [[nodiscard]] bool can_queue() const { return has_outgoing && fits_queue(); }
  [[nodiscard]] bool can_push() const { return can_queue() && !borders_move; }
  // Whether many supersteps by pushing go into one launch, on one device or on several.
  [[nodiscard]] bool can_loop() const {
    return program.is_pushable && can_push() && may_launch_many && loop_edges != 0 &&
           !(program.first_hit_suffices && is_deterministic);
  }
};

// What a superstep starts from, on all devices together.
struct Progress {
  std::uint64_t vertices = 0;  // that were updated
  std::uint64_t edges = 0;     // their outgoing ones
  std::uint64_t waiting = 0;   // vertices that wait for their priority, where the host knows of them
};

// When a run is over, and by which plan the next superstep goes; on one device and on several.
class PlanPolicy {
 public:
  // Throws UsageError if a plan is asked for that is ruled out.
  PlanPolicy(const RunFacts& facts, const AllowedPlans& allowed, const EngineOptions& options,
             const std::atomic<bool>* cancelled);

  [[nodiscard]] std::uint32_t superstep() const { return superstep_; }
  // For one launch.
  [[nodiscard]] std::uint32_t supersteps_left() const {
    const std::uint32_t left = options_.max_supersteps - superstep_;
    return facts_.program.shows_in_steps ? std::min(left, supersteps_to_test(superstep_)) : left;
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
