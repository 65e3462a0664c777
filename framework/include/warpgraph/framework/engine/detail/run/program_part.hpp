// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/plans/pull_unsettled_plan.hpp>
#include <warpgraph/framework/engine/detail/promises/check_promises.hpp>
#include <warpgraph/framework/engine/detail/run/part.hpp>
#include <warpgraph/framework/engine/detail/run/part_of_run.hpp>

namespace warpgraph::detail {

// What parts of runs on one device and on several have in common. `Base`: PartOfOne or PartOfPeers.
template <class P, class E, class PlansOfPart, class Base>
class ProgramPart : public Part<P, E>, public Base {
 public:
  using Plans = PlansOfPart;

  template <class... More>
  ProgramPart(StreamRef on, const P& program, const EngineOptions& run_options, VertexId locals, VertexId first,
              VertexRange range, const More&... more)
      : Part<P, E>(on, program, run_options, locals, first, range), Base(static_cast<DevicePart&>(*this), more...) {}

  [[nodiscard]] AllowedPlans allowed(const RunFacts& facts) const final { return Plans::allowed(facts); }
  void initialise() final { Part<P, E>::initialise(); }
  void queue(Plan plan) final { plans_.queue(plan, typed()); }
  void count_unsettled() final { plans_.template get<PullUnsettledPlan<P, E>>().count(typed()); }
  void queue_read_back() final { Part<P, E>::queue_read_back(); }
  void add_aggregate([[maybe_unused]] const PartOfRun& other) final {
    if constexpr (HasAggregate<P>) {
      AggregateType<P>& sum = this->readback[0].aggregate;
      sum = sum + static_cast<const ProgramPart&>(other).readback[0].aggregate;
    }
  }
  [[nodiscard]] bool ask_program([[maybe_unused]] const PartOfRun& sum,
                                 [[maybe_unused]] std::uint32_t superstep) final {
    if constexpr (HasAggregate<P>)
      return this->view.program.next(static_cast<const ProgramPart&>(sum).readback[0].aggregate, superstep);
    return true;
  }
  void check_promises() final {
    if constexpr (kTestsPromises) detail::check_promises(typed());
  }

 protected:
  [[nodiscard]] Part<P, E>& typed() { return *this; }
  template <class One>
  [[nodiscard]] One& plan_of() {
    return plans_.template get<One>();
  }

  Plans plans_;
};

}  // namespace warpgraph::detail
