// SPDX-License-Identifier: Apache-2.0
//
// Every algorithm of the catalogue with its usual options, on graphs that are generated and built on the device, with
// random floats as edge values.
//   <algorithm>/<graph>            undirected, without self-loops and repetitions
//   <algorithm>/<graph>-directed   of the generators rmat, urand and web; with outgoing edges
//   <algorithm>-devices<k>/...     on k devices, over which the graph is spread beforehand, if the algorithm can
// From the vertex with the most edges; betweenness from 4 random vertices together; what iterates does so 10 times.
// Time is the device's, from the first kernel to the last. edges_per_second counts each direction of an edge once for
// each source and each iteration.
//
// WARPGRAPH_CATALOGUE_GRAPHS names the graphs, as generator:size, with commas between. WARPGRAPH_CATALOGUE_DEVICES says
// how many devices there are: GPUs, or virtual ones where there is no GPU.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "graph_names.hpp"
#include "runtime/measure.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)

std::vector<benchmarks::GraphName> graph_names() {
  return benchmarks::graph_names("WARPGRAPH_CATALOGUE_GRAPHS", benchmarks::has_cuda()
                                                                   ? "kron:21,urand:22,rgg:22,road:4096x5860"
                                                                   : "kron:10,urand:10,rgg:10,road:30x40");
}

int device_count() { return static_cast<int>(benchmarks::whole_number_of("WARPGRAPH_CATALOGUE_DEVICES", "1")); }
std::string device_names() {
  if (!benchmarks::has_cuda()) return "host:" + std::to_string(device_count());
  std::string names = "cuda:0";
  for (int i = 1; i < device_count(); ++i) names += "," + std::to_string(i);
  return names;
}

bool can_be_directed(const benchmarks::GraphName& name) {
  return name.generator == "rmat" || name.generator == "urand" || name.generator == "web";
}

struct GraphCase {
  benchmarks::GraphName name;
  bool directed = false;

  [[nodiscard]] std::string text() const { return name.text() + (directed ? "-directed" : ""); }
};

class Problem {
 public:
  explicit Problem(const GraphCase& which) : runtime_(device_names()), stream_(runtime_.device()) {
    generators::GeneratorArguments arguments{{"weights", "uniform"}, {"weight-type", "float"}};
    if (which.directed && which.name.generator == "urand") arguments["directed"] = "true";
    DeviceBuildOptions options;
    options.symmetrise = !which.directed;
    options.outgoing = which.directed;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = build_device_graph(stream_, generators::generate(stream_, which.name.spec(arguments)), options);
    row_ = std::visit([&](const auto& each) { return to_host(stream_.ref(), each.parts().incoming.row); }, graph_);
  }

  [[nodiscard]] PlacedGraphView on_one() const { return {stream_, graph_}; }
  [[nodiscard]] AnyShardedGraph spread(int devices, bool is_whole) const {
    const Placement placement =
        is_whole ? shards::place_whole(row_, devices) : shards::place_by_edges(row_, {.devices = devices});
    return std::visit(
        [&](const auto& each) -> AnyShardedGraph { return shard_graph(stream_.device().runtime(), each, placement); },
        graph_);
  }
  [[nodiscard]] VertexId vertex_count() const { return on_one().vertex_count(); }
  [[nodiscard]] EdgeId edge_count() const {
    return std::visit([](const auto& each) { return each.edge_count(); }, graph_);
  }
  // As the user calls it.
  [[nodiscard]] VertexName busiest_vertex() const {
    VertexId busiest = 0;
    const auto degree = [&](VertexId v) { return row_[v + 1] - row_[v]; };
    for (VertexId v = 1; v < vertex_count(); ++v)
      if (degree(v) > degree(busiest)) busiest = v;
    return on_one().ids().name_of(busiest);
  }

 private:
  Runtime runtime_;
  Stream stream_;
  AnyDeviceGraph graph_;
  std::vector<EdgeId> row_;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
const Problem& problem(const GraphCase& which) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  if (which.text() != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(which);
    kept_name = which.text();
  }
  return *kept;
}

constexpr std::uint64_t kIterations = 10;

// What ends runs soon, and a value to begin with.
AlgorithmArguments arguments_of(const Algorithm& algorithm, VertexName busiest) {
  AlgorithmArguments arguments;
  for (const AlgorithmOption& option : algorithm.options) {
    if (option.name == "samples") arguments[option.name] = {"4"};
    if (option.name == "iterations") arguments[option.name] = {std::to_string(kIterations)};
    if (option.name == "tolerance") arguments[option.name] = {"0"};
    if (option.kind == AlgorithmOption::Kind::kVertexValues) arguments[option.name] = {to_string(busiest) + "=1"};
  }
  return arguments;
}

void measure(benchmark::State& state, const Algorithm& algorithm, const GraphCase& graph, int devices) {
  const Problem& on = problem(graph);
  const VertexName busiest = on.busiest_vertex();
  const AlgorithmArguments arguments = arguments_of(algorithm, busiest);
  const auto run = algorithm.read(arguments, false);
  std::optional<AnyShardedGraph> spread;
  if (devices > 1) spread = on.spread(devices, algorithm.devices == DeviceUse::kWhole);
  AlgorithmRequest request{spread ? PlacedGraphView(*spread) : on.on_one()};
  if (algorithm.has_source) request.source = busiest;
  AlgorithmOutcome outcome = run->run(request);  // warms up
  double seconds = 0;
  for (auto _ : state) {
    outcome = run->run(request);
    state.SetIterationTime(outcome.seconds);
    seconds += outcome.seconds;
  }
  // How often a run looks at the graph.
  const shards::SpreadNeeds needs = run->needs(on.vertex_count());
  const std::uint64_t starts = needs.whole_graph ? needs.max_devices : 1;
  const std::uint64_t rounds = arguments.contains("iterations") ? kIterations : starts;
  state.counters["edges_per_second"] =
      static_cast<double>(on.edge_count() * rounds) * static_cast<double>(state.iterations()) / seconds;
  if (!outcome.report.supersteps.empty())
    state.counters["supersteps"] = static_cast<double>(outcome.report.supersteps.size());
  state.SetLabel(std::to_string(on.edge_count()) + " edges");
}

void add(const Algorithm& algorithm, const GraphCase& graph, int devices) {
  const std::string spread = devices == 1 ? "" : "-devices" + std::to_string(devices);
  benchmark::RegisterBenchmark((algorithm.name + spread + "/" + graph.text()).c_str(),
                               [&algorithm, graph, devices](benchmark::State& state) {
                                 try {
                                   measure(state, algorithm, graph, devices);
                                 } catch (const Error& error) {
                                   state.SkipWithError(error.what());
                                 }
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const benchmarks::GraphName& name : graph_names()) {
    for (const bool directed : {false, true}) {
      if (directed && !can_be_directed(name)) continue;
      for (const Algorithm& algorithm : all_algorithms()) {
        if (directed && algorithm.needs_undirected) continue;
        if (algorithm.takes != GraphKind::kAny) continue;  // lists and trees have benchmarks of their own
        add(algorithm, {name, directed}, 1);
        if (!algorithm.read({}, false)->can_spread()) continue;
        for (int devices = 2; devices <= device_count(); devices *= 2) add(algorithm, {name, directed}, devices);
      }
    }
  }
  return true;
}();

}  // namespace
