// SPDX-License-Identifier: Apache-2.0
//
// Minimum spanning forests, on undirected graphs without self-loops and repetitions that are generated and built on the
// device, with integer weights from 1 to 64.
//   msf/<graph>              the fast method as it comes
//   msf-light<k>/<graph>     with about k light edges a vertex; 0: no filter
//   msf-boruvka/<graph>      rounds over all edges
//   msf-transactional/<graph>  the same, trees merged by transactions; abort_rate is that of their trials
//   msf-devices<k>/<graph>   the fast method on k devices, over which the graph is spread beforehand; kept: edges of
//                            the devices' own forests, for each vertex; device_edges: on the device that has most, as
//                            a part of all
//   msf-prim<t>/<graph>      merging Prim on t threads of the host; msf-prim-plain: on one, without transactions
//   msf-kruskal/<graph>      Kruskal's algorithm on one thread of the host: sorts all edges
// The last two are timed by the host, the others by the device, from the first kernel to the last read-back.
// edges_per_second counts each direction of an edge once. share_of_bound is the part of the device's bandwidth that is
// needed to read neighbours, weights and offsets once and to write the forest; the bandwidth is measured by copying.
//
// WARPGRAPH_MSF_GRAPHS names the graphs, as generator:size, with commas between.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/papers/merging_prim.hpp>
#include <warpgraph/papers/transactional_forest.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/kruskal.hpp"
#include "graph_names.hpp"
#include "runtime/measure.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)

using Graph32 = DeviceGraph<std::int32_t>;

std::vector<benchmarks::GraphName> graph_names() {
  return benchmarks::graph_names("WARPGRAPH_MSF_GRAPHS", benchmarks::has_cuda()
                                                             ? "kron:21,kron:24,urand:24,rgg:22,road:4096x5860"
                                                             : "kron:10,urand:10,rgg:10,road:30x40");
}

class Problem {
 public:
  explicit Problem(const benchmarks::GraphName& name)
      : runtime_(benchmarks::has_cuda() ? "cuda" : "host:4"), stream_(runtime_.device()) {
    DeviceBuildOptions options;
    options.symmetrise = true;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = std::get<Graph32>(
        build_device_graph(stream_, generators::generate(stream_, name.spec({{"weights", "uniform"}})), options));
    bytes_per_second_ = measured_bandwidth();
  }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const Graph32& graph() const { return graph_; }
  [[nodiscard]] ShardedGraph<std::int32_t> spread(int devices) const {
    const std::vector<EdgeId> row = to_host(stream_, graph_.parts().incoming.row);
    return shard_graph(stream_.device().runtime(), graph_, shards::place_by_edges(row, {.devices = devices}),
                       {.outgoing = false});
  }
  // To read the graph and to write the forest once.
  [[nodiscard]] double min_seconds(std::uint64_t forest_edges) const {
    const std::uint64_t bytes = graph_.edge_count() * (sizeof(VertexId) + sizeof(std::int32_t)) +
                                (graph_.vertex_count() + std::uint64_t{1}) * sizeof(EdgeId) +
                                forest_edges * sizeof(EdgeId);
    return static_cast<double>(bytes) / bytes_per_second_;
  }

 private:
  double measured_bandwidth() {
    const std::size_t bytes = benchmarks::has_cuda() ? std::size_t{1} << 30 : std::size_t{1} << 24;
    Buffer<std::byte> from(stream_, bytes, "copy");
    Buffer<std::byte> to(stream_, bytes, "copy");
    fill(stream_, from, std::byte{1});
    double least = 1e300;
    for (int i = 0; i < 5; ++i)
      least = std::min(least, benchmarks::device_microseconds(stream_, [&] { copy(stream_, to, from.view()); }));
    return 2 * static_cast<double>(bytes) / least * 1e6;
  }

  Runtime runtime_;
  Stream stream_;
  Graph32 graph_;
  double bytes_per_second_ = 0;
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

void run(benchmark::State& state, const benchmarks::GraphName& name, const SpanningForestOptions& options) {
  const Problem& on = problem(name);
  SpanningForest<std::int32_t> forest;
  const double microseconds = benchmarks::time_on_device(
      state, on.stream(), [&] { forest = minimum_spanning_forest(on.stream(), on.graph(), options); });
  state.counters["edges_per_second"] = static_cast<double>(on.graph().edge_count()) / microseconds * 1e6;
  state.counters["share_of_bound"] = on.min_seconds(forest.edge_count) / microseconds * 1e6;
  state.counters["rounds"] = static_cast<double>(forest.round_count);
  state.counters["weight"] = static_cast<double>(forest.weight);
  state.SetLabel(std::to_string(on.graph().edge_count()) + " edges");
}

// Its counts are those of all its runs.
void run_by_transactions(benchmark::State& state, const benchmarks::GraphName& name) {
  const papers::TransactionalForest by_transactions;
  run(state, name, by_transactions.options());
  const transactions::TransactionCounts counts = by_transactions.counts();
  if (counts.trials != 0)
    state.counters["abort_rate"] = static_cast<double>(counts.aborts) / static_cast<double>(counts.trials);
}

void run_spread(benchmark::State& state, const benchmarks::GraphName& name, int devices) {
  const Problem& on = problem(name);
  const ShardedGraph<std::int32_t> graph = on.spread(devices);
  ShardedSpanningForest<std::int32_t> forest;
  const double microseconds =
      benchmarks::time_on_device(state, graph.stream(0), [&] { forest = minimum_spanning_forest(graph); });
  EdgeId max = 0;
  EdgeId all = 0;
  std::uint64_t kept = 0;
  for (const ForestActivity& each : forest.devices) {
    max = std::max(max, each.edge_count);
    all += each.edge_count;
    kept += each.kept;
  }
  state.counters["edges_per_second"] = static_cast<double>(graph.edge_count()) / microseconds * 1e6;
  state.counters["rounds"] = static_cast<double>(forest.round_count);
  state.counters["kept"] = static_cast<double>(kept) / graph.vertex_count();
  state.counters["device_edges"] = static_cast<double>(max) / static_cast<double>(all);
  state.counters["weight"] = static_cast<double>(forest.weight);
  state.SetLabel(std::to_string(graph.edge_count()) + " edges");
}

// On the host.
template <class Find>
void run_on_host(benchmark::State& state, const benchmarks::GraphName& name, const Find& find) {
  const Problem& on = problem(name);
  const Graph<std::int32_t> graph = download(on.stream(), on.graph());
  std::int64_t weight = 0;
  for (auto _ : state) weight = find(graph, state);
  state.counters["edges_per_second"] =
      benchmark::Counter(static_cast<double>(graph.edge_count()), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["weight"] = static_cast<double>(weight);
  state.SetLabel(std::to_string(graph.edge_count()) + " edges");
}

std::int64_t prim(const Graph<std::int32_t>& graph, const papers::MergingPrimOptions& options,
                  benchmark::State& state) {
  const auto forest = papers::merging_prim(graph, options);
  const transactions::TransactionCounts& transactions = forest.counts.transactions;
  if (transactions.trials != 0)
    state.counters["abort_rate"] = static_cast<double>(transactions.aborts) / static_cast<double>(transactions.trials);
  state.counters["stolen"] = static_cast<double>(forest.counts.stolen);
  state.counters["released"] = static_cast<double>(forest.counts.released);
  return forest.weight;
}

template <class Find>
void add_on_host(const std::string& algorithm, const benchmarks::GraphName& graph, const Find& find) {
  benchmark::RegisterBenchmark((algorithm + "/" + graph.text()).c_str(),
                               [=](benchmark::State& state) { run_on_host(state, graph, find); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void add_on_host(const benchmarks::GraphName& graph) {
  add_on_host("msf-kruskal", graph, [](const auto& on, benchmark::State&) { return benchmarks::kruskal(on); });
  add_on_host("msf-prim-plain", graph, [](const auto& on, benchmark::State& state) {
    return prim(on, {.threads = 1, .is_transactional = false}, state);
  });
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned threads = 1; threads <= cores; threads *= 2)
    add_on_host("msf-prim" + std::to_string(threads), graph,
                [=](const auto& on, benchmark::State& state) { return prim(on, {.threads = threads}, state); });
}

void add_spread(const benchmarks::GraphName& graph, int devices) {
  const std::string name = "msf-devices" + std::to_string(devices) + "/" + graph.text();
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { run_spread(state, graph, devices); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

void add(const std::string& algorithm, const benchmarks::GraphName& graph, const SpanningForestOptions& options) {
  benchmark::RegisterBenchmark((algorithm + "/" + graph.text()).c_str(),
                               [=](benchmark::State& state) { run(state, graph, options); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  const int device_count = benchmarks::has_cuda() ? static_cast<int>(cuda_devices().size()) : 4;
  for (const benchmarks::GraphName& graph : graph_names()) {
    add("msf", graph, {});
    for (const int light : {0, 1, 3, 5})
      add("msf-light" + std::to_string(light), graph, {.light_edges = static_cast<double>(light)});
    add("msf-boruvka", graph, {.method = ForestMethod::kBoruvka});
    benchmark::RegisterBenchmark(("msf-transactional/" + graph.text()).c_str(),
                                 [=](benchmark::State& state) { run_by_transactions(state, graph); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
    add_on_host(graph);
    for (int devices = 1; devices <= device_count; devices *= 2) add_spread(graph, devices);
  }
  return true;
}();

}  // namespace
