// SPDX-License-Identifier: Apache-2.0
//
// The engine: every program in every way it can be run, on graphs that are generated and built on the device.
//   engine/<graph>/<program>/<way>   ways: auto, each plan, pull-all/<shape>
// Time is the device's, from the first kernel to the last read-back. edges_per_second counts the graph's edges once a
// run, once a superstep for PageRank ("pr") and "sweep"; ms_per_superstep, supersteps, the edges that were active over
// all of the graph's (walked) and, for the engine's own choice, the number of changes of plan stand beside it.
//
// WARPGRAPH_ENGINE_GRAPHS names the graphs, as generator:size, with commas between; WARPGRAPH_ENGINE_SOURCES how many
// sources a search takes in turn. WARPGRAPH_ENGINE_ALPHA, _BETA, _PUSH_FRACTION, _ACTIVE_FRACTION, _LOOP_EDGES,
// _LOOP_BLOCKS, _ONE_LANE_BLOCKS, _ROUNDS_AHEAD and _AHEAD_EDGES are the thresholds of the engine's own choice.
// WARPGRAPH_ENGINE_TRACE=1 prints the supersteps of one run.

#include <stdio.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/generate/counter_random.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/compiled_programs.hpp"
#include "engine_programs.hpp"
#include "graph_names.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)
using benchmarks::GraphName;
using benchmarks::setting;

void set_if_given(const char* name, auto& threshold) {
  const std::string text = setting((std::string("WARPGRAPH_ENGINE_") + name).c_str(), "");
  if (!text.empty()) threshold = static_cast<std::remove_reference_t<decltype(threshold)>>(std::stod(text));
}

PlanThresholds thresholds() {
  PlanThresholds result;
  set_if_given("ALPHA", result.alpha);
  set_if_given("BETA", result.beta);
  set_if_given("PUSH_FRACTION", result.push_fraction);
  set_if_given("ACTIVE_FRACTION", result.active_fraction);
  set_if_given("LOOP_EDGES", result.loop_edges);
  set_if_given("MARKING_EDGES", result.marking_edges);
  set_if_given("LOOP_BLOCKS", result.loop_blocks);
  set_if_given("ONE_LANE_BLOCKS", result.one_lane_blocks);
  set_if_given("ROUNDS_AHEAD", result.rounds_ahead);
  set_if_given("AHEAD_EDGES", result.ahead_edges);
  return result;
}

bool on_cuda() {
  static const bool found = !cuda_devices().empty();
  return found;
}

std::vector<GraphName> graph_names() {
  return benchmarks::graph_names("WARPGRAPH_ENGINE_GRAPHS",
                                 on_cuda() ? "kron:21,kron:24,rmat:24,urand:24,rgg:22,road:4096x5860"
                                           : "kron:12,urand:12,rgg:12,road:80x60,rmat:12");
}

// A graph on a device, and sources that reach something.
class Problem {
 public:
  explicit Problem(const GraphName& name) : runtime_(on_cuda() ? "cuda:0" : "host"), stream_(runtime_.device()) {
    DeviceEdgeList list = generators::generate(stream_, name.spec({{"weights", "uniform"}}));
    DeviceBuildOptions options;
    options.outgoing = true;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = std::get<DeviceGraph<std::int32_t>>(build_device_graph(stream_, std::move(list), options));
    find_sources();
  }

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const DeviceGraph<std::int32_t>& graph() const { return graph_; }
  [[nodiscard]] GatherShape shape() const {
    return rows::choose_shape(graph_.row_facts(stream_).incoming, stream_.device().kind());
  }
  [[nodiscard]] VertexId source(std::size_t i) const { return sources_[i % sources_.size()]; }

 private:
  // The vertex with the most outgoing edges first, then random ones that have some.
  void find_sources() {
    const std::vector<EdgeId> row = to_host(stream_, graph_.view().outgoing.row);
    const auto degree = [&](VertexId v) { return row[v + 1] - row[v]; };
    sources_.push_back(0);
    for (VertexId v = 0; v < graph_.vertex_count(); ++v)
      if (degree(v) > degree(sources_.front())) sources_.front() = v;
    const auto wanted = static_cast<std::size_t>(std::stoi(setting("WARPGRAPH_ENGINE_SOURCES", "1")));
    for (std::uint64_t i = 0; sources_.size() < wanted && i < 1000000; ++i) {
      const auto v = static_cast<VertexId>((i * 0x9e3779b97f4a7c15u >> 20) % graph_.vertex_count());
      if (degree(v) > 0) sources_.push_back(v);
    }
  }

  Runtime runtime_;
  Stream stream_;
  DeviceGraph<std::int32_t> graph_;
  std::vector<VertexId> sources_;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
Problem& problem(const GraphName& name) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  if (name.text() != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(name);
    kept_name = name.text();
  }
  return *kept;
}

struct Measured {
  double seconds;       // on the device's clock
  double wall_seconds;  // from the call until it returns
  RunReport report;
};

template <class Program>
Measured measure(const Problem& on, const Program& program, const EngineOptions& options) {
  Event begin(on.stream().device());
  Event end(on.stream().device());
  begin.record(on.stream());
  const auto called = std::chrono::steady_clock::now();
  auto result = warpgraph::run(on.stream(), on.graph(), program, options);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - called;
  end.record(on.stream());
  end.synchronize();
  return {end.microseconds_since(begin) * 1e-6, wall.count(), std::move(result)};
}

int plan_changes(const RunReport& report) {
  int changes = 0;
  for (std::size_t i = 1; i < report.supersteps.size(); ++i)
    if (report.supersteps[i].plan != report.supersteps[i - 1].plan) ++changes;
  return changes;
}

// The supersteps of one run, timed, as a table.
void print(const std::string& name, const RunReport& report) {
  printf("%s: superstep plan active_vertices active_edges updated microseconds\n", name.c_str());
  for (const SuperstepStatistics& step : report.supersteps) {
    printf("%u %s %llu %llu %llu %.1f\n", step.superstep, std::string(to_string(step.plan)).c_str(),
           static_cast<unsigned long long>(step.active_vertices), static_cast<unsigned long long>(step.active_edges),
           static_cast<unsigned long long>(step.updated_vertices), step.microseconds);
  }
}

template <class Make>
void run(benchmark::State& state, const GraphName& graph, const std::string& name, EngineOptions options,
         bool per_superstep, Make make) {
  Problem& on = problem(graph);
  options.tuning.priority_step *= on.graph().mean_edge_value(on.stream());
  std::size_t turn = 0;
  options.time_supersteps = setting("WARPGRAPH_ENGINE_TRACE", "0") != "0";
  const Measured first = measure(on, make(on, turn), options);
  if (options.time_supersteps) print(name, first.report);
  options.time_supersteps = false;
  std::size_t supersteps = 0;
  std::uint64_t walked = 0;
  double total = 0;
  double wall = 0;
  RunReport last;
  for (auto _ : state) {
    Measured measured = measure(on, make(on, turn++), options);
    state.SetIterationTime(measured.seconds);
    total += measured.seconds;
    wall += measured.wall_seconds;
    supersteps += measured.report.supersteps.size();
    for (const SuperstepStatistics& each : measured.report.supersteps) walked += each.active_edges;
    last = std::move(measured.report);
  }
  const auto runs = static_cast<double>(state.iterations());
  const auto steps = static_cast<double>(supersteps);
  const auto edges = static_cast<double>(on.graph().edge_count());
  state.counters["edges_per_second"] = edges * (per_superstep ? steps : runs) / total;
  state.counters["wall_ms"] = wall * 1e3 / runs;
  state.counters["supersteps"] = steps / runs;
  state.counters["ms_per_superstep"] = total * 1e3 / steps;
  state.counters["walked"] = static_cast<double>(walked) / (edges * runs);
  state.counters["plan_changes"] = plan_changes(last);
  state.SetLabel(std::to_string(on.graph().edge_count()) + " edges, " + std::string(to_string(on.shape())));
}

struct Way {
  std::string name;
  EngineOptions options;
};

// Every shape for programs of a few full sweeps; for searches, whose pulls are many, the shape that the graph's plan
// names.
template <class Program>
std::vector<Way> ways(bool every_shape) {
  constexpr bool kFirst = detail::first_hit_suffices<Program>();
  std::vector<Way> all{{"auto", {}}};
  all.front().options.tuning.thresholds = thresholds();
  const auto add = [&](Plan plan) -> Way& {
    all.push_back({std::string(to_string(plan)), {}});
    all.back().options.plan = plan;
    return all.back();
  };
  if (kFirst) add(Plan::kPullFirst);
  if (PushableProgram<Program>) add(Plan::kPush);
  if (PushableProgram<Program>) add(Plan::kPushLoop).options.tuning.thresholds.loop_edges = ~std::uint64_t{0};
  for (const int sixteenths : {1, 4, 16, 64, 256}) {
    if (!PrioritisedProgram<Program>) break;
    Way& way = add(Plan::kPriority);
    way.options.tuning.priority_step = sixteenths / 16.0;  // mean edge values
    way.name += "/sixteenths:" + std::to_string(sixteenths);
  }
  if (PrioritisedProgram<Program>) add(Plan::kPullUnsettled);
  if (!kFirst && !detail::evaluates_all<Program>()) add(Plan::kPullActive);
  if (!kFirst && !every_shape) add(Plan::kPullAll);
  for (int shape = 0; every_shape && shape < kGatherShapeCount; ++shape) {
    Way& way = add(Plan::kPullAll);
    way.options.tuning.shape = static_cast<GatherShape>(shape);
    way.options.tuning.thresholds.block_bytes = 0;
    way.name += "/" + std::string(to_string(*way.options.tuning.shape));
  }
  return all;
}

template <class Program, class Make>
void add_benchmarks(const GraphName& graph, const std::string& program, std::uint32_t max_supersteps, Make make) {
  const bool per_superstep = max_supersteps != 0xffffffffu;
  for (Way& way : ways<Program>(per_superstep)) {
    way.options.max_supersteps = max_supersteps;
    const std::string name = "engine/" + graph.text() + "/" + program + "/" + way.name;
    benchmark::RegisterBenchmark(
        name.c_str(),
        [=, options = way.options](benchmark::State& state) { run(state, graph, name, options, per_superstep, make); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
}

// Not a vertex program, but what label propagation ("cc") has to be compared with.
void run_connected_components(benchmark::State& state, const GraphName& graph) {
  Problem& on = problem(graph);
  (void)connected_components(on.stream(), on.graph());
  for (auto _ : state) {
    on.stream().synchronize();  // a call does not wait for the one before it
    Event begin(on.stream().device());
    Event end(on.stream().device());
    begin.record(on.stream());
    const Buffer<VertexId> components = connected_components(on.stream(), on.graph()).values;
    end.record(on.stream());
    end.synchronize();
    state.SetIterationTime(end.microseconds_since(begin) * 1e-6);
  }
}

const bool registered = [] {
  constexpr std::uint32_t kToTheEnd = 0xffffffffu;
  using namespace benchmarks;  // NOLINT(google-build-using-namespace)
  for (const GraphName& graph : graph_names()) {
    add_benchmarks<Sweep>(graph, "sweep", 10, [](const Problem&, std::size_t) { return Sweep{}; });
    add_benchmarks<benchmarks::PageRanks>(
        graph, "pr", 10, [](const Problem& on, std::size_t) { return uniform_ranks(on.graph().vertex_count()); });
    add_benchmarks<Levels>(graph, "bfs", kToTheEnd,
                           [](const Problem& on, std::size_t turn) { return Levels{on.source(turn)}; });
    add_benchmarks<Distances>(graph, "sssp", kToTheEnd,
                              [](const Problem& on, std::size_t turn) { return Distances{on.source(turn)}; });
    add_benchmarks<Nearest>(graph, "nearest", kToTheEnd, [](const Problem& on, std::size_t turn) {
      return Nearest{on.source(turn), on.graph().vertex_count() / 64 + 1};
    });
    add_benchmarks<Widths>(graph, "sswp", kToTheEnd,
                           [](const Problem& on, std::size_t turn) { return Widths{on.source(turn)}; });
    add_benchmarks<Labels>(graph, "cc", kToTheEnd, [](const Problem&, std::size_t) { return Labels{}; });
    benchmark::RegisterBenchmark(("engine/" + graph.text() + "/cc/union-find/auto").c_str(),
                                 [=](benchmark::State& state) { run_connected_components(state, graph); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
