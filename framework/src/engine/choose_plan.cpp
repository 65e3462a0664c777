// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/run/choose_plan.hpp>

#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {
namespace {

bool was_pulling(const SuperstepFacts& now) { return now.last == Plan::kPullFirst || now.last == Plan::kPullAll; }

bool pull_first_wins(const SuperstepFacts& now, const PlanThresholds& thresholds) {
  const DirectionRule rule{thresholds.alpha, thresholds.beta, now.vertices, now.edges};
  return rule.pulls(was_pulling(now), now.frontier_vertices, now.frontier_edges, now.settled_edges);
}

bool is_below(const SuperstepFacts& now, double fraction) {
  const std::uint64_t frontier = now.knows_edges ? now.frontier_edges : now.frontier_vertices;
  const double limit = fraction * static_cast<double>(now.knows_edges ? now.edges : now.vertices);
  return static_cast<double>(frontier) < (was_pulling(now) ? limit / 2 : limit);
}

Plan push_plan(const AllowedPlans& possible, const SuperstepFacts& now, const PlanThresholds& thresholds) {
  return possible.push_loop && now.frontier_edges <= thresholds.loop_edges ? Plan::kPushLoop : Plan::kPush;
}

}  // namespace

bool AllowedPlans::has(Plan plan) const {
  switch (plan) {
    case Plan::kPullAll:
      return pull_all;
    case Plan::kPullActive:
      return pull_active;
    case Plan::kPullFirst:
      return pull_first;
    case Plan::kPullUnsettled:
      return priority;
    case Plan::kPush:
      return push;
    case Plan::kPushLoop:
      return push_loop;
    case Plan::kPriority:
      return priority_loop;
  }
  return false;
}

void AllowedPlans::expect(Plan asked) const {
  if (has(asked)) return;
  std::string others;
  for (int i = 0; i < kPlanCount; ++i) {
    const auto plan = static_cast<Plan>(i);
    if (has(plan)) others += (others.empty() ? "" : ", ") + std::string(to_string(plan));
  }
  throw UsageError("the program or the graph rules out the plan " + std::string(to_string(asked)) +
                   "; possible are: " + others);
}

Plan choose_plan(const AllowedPlans& possible, const SuperstepFacts& now, const PlanThresholds& thresholds) {
  if (possible.priority) {
    if (possible.priority_loop && !now.pulls_unsettled) return Plan::kPriority;
    const double limit = thresholds.unsettled_fraction * static_cast<double>(now.edges);
    if (static_cast<double>(now.frontier_edges) >= limit) return Plan::kPullUnsettled;
    return push_plan(possible, now, thresholds);
  }
  if (possible.pull_first) {
    if (!possible.push || pull_first_wins(now, thresholds)) return Plan::kPullFirst;
    return push_plan(possible, now, thresholds);
  }
  if (possible.push && is_below(now, thresholds.push_fraction)) return push_plan(possible, now, thresholds);
  const bool may_skip = possible.pull_active && !(now.superstep == 0 && now.starts_everywhere);
  if (!possible.push && may_skip && is_below(now, thresholds.active_fraction)) return Plan::kPullActive;
  return Plan::kPullAll;
}

}  // namespace warpgraph::detail
