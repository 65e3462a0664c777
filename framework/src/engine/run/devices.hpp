// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/run/result.hpp>

namespace warpgraph::detail {

// What a run asks of the device or the devices that it is on. All functions are called by one thread; on ranks, by one
// of each, and all ranks make the same calls.
class Devices {
 public:
  Devices() = default;
  virtual ~Devices() = default;
  Devices(const Devices&) = delete;
  Devices& operator=(const Devices&) = delete;

  [[nodiscard]] virtual const RunFacts& facts() const = 0;
  // The plans that are possible if a run has these facts.
  [[nodiscard]] virtual AllowedPlans allowed(const RunFacts& facts) const = 0;

  // Makes the first values and the first frontier. Returns its counts; where launches do whole searches (`searches`),
  // those of the whole graph may stand for them.
  virtual Progress initialise(bool searches) = 0;
  // For a run that ends before its first launch: reads the first frontier's counts if the host has not. True if it did.
  virtual bool count_first(Progress& now) = 0;
  // Whether the program goes on, by its aggregate.
  virtual bool ask_program(std::uint32_t superstep) = 0;
  // Whether all vertices of EngineOptions::until are settled.
  virtual bool targets_are_settled() = 0;
  // Throws UsageError if a promise of the program is false.
  virtual void check_promises() = 0;
  // Whether the callbacks of all ranks let the run go on; `mine`: the answer of this rank's.
  virtual bool all_go_on(bool mine) = 0;
  // Whether the graph is one for Plan::kPullUnsettled.
  [[nodiscard]] virtual bool pulls_unsettled() = 0;

  // One superstep: these in their order, the second if the plan may be Plan::kPullUnsettled. The last waits for the
  // superstep, adds what is known of it to report.supersteps.back(), and returns what the next superstep starts from.
  virtual void begin_superstep(std::uint32_t superstep) = 0;
  // How many edges the vertices have that may still change.
  virtual std::uint64_t count_unsettled() = 0;
  virtual void queue(Plan plan) = 0;
  virtual Progress end_superstep(Plan plan, RunReport& report) = 0;

  // As many supersteps as go into one launch, each of which it adds to the report and to the policy. Waits for it.
  virtual Progress launch_supersteps(Plan plan, const Progress& now, PlanPolicy& policy, RunReport& report) = 0;
};

}  // namespace warpgraph::detail
