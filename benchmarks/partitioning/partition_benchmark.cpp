// SPDX-License-Identifier: Apache-2.0
//
// The partitioner on GPUs, or on the host where there is none.
//   partition/<graph>/<parts>
// Time is that of partition(): from a graph in the memory of the host to the parts there. The counters have the cut and
// the imbalance, both by evaluate_partition(), and the milliseconds of each phase; "device_ms" is the time without the
// check of the graph and its way to the device. "peak_bytes" is what the run allocates on the device that has most,
// "predicted_bytes" what partition_memory() says of that before, and "graph_bytes" the graph itself on one device.
//
// WARPGRAPH_PARTITION_GRAPHS and _PARTS name the graphs (of the table below) and the numbers of parts, with commas
// between; _PRESET is fast, default or strong; _OBJECTIVE is cut or volume; _DEVICES names the devices, as in
// "cuda:0,1"; the default is the first GPU. _LEVELS=1 prints the levels of one run. _TIMELINE=FILE writes the launches
// and copies of one more run, of the last graph and number of parts, to a file for ui.perfetto.dev; all runs take
// longer then.
//
// WARPGRAPH_PARTITION_METIS=1 has METIS partition the same graph (metis_library.hpp), on one thread of the host:
// "metis_cut", "metis_ms" and "cut_ratio", our cut over its. With the volume as objective they are "metis_volume" and
// "volume_ratio". =only measures METIS alone: metis/<graph>/<parts>.

#include <stdio.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../graph_names.hpp"
#include "metis_library.hpp"
#include "model_counters.hpp"

namespace {

using namespace warpgraph;                // NOLINT(google-build-using-namespace)
using namespace warpgraph::partitioning;  // NOLINT(google-build-using-namespace)
using benchmarks::list_of;
using benchmarks::Metis;
using benchmarks::MetisRun;
using benchmarks::setting;

struct Workload {
  std::string name;
  std::string generator;
  generators::GeneratorArguments arguments;
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
    {"rgg24", "rgg", {{"vertices", "2^24"}}},
    {"mesh24", "mesh", {{"width", "4096"}, {"height", "4096"}}},
    {"mesh25", "mesh", {{"width", "8192"}, {"height", "4096"}}},
    // Chains of vertices between 3100 x 3100 crossings: 24.0 M vertices of mean degree 2.4.
    {"road_usa", "road", {{"width", "3100"}, {"height", "3100"}}},
    {"rgg16", "rgg", {{"vertices", "2^16"}}},
    {"rgg18", "rgg", {{"vertices", "2^18"}}},
    {"grid3d40", "grid3d", {{"width", "40"}, {"height", "40"}, {"depth", "40"}}},
    {"mesh16", "mesh", {{"width", "256"}, {"height", "256"}}},
    {"mesh18", "mesh", {{"width", "512"}, {"height", "512"}}},
    {"kron16", "kron", {{"scale", "16"}}},
    {"road20", "road", {{"width", "1024"}, {"height", "1464"}, {"segments", "1"}, {"keep", "0.2"}}},
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

PartitionObjective objective() {
  return setting("WARPGRAPH_PARTITION_OBJECTIVE", "cut") == "volume" ? PartitionObjective::kVolume
                                                                     : PartitionObjective::kCut;
}

std::string timeline_file() { return setting("WARPGRAPH_PARTITION_TIMELINE", ""); }

RuntimeOptions runtime_options() {
  RuntimeOptions options;
  options.timeline = !timeline_file().empty();
  return options;
}

class Problem {
 public:
  explicit Problem(const Workload& workload)
      : runtime_(setting("WARPGRAPH_PARTITION_DEVICES", on_cuda() ? "cuda:0" : "host"), runtime_options()),
        graph_(build_graph<NoValue>(
            runtime_.threads(),
            generators::generate(generators::parse_generator(workload.generator, workload.arguments),
                                 runtime_.threads()),
            {.symmetrise = true, .drop_self_loops = true, .duplicates = Duplicates::kFirst})) {}

  [[nodiscard]] Partition operator()(const PartitionOptions& options) { return partition(runtime_, input(), options); }
  // METIS gives the same parts whenever it is called.
  [[nodiscard]] const MetisRun& metis(std::uint32_t parts) {
    const auto [found, is_new] = metis_.try_emplace(parts);
    if (is_new) found->second = Metis()(input(), parts, -1, objective());
    return found->second;
  }
  void write_timeline(const PartitionOptions& options) {
    runtime_.timeline()->clear();
    (void)(*this)(options);
    runtime_.timeline()->write_chrome_trace(std::filesystem::path(timeline_file()));
  }
  [[nodiscard]] PartitionQuality evaluate(const std::vector<std::uint32_t>& part, std::uint32_t parts) const {
    return evaluate_partition(runtime_.threads(), input(), part, parts);
  }
  [[nodiscard]] PartitionInput input() const {
    return {.row = graph_.incoming().row.span(), .column = graph_.incoming().column.span()};
  }
  [[nodiscard]] std::string size() const {
    return std::to_string(graph_.vertex_count()) + " vertices, " + std::to_string(graph_.edge_count() / 2) + " edges";
  }
  [[nodiscard]] std::size_t graph_bytes() const {
    return graph_memory<NoValue>(graph_.vertex_count(), graph_.edge_count(), /*with_outgoing=*/false).total();
  }

  void reset_peak_memory() const {
    for (int i = 0; i < runtime_.device_count(); ++i) runtime_.device(i).reset_peak_memory();
  }
  [[nodiscard]] std::size_t peak_bytes() const {
    std::size_t peak = 0;
    for (int i = 0; i < runtime_.device_count(); ++i) peak = std::max(peak, runtime_.device(i).memory().peak);
    return peak;
  }

 private:
  Runtime runtime_;
  Graph<NoValue> graph_;
  std::map<std::uint32_t, MetisRun> metis_;
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

double number(std::int64_t value) { return static_cast<double>(value); }

void add_quality(benchmark::State& state, const PartitionQuality& quality, const std::string& prefix) {
  state.counters[prefix + "cut"] = number(quality.cut);
  if (objective() == PartitionObjective::kVolume) state.counters[prefix + "volume"] = number(quality.volume);
  state.counters[prefix + "imbalance"] = quality.imbalance;
  state.counters[prefix + "empty_parts"] = quality.empty_parts;
}

void compare_with_metis(benchmark::State& state, Problem& on, const PartitionQuality& ours, std::uint32_t parts) {
  const MetisRun& metis = on.metis(parts);
  const PartitionQuality quality = on.evaluate(metis.part, parts);
  add_quality(state, quality, "metis_");
  state.counters["metis_ms"] = metis.seconds * 1e3;
  if (objective() == PartitionObjective::kVolume)
    state.counters["volume_ratio"] = number(ours.volume) / number(quality.volume);
  state.counters["cut_ratio"] = number(ours.cut) / number(quality.cut);
}

void run_metis(benchmark::State& state, const Workload& workload, std::uint32_t parts) {
  Problem& on = problem(workload);
  for (auto _ : state) state.SetIterationTime(on.metis(parts).seconds);
  add_quality(state, on.evaluate(on.metis(parts).part, parts), "");
  state.SetLabel(on.size());
}

void run(benchmark::State& state, const Workload& workload, std::uint32_t parts) {
  Problem& on = problem(workload);
  PartitionOptions options;
  options.parts = parts;
  options.preset = preset();
  options.method = benchmarks::partition_method();
  const bool may_vary = options.method != "multilevel";
  options.objective = objective();
  on.reset_peak_memory();
  const Partition first = on(options);
  const std::size_t peak_bytes = on.peak_bytes();
  if (setting("WARPGRAPH_PARTITION_LEVELS", "0") != "0") print(first.levels);
  PartitionTimes sum;
  for (auto _ : state) {
    const Partition result = on(options);
    if (!may_vary && result.part != first.part)
      state.SkipWithError("the partition is another one than that of the first run");
    state.SetIterationTime(result.seconds);
    sum.check += result.times.check;
    sum.upload += result.times.upload;
    sum.coarsen += result.times.coarsen;
    sum.initial += result.times.initial;
    sum.refine += result.times.refine;
    sum.finish += result.times.finish;
  }
  const auto milliseconds = [&](double seconds) { return seconds * 1e3 / static_cast<double>(state.iterations()); };
  const PartitionQuality quality = on.evaluate(first.part, parts);
  if (quality.cut != first.cut) state.SkipWithError("the cut is not the one that the evaluator finds");
  add_quality(state, quality, "");
  state.counters["check_ms"] = milliseconds(sum.check);
  state.counters["upload_ms"] = milliseconds(sum.upload);
  state.counters["coarsen_ms"] = milliseconds(sum.coarsen);
  state.counters["initial_ms"] = milliseconds(sum.initial);
  state.counters["refine_ms"] = milliseconds(sum.refine);
  state.counters["finish_ms"] = milliseconds(sum.finish);
  state.counters["device_ms"] = milliseconds(sum.coarsen + sum.initial + sum.refine);
  benchmarks::count_work(state, first);
  state.counters["devices"] = first.devices;
  state.counters["peak_bytes"] = static_cast<double>(peak_bytes);
  state.counters["predicted_bytes"] = static_cast<double>(partition_memory(on.input(), options, first.devices).total());
  state.counters["graph_bytes"] = static_cast<double>(on.graph_bytes());
  if (!timeline_file().empty()) on.write_timeline(options);
  if (setting("WARPGRAPH_PARTITION_METIS", "0") != "0") compare_with_metis(state, on, quality, parts);
  state.SetLabel(on.size());
}

const bool registered = [] {
  const bool metis_only = setting("WARPGRAPH_PARTITION_METIS", "0") == "only";
  const auto graphs =
      list_of("WARPGRAPH_PARTITION_GRAPHS",
              on_cuda() ? "rgg20,rgg22,grid3d100,mesh20,road,kron18,rmat20,web20,world20" : "rgg14,kron12");
  for (const std::string& name : graphs) {
    for (const Workload& workload : kWorkloads) {
      if (workload.name != name) continue;
      for (const std::string& parts : list_of("WARPGRAPH_PARTITION_PARTS", "64")) {
        const auto k = static_cast<std::uint32_t>(std::stoul(parts));
        benchmark::RegisterBenchmark((std::string(metis_only ? "metis/" : "partition/") + name + "/" + parts).c_str(),
                                     [&workload, k, metis_only](benchmark::State& state) {
                                       metis_only ? run_metis(state, workload, k) : run(state, workload, k);
                                     })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  return true;
}();

}  // namespace
