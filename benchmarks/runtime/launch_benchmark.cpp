// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/runtime/launch.hpp>

#include "measure.hpp"
#if defined(__CUDACC__)
#include "bare_cuda.hpp"
#endif

// What the host pays to start an empty kernel, and how many a stream runs in a second. On CUDA a bare <<<>>> runs in
// turn with launch and for_each: `extra_us` is what a call costs more than the bare one. Counters are medians, in
// microseconds a call.
namespace warpgraph::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCalls = 500;  // fewer than the driver queues before it makes the caller wait

struct EmptyWarp {
  WARPGRAPH_DEVICE void operator()(kernel::Warp&) const {}
};
struct EmptyElement {
  WARPGRAPH_DEVICE void operator()(std::uint64_t) const {}
};

void start_warp(StreamRef stream) { kernel::launch(stream, kernel::Warps{8}, EmptyWarp{}); }
void start_elements(StreamRef stream) { kernel::for_each(stream, 256, EmptyElement{}); }
#if defined(__CUDACC__)
void start_bare(StreamRef stream) { launch_bare(stream.backend().native()); }
#endif

// Microseconds a call until the calls are back, and until the kernels are done.
class Costs {
 public:
  template <class Start>
  void measure(StreamRef stream, Start&& start) {
    stream.synchronize();
    const auto begin = Clock::now();
    for (int i = 0; i < kCalls; ++i) start(stream);
    const auto queued = Clock::now();
    stream.synchronize();
    queue_.push_back(per_call(begin, queued));
    finish_.push_back(per_call(begin, Clock::now()));
  }

  [[nodiscard]] double queue() const { return median(queue_); }
  [[nodiscard]] double finish() const { return median(finish_); }
  [[nodiscard]] double last_seconds() const { return queue_.back() * kCalls * 1e-6; }

 private:
  static double per_call(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration<double, std::micro>(end - begin).count() / kCalls;
  }

  std::vector<double> queue_;
  std::vector<double> finish_;
};

void launch_cost(benchmark::State& state, const char* devices, void (*start)(StreamRef)) {
  Runtime runtime(devices);
  const Stream stream(runtime.device());
  start(stream);
  Costs costs;
  [[maybe_unused]] Costs bare;
  for (auto _ : state) {
#if defined(__CUDACC__)
    if (stream.ref().backend().gpu() != nullptr) bare.measure(stream, start_bare);
#endif
    costs.measure(stream, start);
    state.SetIterationTime(costs.last_seconds());
  }
  state.SetItemsProcessed(state.iterations() * kCalls);
  state.counters["call_us"] = costs.queue();
  state.counters["finished_us"] = costs.finish();
#if defined(__CUDACC__)
  if (stream.ref().backend().gpu() == nullptr) return;
  state.counters["bare_us"] = bare.queue();
  state.counters["bare_finished_us"] = bare.finish();
  state.counters["extra_us"] = costs.queue() - bare.queue();
#endif
}

BENCHMARK_CAPTURE(launch_cost, launch, "host", start_warp)->Name("launch/host")->UseManualTime();
BENCHMARK_CAPTURE(launch_cost, kernel::for_each, "host", start_elements)->Name("for_each/host")->UseManualTime();

const bool registered = [] {
  if (!has_cuda()) return false;
  benchmark::RegisterBenchmark("launch/cuda", launch_cost, "cuda:0", start_warp)->UseManualTime();
  benchmark::RegisterBenchmark("for_each/cuda", launch_cost, "cuda:0", start_elements)->UseManualTime();
  return true;
}();

}  // namespace
}  // namespace warpgraph::benchmarks
