// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "measure.hpp"
#if defined(__CUDACC__)
#include "bare_cuda.hpp"
#endif

// What a superstep pays for synchronisation if the loop over supersteps lives in one kernel: `us` microseconds for each
// grid barrier, or for each vote (Grid::any over a value a thread). On CUDA `times_bare` compares the barrier with
// that of cooperative groups in the same run.
namespace warpgraph::benchmarks {
namespace {

constexpr int kThreads = 256;
constexpr std::uint32_t kRounds = 1000;

struct Barriers {
  std::uint32_t rounds;
  View<std::uint32_t> passed;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<kThreads>& grid) const {
    for (std::uint32_t i = 0; i < rounds; ++i) grid.for_each(0, [](std::uint64_t) {});  // a barrier and nothing else
    grid.elect([&] { passed[0] = rounds; });
  }
};

struct Votes {
  std::uint32_t rounds;
  View<std::uint32_t> passed;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<kThreads>& grid) const {
    std::uint32_t i = 0;
    while (grid.any(grid.thread_count(), [&](std::uint64_t) { return i < rounds; })) ++i;
    grid.elect([&] { passed[0] = i; });
  }
};

template <class Kernel>
void rounds(benchmark::State& state, const char* devices, unsigned blocks_per_multiprocessor) {
  Runtime runtime(devices);
  const Stream stream(runtime.device());
  const auto blocks = blocks_per_multiprocessor * static_cast<unsigned>(runtime.device().info().multiprocessors);
  Buffer<std::uint32_t> passed(stream, 1, "passed");
  const double microseconds = time_on_device(state, stream, [&] {
    kernel::launch(stream, kernel::WholeDevice{blocks}, Kernel{kRounds, passed});
  });
  if (to_host(stream, passed).front() != kRounds) state.SkipWithError("wrong number of rounds");
  state.counters["us"] = microseconds / kRounds;
#if defined(__CUDACC__)
  if (stream.ref().backend().gpu() == nullptr) return;
  const auto bare = [&] { start_bare_barriers(stream.ref().backend().native(), blocks, kThreads, kRounds); };
  device_microseconds(stream, bare);
  state.counters["times_bare"] = microseconds / device_microseconds(stream, bare);
#endif
}

const bool registered = [] {
  const char* devices = has_cuda() ? "cuda:0" : "host";
  for (const unsigned blocks : {1u, 2u, 8u}) {
    const auto add = [&](std::string name, auto function) {
      name += "/blocks_per_multiprocessor:" + std::to_string(blocks);
      benchmark::RegisterBenchmark(name.c_str(), function, devices, blocks)->UseManualTime();
    };
    add("barrier", rounds<Barriers>);
    add("vote", rounds<Votes>);
  }
  return true;
}();

}  // namespace
}  // namespace warpgraph::benchmarks
