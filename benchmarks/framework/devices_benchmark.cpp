// SPDX-License-Identifier: Apache-2.0
//
// Several devices against one, in one run: what spreading a graph gains (strong scaling), what travels between devices
// (Khorasani 2016, tables 2.8 and 2.9 and figure 2.11), and what borders that move change (figure 3.13). Prints
// Markdown; every time behind it goes to the file that is its argument, as JSON.
//   framework_devices_benchmark [FILE]
// Times are the host's, from the call to the end of the run: medians after a run that warms up. The results of scaling
// are compared with those of one device, bit for bit where they are integral.
//
// WARPGRAPH_DEVICES_GRAPHS names the graphs, as generator:size, with commas between; WARPGRAPH_DEVICES_PARTS what is
// measured (scaling, or programs for the same with all eight; travel; breakdown; borders); WARPGRAPH_DEVICES_RUNS how
// many runs a median is of.

#include <stdio.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/compiled_programs.hpp"
#include "algorithms/paper_programs.hpp"
#include "devices_report.hpp"
#include "graph_names.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)
using namespace warpgraph::benchmarks;

bool on_cuda() { return !cuda_devices().empty(); }

// What is measured, as run(options, stream, graph) on one device and run(options, graph) on several. The library's
// algorithms where they are the same program: those are compiled already.
template <class P>
auto run_of(const P& program) {
  return [program](const EngineOptions& engine, const auto&... graph) {
    return warpgraph::run(graph..., program, engine);
  };
}
auto levels_from(VertexName source) {
  return [source](const EngineOptions& engine, const auto&... graph) {
    return bfs_levels(graph..., BfsOptions{source, engine});
  };
}
auto distances_from(VertexName source) {
  return [source](const EngineOptions& engine, const auto&... graph) {
    return sssp(graph..., SsspOptions{source, engine});
  };
}
auto widths_from(VertexName source) {
  return [source](const EngineOptions& engine, const auto&... graph) {
    return widest_path(graph..., WidestPathOptions{source, engine});
  };
}
auto ranks() {
  return [](const EngineOptions& engine, const auto&... graph) {
    PageRankOptions options;
    options.tolerance = 0;
    options.engine = engine;
    return pagerank(graph..., options);
  };
}

// One graph, on one device and spread over several.
class Bench {
 public:
  Bench(Runtime& runtime, const GraphName& name, Results& results)
      : runtime_(runtime), stream_(runtime.device()), name_(name.text()), results_(results) {
    DeviceBuildOptions options;
    options.outgoing = true;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    auto list = generators::generate(stream_, name.spec({{"weights", "uniform"}}));
    graph_ = std::get<DeviceGraph<std::int32_t>>(build_device_graph(stream_, std::move(list), options));
    row_ = to_host(stream_, graph_.view().incoming.row);
    const std::vector<EdgeId> out = to_host(stream_, graph_.view().outgoing.row);
    for (VertexId v = 0; v < graph_.vertex_count(); ++v)
      if (out[v + 1] - out[v] > out[source_ + 1] - out[source_]) source_ = v;
    printf("\n## %s: %u vertices, %llu edges\n", name_.c_str(), graph_.vertex_count(),
           static_cast<unsigned long long>(graph_.edge_count()));
  }

  // `all_programs`: those of the paper (table 2.9), else the best known.
  void scaling(bool all_programs) {
    printf("\n| program | 1 device, ms |");
    const std::vector<int> counts = device_counts();
    for (const int count : counts) printf(" %d | times as fast | MB sent |", count);
    printf(" result |\n|---|---:|");
    for (std::size_t i = 0; i < counts.size(); ++i) printf("---:|---:|---:|");
    printf("---|\n");
    std::vector<ShardedGraph<std::int32_t>> spread;
    for (const int count : counts) spread.push_back(spread_over(count, 0));
    scale("bfs", levels_from(name_of_source()), spread);
    scale("sssp", distances_from(name_of_source()), spread);
    scale("pagerank, 10", ranks(), spread, 10);
    scale("cc (labels)", run_of(Labels{}), spread);
    scale("sswp", widths_from(name_of_source()), spread);
    if (!all_programs) return;
    scale("circuit, 10", run_of(Potentials{{{source_}}}), spread, 10);
    scale("heat, 10", run_of(Temperatures{{{source_}}}), spread, 10);
    scale("neural network, 10", run_of(Outputs{{source_}}), spread, 10);
  }

  void travel() {
    const int devices = runtime_.device_count();
    printf("\n%d devices; ms (MB sent, MB of them useful)\n\n| program | hub | all | marked | updated |\n", devices);
    printf("|---|---|---:|---:|---:|\n");
    const ShardedGraph<std::int32_t> graph = spread_over(devices, 0);
    for_each_program(
        [&](const char* name, const auto& run, std::uint32_t max) { compare_travel(name, run, graph, max); });
  }

  // The thesis's figure 2.11: of each superstep the device that computes longest, and the one that exchanges longest.
  void breakdown() {
    const int devices = runtime_.device_count();
    printf("\n%d devices; ms of all supersteps\n\n| program | hub | computing | exchange | fraction of it |\n",
           devices);
    printf("|---|---|---:|---:|---:|\n");
    const ShardedGraph<std::int32_t> graph = spread_over(devices, 0);
    for_each_program([&](const char* name, const auto& run, std::uint32_t max) { break_down(name, run, graph, max); });
  }

  void borders() {
    const int devices = runtime_.device_count();
    printf(
        "\n%d devices, pulling what is active; uneven: the most edges of a device over the mean, all supersteps "
        "together\n\n| program | fixed, ms | uneven | moving, ms | uneven | times as fast "
        "|\n|---|---:|---:|---:|---:|---:|\n",
        devices);
    const ShardedGraph<std::int32_t> graph = spread_over(devices, 0.5);
    compare_borders("bfs", run_of(PulledLevels{{source_}}), graph);
    compare_borders("cc", run_of(Labels{}), graph);
    compare_borders("sssp", distances_from(name_of_source()), graph);
    compare_borders("sswp", widths_from(name_of_source()), graph);
  }

 private:
  [[nodiscard]] VertexName name_of_source() const { return graph_.ids().name_of(source_); }

  // The thesis's eight: body(name, run, most supersteps).
  template <class Body>
  void for_each_program(Body&& body) const {
    constexpr std::uint32_t kAll = 0xffffffffu;
    body("bfs", run_of(PulledLevels{{source_}}), kAll);
    body("cc", run_of(Labels{}), kAll);
    body("circuit", run_of(Potentials{{{source_}}}), 10);
    body("heat", run_of(Temperatures{{{source_}}}), 10);
    body("neural network", run_of(Outputs{{source_}}), 10);
    body("pagerank", ranks(), 10);
    body("sssp", distances_from(name_of_source()), kAll);
    body("sswp", widths_from(name_of_source()), kAll);
  }

  [[nodiscard]] std::vector<int> device_counts() const {
    std::vector<int> counts;
    for (int count = 2; count <= runtime_.device_count(); count *= 2) counts.push_back(count);
    return counts;
  }

  [[nodiscard]] ShardedGraph<std::int32_t> spread_over(int devices, double overlap) {
    return shard_graph(runtime_, graph_, shards::place_by_edges(row_, {devices, {}, overlap}));
  }

  template <class Run>
  [[nodiscard]] auto on_one(const Run& run, std::uint32_t max) {
    EngineOptions options;
    options.max_supersteps = max;
    auto [ms, result] = median([&] { return run(options, StreamRef(stream_), graph_); });
    auto values = result.to_host(stream_);
    return std::pair(Timed{ms, std::move(static_cast<RunReport&>(result))}, std::move(values));
  }
  template <class Run>
  [[nodiscard]] static Timed on_several(const Run& run, const ShardedGraph<std::int32_t>& graph,
                                        const EngineOptions& options) {
    auto [ms, result] = median([&] { return run(options, graph); });
    return {ms, std::move(static_cast<RunReport&>(result))};
  }

  template <class Run>
  void scale(const char* name, const Run& run, const std::vector<ShardedGraph<std::int32_t>>& spread,
             std::uint32_t max = 0xffffffffu) {
    const auto [one, expected] = on_one(run, max);
    results_.add(name_, name, "one", 1, one);
    printf("| %s | %.3f |", name, one.ms);
    bool same = true;
    for (const auto& graph : spread) {
      EngineOptions options;
      options.max_supersteps = max;
      auto [ms, result] = median([&] { return run(options, graph); });
      same = same && agree(result.to_host(graph.streams()), expected);
      const Timed several{ms, std::move(static_cast<RunReport&>(result))};
      printf(" %.3f | %.2f | %.1f |", several.ms, one.ms / several.ms,
             megabytes(several.report, &results::LinkTraffic::bytes));
      results_.add(name_, name, "several", graph.device_count(), several);
      trace(name, graph, run, options);
    }
    printf(" %s |\n", same ? "same" : "DIFFERENT");
    fflush(stdout);
  }

  // With WARPGRAPH_DEVICES_TRACE=1: the supersteps of one run, on the standard error.
  template <class Run>
  static void trace(const char* name, const ShardedGraph<std::int32_t>& graph, const Run& run, EngineOptions options) {
    if (setting("WARPGRAPH_DEVICES_TRACE", "") != "1") return;
    options.time_supersteps = true;
    const auto result = run(options, graph);
    for (std::size_t i = 0; i < result.supersteps.size() && i < 12; ++i) {
      const SuperstepStatistics& step = result.supersteps[i];
      fprintf(stderr, "%s %u %s: %llu vertices, %llu edges; %.0f us:", name, step.superstep,
              std::string(to_string(step.plan)).c_str(), static_cast<unsigned long long>(step.active_vertices),
              static_cast<unsigned long long>(step.active_edges), step.microseconds);
      for (const results::DeviceActivity& device : result.per_device[i].devices)
        fprintf(stderr, " %.0f+%.0f", device.compute_microseconds, device.exchange_microseconds);
      for (const results::LinkTraffic& link : result.per_device[i].links)
        fprintf(stderr, " [%d>%d %s %.2f MB]", link.from, link.to, std::string(to_string(link.form)).c_str(),
                static_cast<double>(link.bytes) * 1e-6);
      fprintf(stderr, "\n");
    }
  }

  template <class Run>
  void compare_travel(const char* name, const Run& run, const ShardedGraph<std::int32_t>& graph, std::uint32_t max) {
    const bool nccl = on_cuda() && has_nccl(graph);
    for (const HubKind hub : {HubKind::kHost, HubKind::kPeer, HubKind::kNccl}) {
      if (hub == HubKind::kNccl && !nccl) continue;
      printf("| %s | %s |", name, std::string(to_string(hub)).c_str());
      for (const Refinement refinement : {Refinement::kAll, Refinement::kMarked, Refinement::kUpdated}) {
        EngineOptions options;
        options.max_supersteps = max;
        options.exchange.hub = hub;
        options.exchange.refinement = refinement;
        const Timed timed = on_several(run, graph, options);
        printf(" %.3f (%.1f, %.1f) |", timed.ms, megabytes(timed.report, &results::LinkTraffic::bytes),
               megabytes(timed.report, &results::LinkTraffic::useful_bytes));
        results_.add(name_, name, std::string(to_string(hub)) + " " + std::string(to_string(refinement)),
                     graph.device_count(), timed);
      }
      printf("\n");
      fflush(stdout);
    }
  }
  template <class Run>
  void break_down(const char* name, const Run& run, const ShardedGraph<std::int32_t>& graph, std::uint32_t max) {
    for (const HubKind hub : {HubKind::kHost, HubKind::kPeer}) {
      EngineOptions options;
      options.max_supersteps = max;
      options.time_supersteps = true;
      options.exchange.hub = hub;
      const Timed timed = on_several(run, graph, options);
      double computing = 0;
      double exchange = 0;
      for (const results::PeerSuperstep& step : timed.report.per_device) {
        computing += 1e-3 * longest(step, &results::DeviceActivity::compute_microseconds);
        exchange += 1e-3 * longest(step, &results::DeviceActivity::exchange_microseconds);
      }
      printf("| %s | %s | %.2f | %.2f | %.0f %% |\n", name, std::string(to_string(hub)).c_str(), computing, exchange,
             100 * exchange / (computing + exchange));
      results_.add(name_, name, std::string(to_string(hub)) + " computing", graph.device_count(), {computing, {}});
      results_.add(name_, name, std::string(to_string(hub)) + " exchange", graph.device_count(), {exchange, {}});
      fflush(stdout);
    }
  }
  static bool has_nccl(const ShardedGraph<std::int32_t>& graph) {
    try {
      (void)hubs::make_hub(HubKind::kNccl, graph.streams(), 1);
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  template <class Run>
  void compare_borders(const char* name, const Run& run, const ShardedGraph<std::int32_t>& graph) {
    double ms[2];
    printf("| %s |", name);
    for (const bool moves_borders : {false, true}) {
      EngineOptions options;
      options.plan = Plan::kPullActive;
      options.exchange.moves_borders = moves_borders;
      const Timed timed = on_several(run, graph, options);
      ms[moves_borders ? 1 : 0] = timed.ms;
      printf(" %.3f | %.2f |", timed.ms, unevenness(timed.report));
      results_.add(name_, name, moves_borders ? "moving borders" : "fixed borders", graph.device_count(), timed);
    }
    printf(" %.2f |\n", ms[0] / ms[1]);
    fflush(stdout);
  }

  Runtime& runtime_;
  Stream stream_;
  std::string name_;
  Results& results_;
  DeviceGraph<std::int32_t> graph_;
  std::vector<EdgeId> row_;
  VertexId source_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  try {
    Runtime runtime(on_cuda() ? "cuda" : "host:2");
    Results results(count > 1 ? arguments[1] : nullptr);
    const std::string parts = setting("WARPGRAPH_DEVICES_PARTS", "scaling,travel,borders");
    for (const GraphName& name :
         graph_names("WARPGRAPH_DEVICES_GRAPHS", on_cuda() ? "kron:24,rmat:24,urand:24,kron:26" : "kron:12,rmat:12")) {
      Bench bench(runtime, name, results);
      const bool all_programs = parts.find("programs") != std::string::npos;
      if (all_programs || parts.find("scaling") != std::string::npos) bench.scaling(all_programs);
      if (parts.find("travel") != std::string::npos) bench.travel();
      if (parts.find("breakdown") != std::string::npos) bench.breakdown();
      if (parts.find("borders") != std::string::npos) bench.borders();
    }
  } catch (const std::exception& error) {
    fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
