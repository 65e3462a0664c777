// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <warpgraph/framework/engine/detail/plans/plan_set.hpp>
#include <warpgraph/framework/engine/detail/plans/priority_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_active_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_all_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_first_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_unsettled_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/push_loop_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/push_plan.hpp>
#include <warpgraph/framework/engine/detail/promises/check_promises.hpp>
#include <warpgraph/framework/engine/detail/run/part.hpp>
#include <warpgraph/framework/engine/detail/run/priority_step.hpp>
#include <warpgraph/framework/graph/out_degrees.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

template <class P, class E>
using PlansOfOne = PlanSet<PullAllPlan<P, E>, PullActivePlan<P, E>, PullFirstPlan<P, E>, PullUnsettledPlan<P, E>,
                           PushPlan<P, E>, PushLoopPlan<P, E>, PriorityPlan<P, E>>;

// A run on one device: a single part, which exchanges nothing.
template <class P, class E>
class OneDevice {
 public:
  using Plans = PlansOfOne<P, E>;

  // `facts`: of the graph.
  OneDevice(StreamRef stream, const GraphView<E>& graph, const GraphFacts& facts, const P& program,
            const EngineOptions& options)
      : options_(options), part_(stream, program, options, graph.vertex_count, 0, {0, graph.vertex_count}) {
    part_.graph_facts = &facts;
    part_.view = {program,     graph,           {graph.incoming.row, graph.outgoing.row, {}},
                  part_.value, part_.published, part_.seen()};
    if (needs_out_degree<P>() && graph.outgoing.row.empty()) count_degrees();
    if (options.groups != nullptr) take_groups(*options.groups);
    facts_.program = traits_of<P>();
    facts_.vertices = graph.vertex_count;
    facts_.edges = graph.edge_count;
    facts_.has_outgoing = !graph.outgoing.row.empty();
    facts_.has_groups = options.groups != nullptr;
    facts_.may_launch_many = !options.after_superstep;
    facts_.is_deterministic = options.deterministic;
    facts_.loop_edges = options.thresholds.loop_edges;
    facts_.loops_search = searches();
  }
  // A copy into host memory of the run may still be queued if it throws.
  ~OneDevice() {
    if (!is_idle_) part_.stream.wait_quietly();
  }
  OneDevice(const OneDevice&) = delete;
  OneDevice& operator=(const OneDevice&) = delete;

  [[nodiscard]] const RunFacts& facts() const { return facts_; }

  Progress initialise(bool /*with_copies*/) {
    part_.initialise();
    return read_back(part_.now());
  }
  bool ask_program([[maybe_unused]] std::uint32_t superstep) {
    if constexpr (HasAggregate<P>) return part_.view.program.next(part_.readback[0].aggregate, superstep);
    return true;
  }
  void check_promises() { detail::check_promises(part_); }
  [[nodiscard]] bool pulls_unsettled() { return warpgraph::pulls_unsettled(part_.row_facts().incoming); }

  void begin_superstep(std::uint32_t) { mark_time(begin_); }
  std::uint64_t count_unsettled() {
    plans_.template get<PullUnsettledPlan<P, E>>().count(part_);
    part_.stream.synchronize();
    return part_.readback[0].unsettled.edges;
  }
  void queue(Plan plan) { plans_.queue(plan, part_); }
  Progress end_superstep(Plan, RunReport& report) {
    mark_time(end_);
    const Progress next = read_back(part_.next());
    report.supersteps.back().updated_vertices = next.vertices;
    if (options_.time_supersteps) report.supersteps.back().microseconds = end_->microseconds_since(*begin_);
    part_.swap();
    return next;
  }

  // As many supersteps as go into one launch.
  Progress launch_many(Plan plan, const Progress& now, PlanPolicy& policy, RunReport& report) {
    if (policy.searches()) return search(now, policy, report);
    mark_time(begin_);
    const LaunchHistory history = run_launch(plan, policy.supersteps_left());
    const Progress after{part_.now().vertices, part_.now().edges, history.waiting};
    const double microseconds =
        history.steps.empty() ? 0 : time_of_launch() / static_cast<double>(history.steps.size());
    for (std::size_t i = 0; i < history.steps.size(); ++i) {
      const bool is_last = i + 1 == history.steps.size();
      const std::uint64_t updated = is_last ? after.vertices + after.waiting : history.steps[i + 1].vertices;
      const FrontierCounts& step = history.steps[i];
      report.supersteps.push_back({policy.superstep(), plan, step.vertices, step.edges, updated, microseconds});
      policy.advance(is_last ? 0 : history.steps[i + 1].edges);
    }
    return after;
  }

  // When the run is over.
  [[nodiscard]] Buffer<typename P::VertexValue> take_values() {
    is_idle_ = true;
    return std::move(part_.value);
  }

 private:
  // Whether launches do whole searches. Short rows have a loop of their own, whose supersteps are cheaper.
  [[nodiscard]] bool searches() {
    if (!SearchProgram<P> || options_.plan || facts_.loop_edges == 0 || !facts_.can_queue()) return false;
    return part_.lanes() == 0;
  }
  Progress search(const Progress& now, PlanPolicy& policy, RunReport& report) {
    constexpr double kMicrosecond = 1000;
    const PeerHistory& done =
        plans_.template get<PushLoopPlan<P, E>>().run_search(part_, now, policy.supersteps_left(), policy.direction());
    for (std::uint64_t i = 0; i < done.rounds; ++i) {
      const PeerStep& step = done.step[i];
      report.supersteps.push_back({policy.superstep(), step.plan, step.vertices, step.edges, step.updated,
                                   options_.time_supersteps ? (step.computed + step.waited) / kMicrosecond : 0});
      policy.advance(i + 1 == done.rounds ? 0 : done.step[i + 1].edges);
    }
    return {done.vertices, done.edges, 0};
  }

  void count_degrees() {
    const GraphView<E>& graph = part_.view.graph;
    part_.out_degrees = Buffer<std::uint32_t>(part_.stream, graph.vertex_count, "engine degrees");
    count_out_degrees(part_.stream, graph.incoming.column, part_.out_degrees);
    part_.view.facts.out_degrees = part_.out_degrees;
  }
  void take_groups(const VertexGroups& groups) {
    const std::uint64_t count = (part_.vertices + std::uint64_t{groups.ratio()} - 1) / groups.ratio();
    expects(groups.view().row.size() == count + 1, "run_program: the vertex groups are not those of the graph");
    part_.groups = &groups;
  }

  Progress read_back(Frontier& frontier) {
    part_.queue_read_back();
    part_.stream.synchronize();
    frontier.set_counts(part_.counts_of(frontier));
    return {frontier.vertices, frontier.edges};
  }
  LaunchHistory run_launch(Plan plan, std::uint32_t max) {
    if (plan == Plan::kPushLoop) return plans_.template get<PushLoopPlan<P, E>>().run(part_, max);
    if (plan == Plan::kPriority) return plans_.template get<PriorityPlan<P, E>>().run(part_, max, priority_step());
    throw UsageError("run_program: no launch of many supersteps by plan " + std::string(to_string(plan)));
  }
  double priority_step() {
    if (priority_step_ == 0) {
      const auto mean_value = [&] {
        return part_.graph_facts->mean_value(part_.stream, part_.view.graph.incoming.value);
      };
      priority_step_ = priority_step_for<P>(options_, mean_value, [&] { return part_.row_facts().outgoing; });
    }
    return priority_step_;
  }

  void mark_time(std::optional<Event>& event) {
    if (options_.time_supersteps) event.emplace(part_.stream.device()).record(part_.stream);
  }
  double time_of_launch() {
    if (!options_.time_supersteps) return 0;
    mark_time(end_);
    end_->synchronize();
    return end_->microseconds_since(*begin_);
  }

  const EngineOptions& options_;
  RunFacts facts_;
  Part<P, E> part_;
  Plans plans_;
  double priority_step_ = 0;
  std::optional<Event> begin_;
  std::optional<Event> end_;
  bool is_idle_ = false;
};

}  // namespace warpgraph::detail
