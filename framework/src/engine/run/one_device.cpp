// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <warpgraph/framework/engine/detail/choices/advice.hpp>
#include <warpgraph/framework/engine/detail/program_part/part_calls.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/runtime/error.hpp>

#include "priority_step.hpp"
#include "superstep_loop.hpp"

namespace warpgraph::detail {
namespace {

// A run on one device: a single part, which exchanges nothing.
class OneDevice final : public Devices {
 public:
  OneDevice(OnePartCalls& program, const EngineOptions& options)
      : calls_(program), part_(program.part), options_(options) {
    facts_.program = part_.traits;
    facts_.vertices = part_.graph.vertex_count;
    facts_.edges = part_.graph.edge_count;
    facts_.queue = {facts_.vertices, facts_.edges};
    facts_.has_outgoing = !part_.graph.outgoing.row.empty();
    facts_.may_launch_many = !options.after_superstep;
    facts_.keeps_levels = part_.keeps_levels = keeps_levels(facts_.program, options);
    facts_.is_deterministic = options.deterministic;
    facts_.loop_edges = options.tuning.thresholds.loop_edges;
    facts_.loops_search = searches();
  }
  // A copy into host memory of the run may still be queued if it throws.
  ~OneDevice() override {
    if (!is_idle_) part_.stream.wait_quietly();
  }

  [[nodiscard]] const RunFacts& facts() const override { return facts_; }
  [[nodiscard]] AllowedPlans allowed(const RunFacts& facts) const override { return calls_.allowed(facts); }

  // The first launch of searches reads the first frontier's counts itself, so the host does not wait for them: until
  // then the frontier passes for the whole graph.
  Progress initialise(bool searches) override {
    calls_.initialise();
    return searches ? Progress{facts_.vertices, facts_.edges} : read_back(part_.now());
  }
  bool count_first(Progress& now) override {
    if (is_counted_) return false;
    now = read_back(part_.now());
    return true;
  }
  bool ask_program(std::uint32_t superstep) override { return calls_.ask_program(calls_.aggregate(), superstep); }
  void check_promises() override { calls_.check_promises(); }
  bool targets_are_settled() override {
    calls_.find_targets();
    part_.stream.synchronize();
    return calls_.are_settled(calls_.targets());
  }
  bool all_go_on(bool mine) override { return mine; }
  [[nodiscard]] bool pulls_unsettled() override {
    // Wide values are pushed by compare-and-swap, which costs more than an atomic minimum. A priority with a step of
    // its own is no distance: widest paths gain nothing from its order here.
    const ProgramTraits& program = part_.traits;
    const bool push_is_cheap = program.seen_bytes <= 4 && !program.priority_step;
    const std::uint64_t bytes = std::uint64_t{part_.graph.vertex_count} * program.seen_bytes;
    return warpgraph::rows::pulls_unsettled(part_.row_facts().incoming, push_is_cheap ? bytes : ~std::uint64_t{0});
  }

  void begin_superstep(std::uint32_t) override {
    mark_time(begin_);
    calls_.publish();
  }
  std::uint64_t count_unsettled() override {
    calls_.count_unsettled();
    part_.stream.synchronize();
    return part_.found->unsettled.edges;
  }
  void queue(Plan plan) override { calls_.queue(plan); }
  Progress end_superstep(Plan, RunReport& report) override {
    mark_time(end_);
    const Progress next = read_back(part_.next());
    report.supersteps.back().updated_vertices = next.vertices;
    if (options_.time_supersteps) report.supersteps.back().microseconds = end_->microseconds_since(*begin_);
    part_.swap();
    return next;
  }

  Progress launch_supersteps(Plan plan, const Progress& now, PlanPolicy& policy, RunReport& report) override {
    if (policy.searches()) return search(now, policy, report);
    mark_time(begin_);
    const double step = plan == Plan::kPriority ? priority_step() : 0;
    const LaunchHistory history = calls_.launch_supersteps(plan, policy.supersteps_left(), policy.superstep(), step);
    const Progress after{part_.now().vertices, part_.now().edges, history.waiting};
    const double microseconds =
        history.steps.empty() ? 0 : time_of_launch() / static_cast<double>(history.steps.size());
    for (std::size_t i = 0; i < history.steps.size(); ++i) {
      const bool is_last = i + 1 == history.steps.size();
      const std::uint64_t updated = is_last ? after.vertices + after.waiting : history.steps[i + 1].vertices;
      const sweep::FrontierCounts& step_counts = history.steps[i];
      report.supersteps.push_back(
          {policy.superstep(), plan, step_counts.vertices, step_counts.edges, updated, microseconds});
      policy.advance(is_last ? 0 : history.steps[i + 1].edges);
    }
    return after;
  }

  // The run is over.
  void finish() { is_idle_ = true; }

 private:
  // Whether launches do whole searches. Short rows have a loop of their own, whose supersteps are cheaper.
  [[nodiscard]] bool searches() {
    if (!facts_.program.is_search || options_.plan || facts_.loop_edges == 0 || !facts_.can_queue()) return false;
    return part_.lanes() == 0;
  }
  Progress search(const Progress& now, PlanPolicy& policy, RunReport& report) {
    constexpr double kMicrosecond = 1000;
    const LoopHistory& done = calls_.search(now, policy.supersteps_left(), policy.direction());
    is_counted_ = true;
    for (std::uint64_t i = 0; i < done.rounds; ++i) {
      const LoopStep& step = done.step[i];
      report.supersteps.push_back({policy.superstep(), step.plan, step.vertices, step.edges, step.updated,
                                   options_.time_supersteps ? (step.computed + step.waited) / kMicrosecond : 0});
      policy.advance(i + 1 == done.rounds ? 0 : done.step[i + 1].edges);
    }
    return {done.vertices, done.edges, 0};
  }

  Progress read_back(Frontier& frontier) {
    calls_.queue_read_back();
    part_.stream.synchronize();
    is_counted_ = true;
    frontier.set_counts(part_.counts_of(frontier));
    return {frontier.vertices, frontier.edges};
  }
  double priority_step() {
    if (priority_step_ == 0)
      priority_step_ = priority_step_for(
          part_.traits, options_, [&] { return calls_.mean_value(); }, [&] { return part_.row_facts().outgoing; });
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

  OnePartCalls& calls_;
  DevicePart& part_;
  const EngineOptions& options_;
  RunFacts facts_;
  double priority_step_ = 0;
  std::optional<Event> begin_;
  std::optional<Event> end_;
  bool is_counted_ = false;  // the host knows the first frontier's counts
  bool is_idle_ = false;
};

// Where the edges lead is looked at only if there are enough of them.
std::string advise_more_devices(DevicePart& part) {
  const int devices = part.stream.device().runtime().device_count();
  const auto advise = [&](bool has_locality) {
    return advise_devices(part.graph.vertex_count, part.graph.edge_count, has_locality, devices);
  };
  return advise(false).empty() ? "" : advise(part.row_facts().has_locality);
}

}  // namespace

RunReport run_on_one(OnePartCalls& part, const EngineOptions& options, const std::atomic<bool>* cancelled) {
  OneDevice device(part, options);
  RunReport report = run_supersteps(device, options, cancelled);
  device.finish();
  add_advice(report, advise_more_devices(part.part));
  return report;
}

}  // namespace warpgraph::detail
