// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "measure.hpp"
#if defined(__CUDACC__)
#include "bare_cuda.hpp"
#endif

// Copies between a device and pageable memory of the host. On CUDA the driver's own copy of the same arrays runs in
// turn with ours. Counters are medians, in GB/s.
namespace warpgraph::benchmarks {
namespace {

template <class Copy>
double seconds_of(Copy&& copy) {
  const auto begin = std::chrono::steady_clock::now();
  copy();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void copies(benchmark::State& state, const char* devices, std::size_t bytes, bool to_host) {
  Runtime runtime(devices);
  const Stream stream(runtime.device());
  std::vector<std::byte> host(bytes, std::byte{1});
  Buffer<std::byte> device(stream, bytes, "bytes");
  const View<std::byte> here = view_of(host);
  const View<std::byte> there = device.view();
  const View<std::byte> to = to_host ? here : there;
  const View<std::byte> from = to_host ? there : here;
  const auto ours = [&] {
    copy(stream, to, from);
    stream.synchronize();
  };
  ours();
  std::vector<double> seconds;
  [[maybe_unused]] std::vector<double> seconds_of_driver;
  for (auto _ : state) {
#if defined(__CUDACC__)
    if (void* const native = stream.ref().backend().native(); native != nullptr)
      seconds_of_driver.push_back(seconds_of([&] { copy_bare(native, to.data(), from.data(), bytes); }));
#endif
    seconds.push_back(seconds_of(ours));
    state.SetIterationTime(seconds.back());
  }
  const double gigabytes = static_cast<double>(bytes) * 1e-9;
  state.counters["GB/s"] = gigabytes / median(seconds);
  if (!seconds_of_driver.empty()) state.counters["driver_GB/s"] = gigabytes / median(seconds_of_driver);
}

const bool registered = [] {
  const char* const devices = has_cuda() ? "cuda:0" : "host";
  for (const std::size_t mebibytes : {8u, 32u, 256u, 1024u}) {
    for (const bool to_host : {false, true}) {
      const std::string name = std::string(to_host ? "to_host/" : "to_device/") + std::to_string(mebibytes) + "MiB";
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=](benchmark::State& state) { copies(state, devices, mebibytes << 20, to_host); })
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace warpgraph::benchmarks
