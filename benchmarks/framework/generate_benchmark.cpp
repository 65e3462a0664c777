// SPDX-License-Identifier: Apache-2.0
//
// Edges per second of every generator, on the host's threads and, where there is one, on a CUDA device. The graphs are
// those that docs/benchmarks.md uses; on the host they are smaller, because the rate does not depend on the size.

#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace {

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

struct Workload {
  std::string name;
  generators::GeneratorArguments on_host;
  generators::GeneratorArguments on_cuda;
};

const Workload kWorkloads[] = {
    {"rmat", {{"scale", "20"}}, {{"scale", "24"}}},
    {"kron", {{"scale", "20"}}, {{"scale", "24"}}},
    {"urand", {{"vertices", "2^20"}}, {{"vertices", "2^24"}}},
    {"erdos-renyi", {{"vertices", "2^20"}, {"edges", "2^24"}}, {{"vertices", "2^24"}, {"edges", "2^28"}}},
    {"preferential", {{"vertices", "2^20"}}, {{"vertices", "2^24"}}},
    {"small-world", {{"vertices", "2^20"}}, {{"vertices", "2^24"}}},
    {"web", {{"vertices", "2^20"}}, {{"vertices", "2^24"}}},
    {"grid2d", {{"width", "2^11"}, {"height", "2^11"}}, {{"width", "2^13"}, {"height", "2^13"}}},
    {"grid3d",
     {{"width", "128"}, {"height", "128"}, {"depth", "128"}},
     {{"width", "400"}, {"height", "400"}, {"depth", "400"}}},
    {"road", {{"width", "1500"}, {"height", "1500"}}, {{"width", "3100"}, {"height", "3100"}}},
    {"rgg", {{"vertices", "2^20"}}, {{"vertices", "2^24"}}},
    {"mesh", {{"width", "2^11"}, {"height", "2^11"}}, {{"width", "2^13"}, {"height", "2^13"}}},
    {"list", {{"vertices", "2^22"}}, {{"vertices", "2^26"}}},
    {"tree", {{"vertices", "2^22"}}, {{"vertices", "2^26"}}},
    {"complete", {{"vertices", "6000"}}, {{"vertices", "20000"}}},
};

// The rate counts the edges that came out.
void report(benchmark::State& state, std::size_t edges) {
  state.counters["edges"] = static_cast<double>(edges);
  state.SetItemsProcessed(static_cast<std::int64_t>(edges) * state.iterations());
}

void generate_on_host(benchmark::State& state, const Workload& workload, unsigned threads) {
  const generators::GeneratorSpec spec = generators::parse_generator(workload.name, workload.on_host);
  ThreadPool pool(threads);
  std::size_t edges = 0;
  for (auto _ : state) edges = generators::generate(spec, pool).size();
  report(state, edges);
}

void generate_on_cuda(benchmark::State& state, const Workload& workload) {
  const generators::GeneratorSpec spec = generators::parse_generator(workload.name, workload.on_cuda);
  Runtime runtime("cuda:0");
  Stream stream(runtime.device());
  std::size_t edges = generators::generate(stream, spec).size();  // the first fills the pool
  stream.synchronize();
  for (auto _ : state) {
    const DeviceEdgeList list = generators::generate(stream, spec);
    stream.synchronize();
    edges = list.size();
  }
  report(state, edges);
}

const bool kRegistered = [] {
  for (const Workload& workload : kWorkloads) {
    for (const unsigned threads : {1u, 0u})
      benchmark::RegisterBenchmark(
          ("generate/" + workload.name + (threads == 1 ? "/host:one_thread" : "/host:all_threads")).c_str(),
          [&workload, threads](benchmark::State& state) { generate_on_host(state, workload, threads); })
          ->Unit(benchmark::kMillisecond)
          ->MeasureProcessCPUTime()
          ->UseRealTime();
    if (!cuda_devices().empty())
      benchmark::RegisterBenchmark(("generate/" + workload.name + "/cuda").c_str(),
                                   [&workload](benchmark::State& state) { generate_on_cuda(state, workload); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
  }
  return true;
}();

}  // namespace
