// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/run/choose_plan.hpp>
#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

// The vertices and edges that fit a packed count, which queues need.
inline bool fits_queue(VertexId vertices, EdgeId edges) {
  return std::uint64_t{vertices} < std::uint64_t{1} << (64 - kPackedEdgeBits) && edges < std::uint64_t{1}
                                                                                             << kPackedEdgeBits;
}

// What a run's course depends on beside the program.
struct RunFacts {
  VertexId vertices = 0;
  EdgeId edges = 0;
  bool has_outgoing = false;
  bool has_groups = false;
  bool has_peers = false;        // by several devices: plans of many supersteps a launch also go step by step
  bool borders_move = false;     // a device that pushed would need to know whose the target is
  std::uint64_t loop_edges = 0;  // frontiers of so many share launches; 0: none
  bool loops_search = false;     // launches of several devices do whole searches, large frontiers too
};

// The course of a run, on one device or on several: when it is over, and by which plan the next superstep goes.
template <class P>
class PlanPolicy {
 public:
  // Throws UsageError if a plan is asked for that is ruled out.
  PlanPolicy(const RunFacts& facts, const EngineOptions& options, const std::atomic<bool>* cancelled)
      : facts_(facts), options_(options), cancelled_(cancelled), possible_(find_possible()) {
    const bool is_loop = options.plan == Plan::kPushLoop && facts.has_peers && !possible_.push_loop;
    if (options.plan) possible_.expect(is_loop ? Plan::kPush : *options.plan);
  }

  [[nodiscard]] std::uint32_t superstep() const { return superstep_; }
  [[nodiscard]] std::uint32_t supersteps_left() const { return options_.max_supersteps - superstep_; }

  // Whether the run ends before the next superstep, which starts from so many vertices with so many outgoing edges.
  [[nodiscard]] std::optional<RunEnd> end(std::uint64_t vertices, std::uint64_t edges) const {
    if (is_over(vertices, edges)) return RunEnd::kConverged;
    if (superstep_ >= options_.max_supersteps) return RunEnd::kSuperstepLimit;
    if (cancelled_ != nullptr && cancelled_->load()) return RunEnd::kCancelled;
    return {};
  }

  // Whether every superstep is part of a launch that chooses its plan itself.
  [[nodiscard]] bool searches() const {
    return facts_.loops_search && possible_.push_loop && (!options_.plan || *options_.plan == Plan::kPushLoop);
  }
  // How it does that.
  [[nodiscard]] DirectionRule direction() const {
    return {options_.plan ? 0 : options_.thresholds.alpha, options_.thresholds.beta, facts_.vertices, facts_.edges};
  }

  // Whether a superstep by this plan is part of a launch of all devices.
  [[nodiscard]] bool joins_launch(Plan plan, std::uint64_t edges) const {
    return plan == Plan::kPushLoop || (plan == Plan::kPriority && possible_.push_loop && edges <= facts_.loop_edges);
  }

  // pulls_unsettled(): whether the graph is one for Plan::kPullUnsettled; asked only of programs that have it.
  template <class PullsUnsettled>
  [[nodiscard]] Plan next_plan(std::uint64_t vertices, std::uint64_t edges, PullsUnsettled&& pulls_unsettled) {
    settled_edges_ += edges;
    const bool must_evaluate_all = superstep_ == 0 && !HasActiveInitially<P> && possible_.pull_all;
    if (options_.plan && !(*options_.plan == Plan::kPullActive && must_evaluate_all)) return last_ = asked_plan(edges);
    SuperstepFacts situation;
    situation.superstep = superstep_;
    situation.pulls_unsettled = possible_.priority && pulls_unsettled();
    situation.starts_everywhere = !HasActiveInitially<P>;
    situation.vertices = facts_.vertices;
    situation.edges = facts_.edges;
    situation.frontier_vertices = vertices;
    situation.frontier_edges = edges;
    situation.knows_edges = facts_.has_outgoing;
    situation.settled_edges = settled_edges_;
    situation.last = last_;
    PlanThresholds thresholds = options_.thresholds;
    thresholds.loop_edges = facts_.loop_edges;
    return last_ = choose_plan(possible_, situation, thresholds);
  }
  // After kPullUnsettled was chosen: whether it stays so, now that it is known how many edges it would read.
  [[nodiscard]] bool stays_unsettled(std::uint64_t unsettled_edges, std::uint64_t edges) const {
    const double max = options_.thresholds.unsettled_factor * static_cast<double>(edges);
    return options_.plan || static_cast<double>(unsettled_edges) <= max;
  }

  // To the next superstep. `edges`: of the frontier that it starts from, if it is part of the same launch.
  void advance(std::uint64_t edges = 0) {
    settled_edges_ += edges;
    ++superstep_;
  }

 private:
  [[nodiscard]] AllowedPlans find_possible() const {
    const bool fits = fits_queue(facts_.vertices, facts_.edges);
    const bool queues = facts_.has_outgoing && fits;
    const bool loops = !options_.after_superstep;
    AllowedPlans possible;
    possible.pull_first = first_hit_suffices<P>();
    possible.pull_all = !possible.pull_first;
    possible.pull_active = !possible.pull_first && (queues || (facts_.has_groups && fits)) && !evaluates_all<P>();
    possible.push = PushableProgram<P> && queues && !facts_.borders_move;
    possible.priority = PrioritisedProgram<P> && queues && !facts_.borders_move;
    possible.priority_loop = possible.priority && (loops || facts_.has_peers);
    possible.push_loop =
        possible.push && loops && facts_.loop_edges != 0 && !(possible.pull_first && options_.deterministic);
    return possible;
  }

  // Nobody is left whose update somebody could see.
  [[nodiscard]] bool is_over(std::uint64_t vertices, std::uint64_t edges) const {
    if (HasAggregate<P>) return false;
    if (superstep_ == 0 && !HasActiveInitially<P> && !PushableProgram<P>) return false;
    return vertices == 0 || (facts_.has_outgoing && edges == 0 && !evaluates_all<P>());
  }

  // A loop takes small frontiers only; larger ones it leaves to the same steps without a loop.
  [[nodiscard]] Plan asked_plan(std::uint64_t edges) const {
    const bool no_loop = !possible_.push_loop || edges > facts_.loop_edges;
    return *options_.plan == Plan::kPushLoop && no_loop ? Plan::kPush : *options_.plan;
  }

  RunFacts facts_;
  const EngineOptions& options_;
  const std::atomic<bool>* cancelled_;
  AllowedPlans possible_;
  std::uint32_t superstep_ = 0;
  std::uint64_t settled_edges_ = 0;
  Plan last_ = Plan::kPush;
};

}  // namespace warpgraph::detail
