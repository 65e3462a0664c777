// SPDX-License-Identifier: Apache-2.0
//
// The algorithms that look at nothing but the structure of a graph, on undirected graphs without self-loops and
// repetitions that are generated and built on the device.
//   betweenness/<graph>   from WARPGRAPH_STRUCTURE_SOURCES random vertices (4) together; ms_per_source stands beside it
//   kcore/<graph>, triangles/<graph>, triangles-of-vertices/<graph>, hits/<graph> (10 iterations), cc/<graph>
//   cc-shiloach-vishkin/<graph>, and with -apart, -no-sv3, -no-sv4 and -no-sv3-sv4: its steps, as --steps names them
//   scc/<graph>   on rmat, urand and web, directed, with outgoing edges
//   betweenness-devices<k>/<graph> and so on   on k devices, over which the graph is spread beforehand
// Time is the device's, from the first kernel to the last read-back. edges_per_second counts each direction of an edge
// once; for betweenness, once a source.
//
// WARPGRAPH_STRUCTURE_GRAPHS names the graphs, as generator:size, with commas between.

#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/strongly_connected.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/papers/shiloach_vishkin.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "graph_names.hpp"
#include "runtime/measure.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)

std::vector<benchmarks::GraphName> graph_names() {
  return benchmarks::graph_names("WARPGRAPH_STRUCTURE_GRAPHS", benchmarks::has_cuda()
                                                                   ? "kron:21,urand:22,rgg:22,road:4096x5860"
                                                                   : "kron:10,urand:10,rgg:10,road:30x40");
}

class Problem {
 public:
  Problem(const benchmarks::GraphName& name, bool directed)
      : runtime_(benchmarks::has_cuda() ? "cuda" : "host:2"), stream_(runtime_.device()) {
    generators::GeneratorArguments arguments;
    if (directed && name.generator == "urand") arguments["directed"] = "true";
    DeviceBuildOptions options;
    options.symmetrise = !directed;
    options.outgoing = directed;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = std::get<DeviceGraph<NoValue>>(
        build_device_graph(stream_, generators::generate(stream_, name.spec(arguments)), options));
  }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const DeviceGraph<NoValue>& graph() const { return graph_; }
  // `is_whole`: on every device.
  [[nodiscard]] ShardedGraph<NoValue> spread(int devices, bool is_whole) const {
    const std::vector<EdgeId> row = to_host(stream_, graph_.parts().incoming.row);
    return shard_graph(
        stream_.device().runtime(), graph_,
        is_whole ? shards::place_whole(row, devices) : shards::place_by_edges(row, {.devices = devices}));
  }

 private:
  Runtime runtime_;
  Stream stream_;
  DeviceGraph<NoValue> graph_;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
const Problem& problem(const benchmarks::GraphName& name, bool directed = false) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  const std::string its_name = name.text() + (directed ? " directed" : "");
  if (its_name != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(name, directed);
    kept_name = its_name;
  }
  return *kept;
}

// `times`: how often the algorithm looks at the graph.
template <class Work>
void measure(benchmark::State& state, const Problem& on, std::uint64_t times, const Work& work) {
  // The clock is the first device's: several have met when the work returns.
  const double microseconds = benchmarks::time_on_device(state, on.stream(), work);
  const auto edges = static_cast<double>(on.graph().edge_count() * times);
  state.counters["edges_per_second"] = edges / microseconds * 1e6;
  state.SetLabel(std::to_string(on.graph().edge_count()) + " edges");
}

BetweennessOptions betweenness_options() {
  BetweennessOptions options;
  options.samples = benchmarks::whole_number_of("WARPGRAPH_STRUCTURE_SOURCES", "4");
  return options;
}
void run_betweenness(benchmark::State& state, const benchmarks::GraphName& name) {
  const Problem& on = problem(name);
  const BetweennessOptions options = betweenness_options();
  measure(state, on, options.samples, [&] { (void)betweenness(on.stream(), on.graph(), options); });
  state.counters["ms_per_source"] =
      static_cast<double>(on.graph().edge_count()) / state.counters["edges_per_second"] * 1e3;
}

constexpr std::uint32_t kIterations = 10;
HitsOptions hits_options() {
  HitsOptions options;
  options.max_iterations = kIterations;
  options.tolerance = 0;
  return options;
}

void run_k_core(benchmark::State& state, const benchmarks::GraphName& name) {
  const Problem& on = problem(name);
  measure(state, on, 1, [&] { (void)core_numbers(on.stream(), on.graph()); });
}

void run_triangles(benchmark::State& state, const benchmarks::GraphName& name, const TriangleOptions& options) {
  const Problem& on = problem(name);
  Triangles found;
  measure(state, on, 1, [&] { found = count_triangles(on.stream(), on.graph(), options); });
  state.counters["triangles"] = static_cast<double>(found.total);
}

void run_hits(benchmark::State& state, const benchmarks::GraphName& name) {
  const Problem& on = problem(name);
  measure(state, on, kIterations, [&] { (void)hits(on.stream(), on.graph(), hits_options()); });
}

void run_components(benchmark::State& state, const benchmarks::GraphName& name) {
  const Problem& on = problem(name);
  measure(state, on, 1, [&] { (void)connected_components(on.stream(), on.graph()); });
}
void run_shiloach_vishkin(benchmark::State& state, const benchmarks::GraphName& name,
                          const papers::ShiloachVishkinSteps& steps) {
  const Problem& on = problem(name);
  papers::ShiloachVishkinOptions options;
  options.steps = steps;
  std::size_t iterations = 0;
  measure(state, on, 1,
          [&] { iterations = papers::shiloach_vishkin(on.stream(), on.graph(), options).supersteps.size(); });
  state.counters["supersteps"] = static_cast<double>(iterations);
}
void run_strong_components(benchmark::State& state, const benchmarks::GraphName& name) {
  const Problem& on = problem(name, true);
  measure(state, on, 1, [&] { (void)strongly_connected_components(on.stream(), on.graph()); });
}

struct SpreadGraph {
  bool is_whole = false;  // on every device
  bool directed = false;
};

// The same on several devices.
template <class Work>
void add_spread(const std::string& algorithm, const benchmarks::GraphName& graph, int devices, const SpreadGraph& how,
                const Work& work) {
  benchmark::RegisterBenchmark((algorithm + "-devices" + std::to_string(devices) + "/" + graph.text()).c_str(),
                               [=](benchmark::State& state) {
                                 const Problem& on = problem(graph, how.directed);
                                 const ShardedGraph<NoValue> spread = on.spread(devices, how.is_whole);
                                 measure(state, on, 1, [&] { work(spread); });
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}
void add_spread(const benchmarks::GraphName& graph, int devices) {
  add_spread("betweenness", graph, devices, {.is_whole = true},
             [](const auto& on) { (void)betweenness(on, betweenness_options()); });
  add_spread("kcore", graph, devices, {}, [](const auto& on) { (void)core_numbers(on); });
  add_spread("triangles", graph, devices, {}, [](const auto& on) { (void)count_triangles(on); });
  add_spread("hits", graph, devices, {}, [](const auto& on) { (void)hits(on, hits_options()); });
  add_spread("cc", graph, devices, {}, [](const auto& on) { (void)connected_components(on); });
}

template <class Run>
void add(const std::string& algorithm, const benchmarks::GraphName& graph, const Run& run) {
  benchmark::RegisterBenchmark((algorithm + "/" + graph.text()).c_str(),
                               [=](benchmark::State& state) { run(state, graph); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  const int device_count = benchmarks::has_cuda() ? static_cast<int>(cuda_devices().size()) : 2;
  for (const benchmarks::GraphName& graph : graph_names()) {
    add("betweenness", graph, run_betweenness);
    add("kcore", graph, run_k_core);
    add("hits", graph, run_hits);
    add("cc", graph, run_components);
    const auto add_shiloach_vishkin = [&](const std::string& left_out, const papers::ShiloachVishkinSteps& steps) {
      add("cc-shiloach-vishkin" + left_out, graph,
          [=](auto& state, const auto& name) { run_shiloach_vishkin(state, name, steps); });
    };
    add_shiloach_vishkin("", {});
    add_shiloach_vishkin("-apart", {true, true, false});
    add_shiloach_vishkin("-no-sv3", {false, true, true});
    add_shiloach_vishkin("-no-sv4", {true, false, true});
    add_shiloach_vishkin("-no-sv3-sv4", {false, false, true});
    add("triangles", graph, [](auto& state, const auto& name) { run_triangles(state, name, {}); });
    add("triangles-of-vertices", graph,
        [](auto& state, const auto& name) { run_triangles(state, name, {.of_vertices = true}); });
    for (int devices = 2; devices <= device_count; devices *= 2) add_spread(graph, devices);
    const bool can_be_directed = graph.generator == "rmat" || graph.generator == "urand" || graph.generator == "web";
    if (!can_be_directed) continue;
    add("scc", graph, run_strong_components);
    for (int devices = 2; devices <= device_count; devices *= 2)
      add_spread("scc", graph, devices, {.directed = true},
                 [](const auto& on) { (void)strongly_connected_components(on); });
  }
  return true;
}();

}  // namespace
