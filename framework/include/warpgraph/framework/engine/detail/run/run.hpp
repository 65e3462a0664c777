// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <warpgraph/framework/engine/detail/run/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/run/supersteps.hpp>
#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

// One run of a program on one device, from the host's side: superstep after superstep.
template <class P, class E>
class Run {
 public:
  Run(StreamRef stream, const GraphView<E>& graph, const P& program, const EngineOptions& options,
      const std::atomic<bool>* cancelled)
      : scratch_use_(options.scratch, "run_program: another run has this scratch (EngineOptions::scratch)"),
        stream_(stream),
        graph_(graph),
        options_(options),
        policy_({graph.vertex_count, graph.edge_count, !graph.outgoing.row.empty(), options.groups != nullptr,
                 /*has_peers=*/false, /*borders_move=*/false, options.thresholds.loop_edges},
                options, cancelled),
        state_(stream, graph.vertex_count, 0, {0, graph.vertex_count}, options.scratch),
        supersteps_(stream, state_, make_view(program), options) {
    state_.groups = options.groups;
    if (options.groups != nullptr) {
      const std::uint64_t groups =
          (graph.vertex_count + std::uint64_t{options.groups->ratio()} - 1) / options.groups->ratio();
      expects(options.groups->view().row.size() == groups + 1,
              "run_program: the vertex groups are not those of the graph");
    }
  }

  // A copy into the scratch may still be queued if the run throws.
  ~Run() {
    if (!is_over_) stream_.wait_quietly();
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Result<typename P::VertexValue> operator()() {
    Result<typename P::VertexValue> result;
    if (graph_.vertex_count != 0) {
      supersteps_.initialise();
      read_back(state_.now());
      result.end = loop();
    }
    result.supersteps = std::move(statistics_);
    result.values = std::move(state_.value);
    is_over_ = true;
    return result;
  }

 private:
  KernelView<P, E> make_view(const P& program) {
    KernelView<P, E> view{program,      graph_,           {graph_.incoming.row, graph_.outgoing.row, {}},
                          state_.value, state_.published, all_seen()};
    if (needs_out_degree<P>() && graph_.outgoing.row.empty()) {
      state_.out_degrees = Buffer<std::uint32_t>(stream_, graph_.vertex_count, "engine degrees");
      fill(stream_, state_.out_degrees, 0);
      for_each(stream_, graph_.edge_count, CountOutDegrees{graph_.incoming.column, state_.out_degrees});
      view.facts.out_degrees = state_.out_degrees;
    }
    return view;
  }

  View<Published<P>> all_seen() {
    if constexpr (HasPublish<P>)
      return state_.published;
    else
      return state_.value;
  }

  [[nodiscard]] bool has_outgoing() const { return !graph_.outgoing.row.empty(); }

  RunEnd loop() {
    while (true) {
      if (const auto end = policy_.end(state_.now().vertices, state_.now().edges)) return *end;
      if constexpr (HasAggregate<P>) {
        if (!supersteps_.view().program.next(state_.readback->aggregate, policy_.superstep()))
          return RunEnd::kConverged;
      }
      const Plan plan = policy_.next_plan(state_.now().vertices, state_.now().edges,
                                          [&] { return pulls_unsettled(graph_plan().incoming); });
      if (plan == Plan::kPushLoop || plan == Plan::kPriority)
        run_loop(plan);
      else if (!run_one(plan))
        return RunEnd::kStopped;
    }
  }

  bool run_one(Plan plan) {
    std::optional<Event> begin;
    if (options_.time_supersteps) begin.emplace(stream_.device()).record(stream_);
    plan = start(plan);
    std::optional<Event> end;
    if (options_.time_supersteps) end.emplace(stream_.device()).record(stream_);
    read_back(state_.next());

    const Frontier& now = state_.now();
    const Frontier& next = state_.next();
    const double time = begin ? end->microseconds_since(*begin) : 0;
    statistics_.push_back({policy_.superstep(), plan, now.vertices, now.edges, next.vertices, time});
    policy_.advance();
    state_.swap();
    return !options_.after_superstep || options_.after_superstep(statistics_.back());
  }

  // Returns what it has done: the plan, or what is better than it.
  Plan start(Plan plan) {
    if (plan == Plan::kPullUnsettled) {
      supersteps_.count_unsettled();
      stream_.synchronize();
      const std::uint64_t unsettled = state_.readback->counts.edges;
      if (policy_.stays_unsettled(unsettled, state_.now().edges)) {
        supersteps_.pull_unsettled(unsettled);
        return plan;
      }
      plan = Plan::kPush;
    }
    switch (plan) {
      case Plan::kPullAll:
        supersteps_.pull_all(shape(), graph_plan());
        return plan;
      case Plan::kPullActive:
        supersteps_.pull_active();
        return plan;
      case Plan::kPullFirst:
        supersteps_.pull_first();
        return plan;
      case Plan::kPush:
        supersteps_.push();
        return plan;
      case Plan::kPullUnsettled:  // above
      case Plan::kPushLoop:       // run_loop
      case Plan::kPriority:
        break;
    }
    throw UsageError("run_program: no superstep by plan " + std::string(to_string(plan)));
  }

  void run_loop(Plan plan) {
    std::optional<Event> begin;
    if (options_.time_supersteps) begin.emplace(stream_.device()).record(stream_);
    const std::uint32_t max = policy_.supersteps_left();
    const auto history = plan == Plan::kPriority ? supersteps_.priority_loop(max, priority_step(), lanes())
                                                 : supersteps_.push_loop(max, lanes());
    double slice = 0;
    if (begin && !history.empty()) {
      Event end(stream_.device());
      end.record(stream_);
      end.synchronize();
      slice = end.microseconds_since(*begin) / static_cast<double>(history.size());
    }
    for (std::size_t i = 0; i < history.size(); ++i) {
      const bool is_last = i + 1 == history.size();
      const std::uint64_t updated = is_last ? state_.now().vertices : history[i + 1].vertices;
      statistics_.push_back({policy_.superstep(), plan, history[i].vertices, history[i].edges, updated, slice});
      policy_.advance(is_last ? 0 : history[i + 1].edges);
    }
  }

  void read_back(Frontier& frontier) {
    Readback<P>& host = *state_.readback;
    copy(stream_, View<FrontierCounts>(&host.counts, 1), frontier.counts);
    if constexpr (HasAggregate<P>) copy(stream_, View<AggregateType<P>>(&host.aggregate, 1), state_.aggregate);
    stream_.synchronize();
    frontier.know(host.counts);
  }

  const GraphPlan& graph_plan() {
    if (!graph_plan_) graph_plan_ = options_.graph_plan;
    if (!graph_plan_) {
      GraphPlan found;
      found.incoming = measure_rows(stream_, graph_.incoming.row);
      const bool is_undirected = graph_.outgoing.row.data() == graph_.incoming.row.data();
      if (is_undirected) found.outgoing = found.incoming;
      if (!is_undirected && has_outgoing()) found.outgoing = measure_rows(stream_, graph_.outgoing.row);
      found.shape = choose_shape(found.incoming, stream_.device().kind());
      found.has_locality = has_locality(stream_, graph_.incoming.row, graph_.incoming.column);
      graph_plan_ = found;
    }
    return *graph_plan_;
  }
  double priority_step() {
    if (options_.priority_step > 0) return options_.priority_step;
    if (priority_step_ == 0) {
      const double mean_value = options_.graph_plan && options_.graph_plan->mean_value != 0
                                    ? options_.graph_plan->mean_value
                                    : mean_edge_value(stream_, graph_.incoming.value);
      priority_step_ = std::max(mean_value * steps_of_mean(), std::numeric_limits<double>::min());
    }
    return priority_step_;
  }
  double steps_of_mean() {
    if constexpr (requires { P::kPriorityStep; })
      return P::kPriorityStep;
    else
      return distance_step(graph_plan().outgoing);
  }
  std::uint32_t lanes() { return short_row_lanes(graph_plan().outgoing); }
  GatherShape shape() { return options_.shape ? *options_.shape : graph_plan().shape; }

  ScratchUse scratch_use_;
  StreamRef stream_;
  GraphView<E> graph_;
  const EngineOptions& options_;
  PlanPolicy<P> policy_;
  RunState<P> state_;
  Supersteps<P, E> supersteps_;
  std::optional<GraphPlan> graph_plan_;
  std::vector<SuperstepStatistics> statistics_;
  double priority_step_ = 0;
  bool is_over_ = false;  // and nothing is queued
};

}  // namespace warpgraph::detail
