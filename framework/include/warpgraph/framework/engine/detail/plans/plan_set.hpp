// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>
#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/memory.hpp>

namespace warpgraph::detail {

// The plans of one device's part of a run, a struct each:
//
//   kPlan                            which it is
//   is_possible(facts)               whether program and graph allow it
//   add_memory(plan, facts)          what it takes beside the part's own arrays, which it allocates when it first runs;
//                                    plans of one device only
//   queue(part)                      queues one superstep; plans that launch many have calls of their own instead
//   edges_walked(part)               after a superstep that was queued
//
// A plan without a struct does not compile.
template <class... Each>
class PlanSet {
  static_assert(sizeof...(Each) == kPlanCount, "a struct for each Plan");
  static_assert(((std::uint32_t{1} << static_cast<int>(Each::kPlan)) | ...) == (std::uint32_t{1} << kPlanCount) - 1,
                "each Plan once");

 public:
  static AllowedPlans allowed(const RunFacts& facts) {
    AllowedPlans plans;
    (plans.set(Each::kPlan, Each::is_possible(facts)), ...);
    return plans;
  }
  static void add_memory(MemoryPlan& plan, const RunFacts& facts) { (Each::add_memory(plan, facts), ...); }

  // Throws UsageError if the plan is one of launches of many supersteps.
  template <class Part>
  void queue(Plan plan, Part& part) {
    with(plan, [&](auto& each) {
      if constexpr (requires { each.queue(part); }) return each.queue(part);
      throw UsageError("run: no superstep by plan " + std::string(to_string(plan)));
    });
  }
  template <class Part>
  [[nodiscard]] std::uint64_t edges_walked(Plan plan, Part& part) {
    std::uint64_t walked = 0;
    with(plan, [&](auto& each) {
      if constexpr (requires { each.edges_walked(part); }) walked = each.edges_walked(part);
    });
    return walked;
  }
  template <class One>
  [[nodiscard]] One& get() {
    return std::get<One>(each_);
  }

 private:
  // call(struct of the plan)
  template <class Call>
  void with(Plan plan, Call&& call) {
    ((Each::kPlan == plan ? call(std::get<Each>(each_)) : void()), ...);
  }

  std::tuple<Each...> each_;
};

}  // namespace warpgraph::detail
