// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>

#include <string>

namespace warpgraph::detail {
namespace {

bool was_pulling(const SuperstepFacts& now) { return now.last == Plan::kPullFirst || now.last == Plan::kPullAll; }

bool pull_first_wins(const SuperstepFacts& now, const PlanThresholds& thresholds) {
  const DirectionRule rule = direction_rule(thresholds, now.vertices, now.edges);
  return rule.pulls(was_pulling(now), now.frontier_vertices, now.frontier_edges, now.settled_edges);
}

bool is_below(const SuperstepFacts& now, double fraction) {
  const double limit = fraction * static_cast<double>(now.edges);
  return static_cast<double>(now.frontier_edges) < (was_pulling(now) ? limit / 2 : limit);
}

Plan push_plan(const AllowedPlans& allowed, const SuperstepFacts& now) {
  return allowed.has(Plan::kPushLoop) && now.frontier_edges <= now.loop_edges ? Plan::kPushLoop : Plan::kPush;
}

}  // namespace

std::string AllowedPlans::names() const {
  std::string names;
  for (int i = 0; i < kPlanCount; ++i) {
    const auto plan = static_cast<Plan>(i);
    if (has(plan)) names += (names.empty() ? "" : ", ") + std::string(to_string(plan));
  }
  return names;
}

DirectionRule direction_rule(const PlanThresholds& thresholds, std::uint64_t vertices, std::uint64_t edges) {
  return {thresholds.alpha, thresholds.beta, vertices, edges};
}

Plan choose_plan(const AllowedPlans& allowed, const SuperstepFacts& now, const PlanThresholds& thresholds) {
  if (allowed.has(Plan::kPullUnsettled)) {
    if (allowed.has(Plan::kPriority) && !now.pulls_unsettled) return Plan::kPriority;
    const double limit = thresholds.unsettled_fraction * static_cast<double>(now.edges);
    if (static_cast<double>(now.frontier_edges) >= limit) return Plan::kPullUnsettled;
    return push_plan(allowed, now);
  }
  if (allowed.has(Plan::kPullFirst)) {
    if (!allowed.has(Plan::kPush) || pull_first_wins(now, thresholds)) return Plan::kPullFirst;
    return push_plan(allowed, now);
  }
  if (allowed.has(Plan::kPush))
    return is_below(now, thresholds.push_fraction) ? push_plan(allowed, now) : Plan::kPullAll;
  const bool must_evaluate_all = now.superstep == 0 && now.starts_everywhere;
  const bool may_skip = allowed.has(Plan::kPullActive) && !must_evaluate_all;
  return may_skip && is_below(now, thresholds.active_fraction) ? Plan::kPullActive : Plan::kPullAll;
}

}  // namespace warpgraph::detail
