// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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

class Rates {
 public:
  explicit Rates(std::size_t bytes) : bytes_(bytes) {}
  template <class Copy>
  void measure(Copy&& copy) {
    const auto begin = std::chrono::steady_clock::now();
    copy();
    seconds_.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  [[nodiscard]] double last() const { return seconds_.back(); }
  [[nodiscard]] double gigabytes_per_second() const {
    std::vector<double> sorted = seconds_;
    std::ranges::sort(sorted);
    return static_cast<double>(bytes_) * 1e-9 / sorted[sorted.size() / 2];
  }

 private:
  std::size_t bytes_;
  std::vector<double> seconds_;
};

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
  Rates rates(bytes);
  [[maybe_unused]] Rates bare(bytes);
  for (auto _ : state) {
#if defined(__CUDACC__)
    void* const native = stream.ref().backend().native();
    if (native != nullptr) bare.measure([&] { copy_bare(native, to.data(), from.data(), bytes); });
#endif
    rates.measure(ours);
    state.SetIterationTime(rates.last());
  }
  state.counters["GB/s"] = rates.gigabytes_per_second();
#if defined(__CUDACC__)
  if (stream.ref().backend().cuda() != nullptr) state.counters["driver_GB/s"] = bare.gigabytes_per_second();
#endif
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
