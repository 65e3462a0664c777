// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "measure.hpp"

// What phases cost on the host: out[v] = the sum of in[u] over the edges (u, v), in phases on one core against a plain
// loop in the same file. Each iteration runs both, one after the other; `times_serial` is the ratio of the fastest
// runs, which busy machines disturb least.
namespace warpgraph::benchmarks {
namespace {

constexpr std::uint32_t kRows = 1 << 16;
constexpr std::uint32_t kEdges = 1 << 20;

struct Graph {
  View<const std::uint32_t> row;
  View<const std::uint32_t> column;
};

// A warp a row: the lanes stride over the row's edges.
struct WarpPerRow {
  static constexpr std::uint64_t kWarps = kRows;

  Graph graph;
  View<const float> in;
  View<float> out;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint32_t v = warp.global_index();
    kernel::PerLane<float> partial{};
    warp.phase([&](kernel::Lane lane) {
      for (std::uint32_t e = graph.row[v] + lane; e < graph.row[v + 1]; e += kernel::Warp::kSize) {
        partial[lane] += in[graph.column[e]];
      }
    });
    const float sum = warp.reduce(partial, Plus{});
    warp.elect([&] { out[v] = sum; });
  }
};

// A warp walks the edges of 32 rows together.
struct Engaged {
  static constexpr std::uint64_t kWarps = kRows / kernel::Warp::kSize;

  Graph graph;
  View<const float> in;
  View<float> out;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint32_t base = warp.global_index() * kernel::Warp::kSize;
    kernel::PerLane<std::uint32_t> first;
    kernel::PerLane<std::uint32_t> last;
    warp.phase([&](kernel::Lane lane) {
      first[lane] = graph.row[base + lane];
      last[lane] = graph.row[base + lane + 1];
    });
    const auto sum = warp.engage(
        kernel::Scanned{}, first, last, kernel::PerLane<float>{}, [&](std::uint32_t e) { return in[graph.column[e]]; },
        Plus{});
    warp.phase([&](kernel::Lane lane) { out[base + lane] = sum[lane]; });
  }
};

void gather_serially(const std::vector<std::uint32_t>& row, const std::vector<std::uint32_t>& column,
                     const std::vector<float>& in, std::vector<float>& out) {
  for (std::uint32_t v = 0; v < kRows; ++v) {
    float sum = 0;
    for (std::uint32_t e = row[v]; e < row[v + 1]; ++e) sum += in[column[e]];
    out[v] = sum;
  }
}

struct IsGraphOn {
  std::vector<std::uint32_t> row = std::vector<std::uint32_t>(kRows + 1);
  std::vector<std::uint32_t> column = std::vector<std::uint32_t>(kEdges);
  std::vector<float> in = std::vector<float>(kRows);
  std::vector<float> out = std::vector<float>(kRows);

  IsGraphOn() {
    std::mt19937 random(1);
    for (std::uint32_t e = 0; e < kEdges; ++e) ++row[random() % kRows + 1];
    for (std::uint32_t v = 0; v < kRows; ++v) row[v + 1] += row[v];
    for (auto& each : column) each = random() % kRows;
    for (auto& each : in) each = static_cast<float>(random() % 16);
  }
};

RuntimeOptions one_thread() {
  RuntimeOptions options;
  options.host.threads = 1;
  return options;
}

template <class Kernel>
void gather(benchmark::State& state) {
  Runtime runtime("host", one_thread());
  const Stream stream(runtime.device());
  IsGraphOn host;
  const auto row = to_device(stream, host.row, "row");
  const auto column = to_device(stream, host.column, "column");
  const auto in = to_device(stream, host.in, "in");
  Buffer<float> out(stream, kRows, "out");
  const Kernel kernel{{row, column}, in, out};

  double serial = std::numeric_limits<double>::infinity();
  double phases = serial;
  for (auto _ : state) {
    serial = std::min(serial, device_microseconds(stream, [&] {
                        stream.call("serial", [&] { gather_serially(host.row, host.column, host.in, host.out); });
                      }));
    const double microseconds =
        device_microseconds(stream, [&] { kernel::launch(stream, kernel::Warps{Kernel::kWarps}, kernel); });
    phases = std::min(phases, microseconds);
    state.SetIterationTime(microseconds * 1e-6);
  }
  if (to_host(stream, out) != host.out) state.SkipWithError("wrong result");
  state.SetItemsProcessed(state.iterations() * kEdges);
  state.counters["times_serial"] = phases / serial;
}

BENCHMARK(gather<WarpPerRow>)->Name("gather/host/warp_per_row")->UseManualTime();
BENCHMARK(gather<Engaged>)->Name("gather/host/engaged")->UseManualTime();

}  // namespace
}  // namespace warpgraph::benchmarks
