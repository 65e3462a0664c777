// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

// What the runtime's benchmarks share. Benchmarks of kernels are registered with UseManualTime: the time is the
// device's own, between two events, and leaves out what the host needs to queue the work.
namespace warpgraph::benchmarks {

inline double median(std::vector<double> samples) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

inline bool has_cuda() { return !cuda_devices().empty(); }

// Microseconds on the device between the begin and the end of what `work()` queues in the stream.
template <class Work>
double device_microseconds(StreamRef stream, Work&& work) {
  Event begin(stream.device());
  Event end(stream.device());
  begin.record(stream);
  work();
  end.record(stream);
  end.synchronize();
  return end.microseconds_since(begin);
}

// The benchmark's loop: each iteration is what `work()` queues, after one that warms up. Returns the mean in
// microseconds.
template <class Work>
double time_on_device(benchmark::State& state, StreamRef stream, Work&& work) {
  device_microseconds(stream, work);
  double total = 0;
  for (auto _ : state) {
    const double microseconds = device_microseconds(stream, work);
    state.SetIterationTime(microseconds * 1e-6);
    total += microseconds;
  }
  return total / static_cast<double>(state.iterations());
}

}  // namespace warpgraph::benchmarks
