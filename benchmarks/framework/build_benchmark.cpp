// SPDX-License-Identifier: Apache-2.0
//
// From an edge list to a graph, on the host's threads and on a CUDA device. Beside the time: the memory at its peak
// (the list included) and what share it is of the list and twice the graph, which it must not pass. The argument is the
// scale of the graph.

#include <chrono>
#include <fstream>
#include <string>
#include <utility>
#include <variant>

#include <benchmark/benchmark.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace {

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

struct Workload {
  std::string name;
  std::string generator;
  generators::GeneratorArguments arguments;
  BuildOptions options;
};

const Workload kWorkloads[] = {
    {"rmat", "rmat", {}, {}},
    {"rmat_clean", "rmat", {}, {.symmetrise = true, .drop_self_loops = true, .duplicates = Duplicates::kFirst}},
    {"rmat_weights", "rmat", {{"weights", "uniform"}, {"weight-type", "float"}}, {}},
    {"rmat_outgoing", "rmat", {}, {.outgoing = true}},
    {"rmat_degree", "rmat", {}, {.relabel = Relabel::kDegree}},
    {"urand", "urand", {}, {}},
    {"star", "star", {}, {}},
};

// The workload with 2^scale vertices; a star with as many edges as the others have.
generators::GeneratorSpec spec_of(const Workload& workload, std::int64_t scale) {
  generators::GeneratorArguments arguments = workload.arguments;
  if (workload.generator == "rmat") {
    arguments["scale"] = std::to_string(scale);
  } else {
    arguments["vertices"] = "2^" + std::to_string(workload.generator == "star" ? scale + 4 : scale);
  }
  return generators::parse_generator(workload.generator, arguments);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The process's memory, from the kernel: now ("VmRSS") or at its peak since the last reset ("VmHWM").
std::size_t resident_bytes(std::string_view key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kilobytes = 0;
    if (word == std::string(key) + ":" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}
void reset_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

std::size_t bytes_of(const EdgeList& list) {
  const std::size_t value = std::holds_alternative<std::monostate>(list.values) ? 0 : 4;
  return list.size() * (2 * sizeof(VertexId) + value);
}
std::size_t bytes_of(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return each.size_bytes(); }, graph);
}

void report_memory(benchmark::State& state, std::size_t peak, std::size_t list, std::size_t graph) {
  const auto mebibytes = [](std::size_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
  state.counters["list_MiB"] = mebibytes(list);
  state.counters["graph_MiB"] = mebibytes(graph);
  state.counters["peak_MiB"] = mebibytes(peak);
  state.counters["peak_share"] = static_cast<double>(peak) / static_cast<double>(list + 2 * graph);
}

void build_on_host(benchmark::State& state, const Workload& workload, unsigned thread_count) {
  ThreadPool threads(thread_count);
  const generators::GeneratorSpec spec = spec_of(workload, state.range(0));
  std::size_t entries = 0;
  for (auto _ : state) {
    const std::size_t before = resident_bytes("VmRSS");
    EdgeList list = generators::generate(spec, threads);
    const std::size_t list_bytes = bytes_of(list);
    entries = list.size();
    reset_peak();
    const auto begin = std::chrono::steady_clock::now();
    const AnyGraph graph = build_graph(threads, std::move(list), workload.options);
    state.SetIterationTime(seconds_since(begin));
    report_memory(state, resident_bytes("VmHWM") - before, list_bytes, bytes_of(graph));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(entries) * state.iterations());
}

void build_on_cuda(benchmark::State& state, const Workload& workload) {
  Runtime runtime("cuda:0");
  Device& device = runtime.device();
  const Stream stream(device, "build");
  const generators::GeneratorSpec spec = spec_of(workload, state.range(0));
  std::size_t entries = 0;
  const auto generate_and_build = [&] {
    DeviceEdgeList list = generators::generate(stream, spec);
    entries = list.size();
    return build_device_graph(stream, std::move(list), {workload.options, 0});
  };
  (void)generate_and_build();  // the first fills the pool
  double generating = 0;
  for (auto _ : state) {
    device.reset_peak_memory();
    const auto begin = std::chrono::steady_clock::now();
    DeviceEdgeList list = generators::generate(stream, spec);
    stream.synchronize();
    generating += seconds_since(begin);
    const std::size_t list_bytes = device.memory().in_use;
    const AnyDeviceGraph graph = build_device_graph(stream, std::move(list), {workload.options, 0});
    state.SetIterationTime(seconds_since(begin));
    report_memory(state, device.memory().peak, list_bytes, device.memory().in_use);
  }
  state.counters["generate_ms"] = 1e3 * generating / static_cast<double>(state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(entries) * state.iterations());
}

const bool kRegistered = [] {
  for (const Workload& workload : kWorkloads) {
    for (const unsigned threads : {1u, 0u}) {
      benchmark::RegisterBenchmark(
          ("build/" + workload.name + (threads == 1 ? "/host:one_thread" : "/host:all_threads")).c_str(),
          [&workload, threads](benchmark::State& state) { build_on_host(state, workload, threads); })
          ->Arg(20)
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
    if (!cuda_devices().empty()) {
      benchmark::RegisterBenchmark(("generate_and_build/" + workload.name + "/cuda").c_str(),
                                   [&workload](benchmark::State& state) { build_on_cuda(state, workload); })
          ->Arg(24)
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
    }
  }
  return true;
}();

}  // namespace
