// SPDX-License-Identifier: Apache-2.0
#include "superstep_loop.hpp"

#include <optional>
#include <utility>

#include <warpgraph/framework/engine/detail/choices/advice.hpp>
#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/core/rules.hpp>

namespace warpgraph::detail {
namespace {

class SuperstepLoop {
 public:
  SuperstepLoop(Devices& devices, const EngineOptions& options, const std::atomic<bool>* cancelled)
      : devices_(devices),
        options_(options),
        policy_(
            devices.facts(), [&](const RunFacts& facts) { return devices.allowed(facts); }, options, cancelled) {}

  RunReport operator()() {
    if (devices_.facts().vertices != 0) {
      now_ = devices_.initialise(policy_.searches());
      report_.end = loop();
      report_.advice = advice_for(devices_.facts(), options_, report_.supersteps);
    }
    return std::move(report_);
  }

 private:
  RunEnd loop() {
    const ProgramTraits& program = devices_.facts().program;
    while (true) {
      auto end = policy_.end(now_);
      if (end && devices_.count_first(now_)) end = policy_.end(now_);
      if (targets_are_settled(end)) end = RunEnd::kTargetsSettled;
      if (program.tests_promises && (end || is_tested_before(policy_.superstep()))) devices_.check_promises();
      if (end) return *end;
      if (program.has_aggregate && !devices_.ask_program(policy_.superstep())) return RunEnd::kConverged;
      const Plan plan =
          policy_.searches() ? Plan::kPushLoop : policy_.next_plan(now_, [&] { return devices_.pulls_unsettled(); });
      if (policy_.is_launched(plan, now_))
        now_ = devices_.launch_supersteps(plan, now_, policy_, report_);
      else if (!run_superstep(plan))
        return RunEnd::kStopped;
    }
  }

  // Asked if the run goes on, or would end for its number of supersteps alone.
  bool targets_are_settled(const std::optional<RunEnd>& end) {
    if (options_.until.empty() || (end && *end != RunEnd::kSuperstepLimit)) return false;
    return devices_.targets_are_settled();
  }

  // False if the callback stops the run.
  bool run_superstep(Plan plan) {
    devices_.begin_superstep(policy_.superstep());
    if (plan == Plan::kPullUnsettled && !policy_.stays_unsettled(devices_.count_unsettled(), now_.edges))
      plan = Plan::kPush;
    devices_.queue(plan);
    report_.supersteps.push_back({policy_.superstep(), plan, now_.vertices, now_.edges, 0, 0});
    now_ = devices_.end_superstep(plan, report_);
    policy_.advance();
    return goes_on();
  }
  // The callback's answer. Where ranks have one, all of them go on or none.
  bool goes_on() {
    if (devices_.facts().may_launch_many) return true;
    return devices_.all_go_on(!options_.after_superstep || options_.after_superstep(report_.supersteps.back()));
  }

  Devices& devices_;
  const EngineOptions& options_;
  PlanPolicy policy_;
  Progress now_;
  RunReport report_;
};

}  // namespace

RunReport run_supersteps(Devices& devices, const EngineOptions& options, const std::atomic<bool>* cancelled) {
  return SuperstepLoop(devices, options, cancelled)();
}

}  // namespace warpgraph::detail
