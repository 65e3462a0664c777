// SPDX-License-Identifier: Apache-2.0
//
// The partitioner on a GPU, or on the host where there is none.
//   partition/<graph>/<parts>
// Time is that of partition(): from a graph in the memory of the host to the parts there. The counters have the cut,
// the imbalance, and the milliseconds of each phase; "device_ms" is the time without the check of the graph and its way
// to the device.
//
// WARPGRAPH_PARTITION_GRAPHS and _PARTS name the graphs (of the table below) and the numbers of parts, with commas
// between; _PRESET is fast, default or strong. _LEVELS=1 prints the levels of one run.

#include <stdio.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../graph_names.hpp"

namespace {

using namespace warpgraph;  // NOLINT(google-build-using-namespace)
using benchmarks::list_of;
using benchmarks::setting;

struct Workload {
  std::string name;
  std::string generator;
  GeneratorArguments arguments;
};

const Workload kWorkloads[] = {
    {"rgg20", "rgg", {{"vertices", "2^20"}}},
    {"rgg22", "rgg", {{"vertices", "2^22"}}},
    {"grid3d100", "grid3d", {{"width", "100"}, {"height", "100"}, {"depth", "100"}}},
    {"mesh20", "mesh", {{"width", "1024"}, {"height", "1024"}}},
    {"road", "road", {{"width", "4096"}, {"height", "5860"}, {"segments", "1"}, {"keep", "0.2"}}},
    {"kron18", "kron", {{"scale", "18"}}},
    {"rmat20", "rmat", {{"scale", "20"}}},
    {"web20", "web", {{"vertices", "2^20"}}},
    {"world20", "small-world", {{"vertices", "2^20"}}},
    {"rgg14", "rgg", {{"vertices", "2^14"}}},
    {"kron12", "kron", {{"scale", "12"}}},
};

bool on_cuda() {
  static const bool found = !cuda_devices().empty();
  return found;
}

PartitionPreset preset() {
  const std::string name = setting("WARPGRAPH_PARTITION_PRESET", "default");
  return name == "fast"     ? PartitionPreset::kFast
         : name == "strong" ? PartitionPreset::kStrong
                            : PartitionPreset::kDefault;
}

class Problem {
 public:
  explicit Problem(const Workload& workload)
      : runtime_(on_cuda() ? "cuda:0" : "host"),
        stream_(runtime_.device()),
        graph_(build_graph<NoValue>(
            runtime_.threads(), generate(parse_generator(workload.generator, workload.arguments), runtime_.threads()),
            {.symmetrise = true, .drop_self_loops = true, .duplicates = Duplicates::kFirst})) {}

  [[nodiscard]] Partition operator()(const PartitionOptions& options) const {
    return partition(stream_, {.row = graph_.incoming().row.span(), .column = graph_.incoming().column.span()},
                     options);
  }
  [[nodiscard]] std::string size() const {
    return std::to_string(graph_.vertex_count()) + " vertices, " + std::to_string(graph_.edge_count() / 2) + " edges";
  }

 private:
  Runtime runtime_;
  Stream stream_;
  Graph<NoValue> graph_;
};

// The problem of the benchmark that runs; making one takes longer than measuring it.
Problem& problem(const Workload& workload) {
  static std::unique_ptr<Problem> kept;
  static std::string kept_name;
  if (workload.name != kept_name) {
    kept.reset();
    kept = std::make_unique<Problem>(workload);
    kept_name = workload.name;
  }
  return *kept;
}

void print(const std::vector<PartitionLevel>& levels) {
  printf("vertices edges cut_before cut_after passes refine_ms\n");
  for (const PartitionLevel& level : levels) {
    printf("%llu %llu %lld %lld %u %.2f\n", static_cast<unsigned long long>(level.vertices),
           static_cast<unsigned long long>(level.edges), static_cast<long long>(level.cut_before),
           static_cast<long long>(level.cut_after), level.passes, level.seconds * 1e3);
  }
}

void run(benchmark::State& state, const Workload& workload, std::uint32_t parts) {
  const Problem& on = problem(workload);
  PartitionOptions options;
  options.parts = parts;
  options.preset = preset();
  const Partition first = on(options);
  if (setting("WARPGRAPH_PARTITION_LEVELS", "0") != "0") print(first.levels);
  PartitionTimes sum;
  for (auto _ : state) {
    const Partition result = on(options);
    if (result.part != first.part) state.SkipWithError("the partition is another one than that of the first run");
    state.SetIterationTime(result.seconds);
    sum.check += result.times.check;
    sum.upload += result.times.upload;
    sum.coarsen += result.times.coarsen;
    sum.initial += result.times.initial;
    sum.refine += result.times.refine;
    sum.finish += result.times.finish;
  }
  const auto milliseconds = [&](double seconds) { return seconds * 1e3 / static_cast<double>(state.iterations()); };
  state.counters["cut"] = static_cast<double>(first.cut);
  state.counters["imbalance"] = first.imbalance;
  state.counters["check_ms"] = milliseconds(sum.check);
  state.counters["upload_ms"] = milliseconds(sum.upload);
  state.counters["coarsen_ms"] = milliseconds(sum.coarsen);
  state.counters["initial_ms"] = milliseconds(sum.initial);
  state.counters["refine_ms"] = milliseconds(sum.refine);
  state.counters["finish_ms"] = milliseconds(sum.finish);
  state.counters["device_ms"] = milliseconds(sum.coarsen + sum.initial + sum.refine);
  state.SetLabel(on.size());
}

const bool registered = [] {
  const auto graphs =
      list_of("WARPGRAPH_PARTITION_GRAPHS",
              on_cuda() ? "rgg20,rgg22,grid3d100,mesh20,road,kron18,rmat20,web20,world20" : "rgg14,kron12");
  for (const std::string& name : graphs) {
    for (const Workload& workload : kWorkloads) {
      if (workload.name != name) continue;
      for (const std::string& parts : list_of("WARPGRAPH_PARTITION_PARTS", "64")) {
        benchmark::RegisterBenchmark(("partition/" + name + "/" + parts).c_str(),
                                     [&workload, k = std::stoul(parts)](benchmark::State& state) {
                                       run(state, workload, static_cast<std::uint32_t>(k));
                                     })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  return true;
}();

}  // namespace
