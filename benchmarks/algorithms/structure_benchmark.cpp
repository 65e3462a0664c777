// SPDX-License-Identifier: Apache-2.0
//
// What the rows of catalogue_benchmark do not have, on undirected graphs without self-loops and repetitions that are
// generated and built on the device.
//   triangles-of-vertices/<graph>
//   cc-shiloach-vishkin/<graph>, and with -apart, -no-sv3, -no-sv4 and -no-sv3-sv4: its steps, as --steps names them
// Time is the device's, from the first kernel to the last read-back. edges_per_second counts each direction of an edge
// once.
//
// WARPGRAPH_STRUCTURE_GRAPHS names the graphs, as generator:size, with commas between.

#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/papers/shiloach_vishkin.hpp>
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
  explicit Problem(const benchmarks::GraphName& name)
      : runtime_(benchmarks::has_cuda() ? "cuda:0" : "host"), stream_(runtime_.device()) {
    DeviceBuildOptions options;
    options.symmetrise = true;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = std::get<DeviceGraph<NoValue>>(
        build_device_graph(stream_, generators::generate(stream_, name.spec()), options));
  }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const DeviceGraph<NoValue>& graph() const { return graph_; }

 private:
  Runtime runtime_;
  Stream stream_;
  DeviceGraph<NoValue> graph_;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
const Problem& problem(const benchmarks::GraphName& name) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  if (name.text() != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(name);
    kept_name = name.text();
  }
  return *kept;
}

template <class Work>
void measure(benchmark::State& state, const Problem& on, const Work& work) {
  const double microseconds = benchmarks::time_on_device(state, on.stream(), work);
  const auto edges = static_cast<double>(on.graph().edge_count());
  state.counters["edges_per_second"] = edges / microseconds * 1e6;
  state.SetLabel(std::to_string(on.graph().edge_count()) + " edges");
}

void run_triangles(benchmark::State& state, const benchmarks::GraphName& name) {
  const Problem& on = problem(name);
  Triangles found;
  measure(state, on, [&] { found = count_triangles(on.stream(), on.graph(), {.of_vertices = true}); });
  state.counters["triangles"] = static_cast<double>(found.total);
}

void run_shiloach_vishkin(benchmark::State& state, const benchmarks::GraphName& name,
                          const papers::ShiloachVishkinSteps& steps) {
  const Problem& on = problem(name);
  papers::ShiloachVishkinOptions options;
  options.steps = steps;
  std::size_t iterations = 0;
  measure(state, on,
          [&] { iterations = papers::shiloach_vishkin(on.stream(), on.graph(), options).supersteps.size(); });
  state.counters["supersteps"] = static_cast<double>(iterations);
}

template <class Run>
void add(const std::string& algorithm, const benchmarks::GraphName& graph, const Run& run) {
  benchmark::RegisterBenchmark((algorithm + "/" + graph.text()).c_str(),
                               [=](benchmark::State& state) { run(state, graph); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const benchmarks::GraphName& graph : graph_names()) {
    const auto add_shiloach_vishkin = [&](const std::string& left_out, const papers::ShiloachVishkinSteps& steps) {
      add("cc-shiloach-vishkin" + left_out, graph,
          [=](auto& state, const auto& name) { run_shiloach_vishkin(state, name, steps); });
    };
    add_shiloach_vishkin("", {});
    add_shiloach_vishkin("-apart", {true, true, false});
    add_shiloach_vishkin("-no-sv3", {false, true, true});
    add_shiloach_vishkin("-no-sv4", {true, false, true});
    add_shiloach_vishkin("-no-sv3-sv4", {false, false, true});
    add("triangles-of-vertices", graph, run_triangles);
  }
  return true;
}();

}  // namespace
