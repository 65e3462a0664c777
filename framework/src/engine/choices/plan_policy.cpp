// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>

#include <limits>
#include <string>
#include <string_view>

#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {
namespace {

// Why a run with these facts has not this plan: the run is tried without the options that could rule the plan out, then
// without what the graph lacks.
std::string what_rules_out(Plan plan, RunFacts facts, const PlanPolicy::PlansFor& plans_for) {
  facts.may_launch_many = true;
  facts.is_deterministic = false;
  facts.keeps_levels = facts.program.is_synchronous;
  facts.loop_edges = std::numeric_limits<std::uint64_t>::max();
  if (plans_for(facts).has(plan)) return "max_supersteps or after_superstep";
  facts.keeps_levels = false;
  if (plans_for(facts).has(plan)) return "kSynchronous of the program";
  facts.has_outgoing = true;
  facts.has_grid = facts.holds_others = false;
  facts.queue = {};
  return plans_for(facts).has(plan) ? "the graph" : "the program";
}

void expect_targets(const RunFacts& facts, const EngineOptions& options) {
  if (options.until.empty()) return;
  expects(facts.program.first_hit_suffices || facts.program.has_priority,
          "run: EngineOptions::until is for programs that say when a vertex is done: by kFirstHitSuffices, or by "
          "a priority if they can be pushed; this one does not");
  if (facts.has_numbers) return;  // the ranks have compared what they know (expect_same_run)
  for (const VertexId target : options.until)
    expects(target < facts.vertices, "run: EngineOptions::until has a vertex that the graph has not");
}

// Options may have been made of numbers.
void expect_names(const EngineOptions& options) {
  const auto expect_one = [](auto value, std::string_view option, std::string_view type) {
    if (!value || !to_string(*value).empty()) return;
    throw UsageError("run: EngineOptions::" + std::string(option) + " is the number " +
                     std::to_string(static_cast<int>(*value)) + ", which is no " + std::string(type));
  };
  expect_one(options.plan, "plan", "Plan");
  expect_one(options.tuning.shape, "tuning.shape", "GatherShape");
}

}  // namespace

bool keeps_levels(const ProgramTraits& program, const EngineOptions& options) {
  return program.is_synchronous || options.max_supersteps != EngineOptions{}.max_supersteps || options.after_superstep;
}

PlanPolicy::PlanPolicy(const RunFacts& facts, const PlansFor& plans_for, const EngineOptions& options,
                       const std::atomic<bool>* cancelled)
    : facts_(facts), allowed_(plans_for(facts)), options_(options), cancelled_(cancelled) {
  expect_names(options);
  expect_targets(facts, options);
  if (!options.plan || allowed_.has(*options.plan)) return;
  // Superstep by superstep, where no launch does many.
  if (*options.plan == Plan::kPushLoop && allowed_.has(Plan::kPush)) return;
  throw UsageError(what_rules_out(*options.plan, facts, plans_for) + " rules out the plan " +
                   std::string(to_string(*options.plan)) + "; possible are: " + allowed_.names());
}

std::optional<RunEnd> PlanPolicy::end(const Progress& now) const {
  if (is_over(now)) return RunEnd::kConverged;
  if (superstep_ >= options_.max_supersteps) return RunEnd::kSuperstepLimit;
  if (cancelled_ != nullptr && cancelled_->load()) return RunEnd::kCancelled;
  return {};
}

// No vertex is left whose update another could see.
bool PlanPolicy::is_over(const Progress& now) const {
  const ProgramTraits& program = facts_.program;
  if (program.has_aggregate || now.waiting != 0) return false;
  if (superstep_ == 0 && program.starts_everywhere && !program.is_pushable) return false;
  return now.vertices == 0 || (facts_.has_outgoing && now.edges == 0 && !program.evaluates_all);
}

bool PlanPolicy::searches() const {
  return facts_.loops_search && allowed_.has(Plan::kPushLoop) && (!options_.plan || *options_.plan == Plan::kPushLoop);
}

DirectionRule PlanPolicy::direction() const {
  DirectionRule rule = direction_rule(options_.tuning.thresholds, facts_.vertices, facts_.edges);
  if (options_.plan) rule.alpha = 0;  // it never pulls
  return rule;
}

bool PlanPolicy::is_launched(Plan plan, const Progress& now) const {
  if (plan == Plan::kPushLoop) return true;
  if (plan != Plan::kPriority) return false;
  return !facts_.has_peers || (allowed_.has(Plan::kPushLoop) && now.edges <= facts_.loop_edges);
}

Plan PlanPolicy::next_plan(const Progress& now, const std::function<bool()>& pulls_unsettled) {
  settled_edges_ += now.edges;
  if (options_.plan) return last_ = asked_plan(now.edges);
  const SuperstepFacts superstep{.superstep = superstep_,
                                 .pulls_unsettled = allowed_.has(Plan::kPullUnsettled) && pulls_unsettled(),
                                 .starts_everywhere = facts_.program.starts_everywhere,
                                 .vertices = facts_.vertices,
                                 .edges = facts_.edges,
                                 .frontier_vertices = now.vertices,
                                 .frontier_edges = now.edges,
                                 .settled_edges = settled_edges_,
                                 .loop_edges = facts_.loop_edges,
                                 .last = last_};
  return last_ = choose_plan(allowed_, superstep, options_.tuning.thresholds);
}

bool PlanPolicy::stays_unsettled(std::uint64_t unsettled_edges, std::uint64_t edges) const {
  const double max = options_.tuning.thresholds.unsettled_factor * static_cast<double>(edges);
  return options_.plan || static_cast<double>(unsettled_edges) <= max;
}

// A launch takes small frontiers only; larger ones go superstep by superstep. What is active is known after the first
// superstep, which evaluates every vertex of programs that start everywhere.
Plan PlanPolicy::asked_plan(std::uint64_t edges) const {
  if (*options_.plan == Plan::kPullActive && superstep_ == 0 && facts_.program.starts_everywhere) return Plan::kPullAll;
  const bool steps = !allowed_.has(Plan::kPushLoop) || edges > facts_.loop_edges;
  return *options_.plan == Plan::kPushLoop && steps ? Plan::kPush : *options_.plan;
}

}  // namespace warpgraph::detail
