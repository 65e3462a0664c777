// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <warpgraph/framework/engine/detail/plans/group_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/plan_set.hpp>
#include <warpgraph/framework/engine/detail/plans/priority_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_active_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_all_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_first_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_unsettled_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/push_loop_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/push_plan.hpp>
#include <warpgraph/framework/engine/detail/program_part/program_part.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

template <class P, class E>
using PlansOfOne = PlanSet<PullAllPlan<P, E>, PullActivePlan<P, E>, PullFirstPlan<P, E>, PullUnsettledPlan<P, E>,
                           PushPlan<P, E>, PushLoopPlan<P, E>, PriorityPlan<P, E>>;

// The only part of a run on one device, which exchanges nothing.
template <class P, class E>
class OnePart final : public ProgramPart<P, E, PlansOfOne<P, E>, OnePartCalls> {
 public:
  // `facts`: of the graph.
  OnePart(StreamRef on, const GraphView<E>& on_graph, const GraphFacts& facts, const P& program,
          const EngineOptions& run_options)
      : ProgramPart<P, E, PlansOfOne<P, E>, OnePartCalls>(on, program, run_options, on_graph.vertex_count, 0,
                                                          {0, on_graph.vertex_count}) {
    this->graph_facts = &facts;
    this->look_at(on_graph);
    this->view.facts = {on_graph.incoming.row, on_graph.outgoing.row, {}};
    if (needs_out_degree<P>() && on_graph.outgoing.row.empty()) this->view.facts.out_degrees = this->count_degrees();
    this->view.value = this->value;
    this->view.published = this->published;
    this->view.all_seen = this->seen();
    this->template plan_of<PullAllPlan<P, E>>().find_blocks(*this);
  }

  LaunchHistory launch_supersteps(Plan plan, std::uint32_t max, std::uint32_t passed, double step) override {
    if (plan == Plan::kPushLoop) return this->template plan_of<PushLoopPlan<P, E>>().run(*this, max, passed);
    if (plan == Plan::kPriority) return this->template plan_of<PriorityPlan<P, E>>().run(*this, max, step);
    throw UsageError("run: no launch of many supersteps by plan " + std::string(to_string(plan)));
  }
  const LoopHistory& search(const Progress& frontier, std::uint32_t max, const DirectionRule& rule) override {
    return this->template plan_of<PushLoopPlan<P, E>>().run_search(*this, frontier, max, rule);
  }
  [[nodiscard]] double mean_value() override {
    return this->graph_facts->mean_value(this->stream, this->view.graph.incoming.value);
  }

 protected:
  void find_pending(View<PriorityOf<P>> least) override {
    this->template plan_of<PriorityPlan<P, E>>().find_pending(*this, least);
  }
};

}  // namespace warpgraph::detail
