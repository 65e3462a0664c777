// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/measure_cost.hpp>

namespace warpgraph::costs {

namespace {

constexpr int kTrials = 3;

// Places of a table of 2^k words, in an order without a pattern.
struct ScatterPlaces {
  View<std::uint32_t> place;
  std::uint32_t last;  // 2^k - 1

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    std::uint32_t x = static_cast<std::uint32_t>(i) * 0x9e3779b1u;
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    place[i] = (x ^ x >> 16) & last;
  }
};

// A lane adds up what lies at kInFlight places: what the gathering of a short row is made of.
struct SumPlaces {
  static constexpr std::uint32_t kInFlight = 8;
  static constexpr std::uint32_t kPlacesOfWarp = kInFlight * kernel::Warp::kSize;

  View<const std::uint32_t> place;
  View<const std::uint32_t> table;
  View<std::uint32_t> sum;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t first = std::uint64_t{warp.global_index()} * kPlacesOfWarp;
    warp.relaxed_phase([&](kernel::Lane lane) {
      std::uint32_t word[kInFlight];
      for (std::uint32_t k = 0; k < kInFlight; ++k) word[k] = table[place[first + k * kernel::Warp::kSize + lane]];
      std::uint32_t total = 0;
      for (std::uint32_t k = 0; k < kInFlight; ++k) total += word[k];
      sum[std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane] = total;
    });
  }
};

struct CopyWords {
  View<const std::uint32_t> from;
  View<std::uint32_t> to;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { to[i] = from[i]; }
};

struct SetWord {
  View<std::uint32_t> word;

  WARPGRAPH_DEVICE void operator()(std::uint64_t) const { word[0] = 1; }
};

// How much is measured on a device.
struct Extent {
  std::uint64_t gathers;
  std::uint64_t streamed_words;
  std::uint64_t max_table_bytes;
};
Extent extent_of(const Device& device) {
  if (device.kind() == DeviceKind::kGpu) return {1u << 26, 1u << 28, 1u << 30};
  return {1u << 21, 1u << 22, 1u << 26};
}

// The least time of some calls of queue(), on the device's clock, after one that warms up.
template <class Queue>
double least_seconds(StreamRef stream, const Queue& queue) {
  Event begin(stream.device());
  Event end(stream.device());
  double least = std::numeric_limits<double>::max();
  for (int trial = 0; trial <= kTrials; ++trial) {
    begin.record(stream);
    queue();
    end.record(stream);
    stream.synchronize();
    if (trial != 0) least = std::min(least, end.microseconds_since(begin) * 1e-6);
  }
  return std::max(least, 1e-9);
}

std::vector<GatherRate> measure_gathers(StreamRef stream, const Extent& extent) {
  Buffer<std::uint32_t> place(stream, extent.gathers, "places");
  Buffer<std::uint32_t> sum(stream, extent.gathers / SumPlaces::kInFlight, "sums");
  std::vector<GatherRate> rates;
  for (std::uint64_t bytes = 1u << 20; bytes <= extent.max_table_bytes; bytes *= 4) {
    if (bytes > stream.device().memory().free / 4) break;
    Buffer<std::uint32_t> table(stream, bytes / sizeof(std::uint32_t), "table");
    fill(stream, table, 1u);
    kernel::for_each(stream, place.size(), ScatterPlaces{place.view(), static_cast<std::uint32_t>(table.size() - 1)});
    const double seconds = least_seconds(stream, [&] {
      kernel::launch(stream, kernel::Warps{extent.gathers / SumPlaces::kPlacesOfWarp},
                     SumPlaces{place.view(), table.view(), sum.view()});
    });
    rates.push_back({bytes, static_cast<double>(extent.gathers) / seconds});
  }
  return rates;
}

double measure_stream(StreamRef stream, std::uint64_t words) {
  words = std::min<std::uint64_t>(words, stream.device().memory().free / (4 * 2 * sizeof(std::uint32_t)));
  Buffer<std::uint32_t> from(stream, words, "streamed");
  Buffer<std::uint32_t> to(stream, words, "streamed");
  fill(stream, from, 1u);
  const double seconds = least_seconds(stream, [&] {
    kernel::for_each(stream, words, CopyWords{from.view(), to.view()});
  });
  return static_cast<double>(2 * sizeof(std::uint32_t) * words) / seconds;
}

double measure_launches(StreamRef stream, const SetWord& kernel) {
  constexpr int kLaunches = 64;
  return least_seconds(stream,
                       [&] {
                         for (int i = 0; i < kLaunches; ++i) kernel::for_each(stream, 1, kernel);
                       }) /
         kLaunches;
}

// By the host's clock, which is what a loop of the host waits by.
double measure_wait(StreamRef stream, const SetWord& kernel) {
  using Clock = std::chrono::steady_clock;
  constexpr int kWaits = 16;
  PinnedBuffer<std::uint32_t> answer(stream.device().runtime(), 1);
  double least = std::numeric_limits<double>::max();
  for (int trial = 0; trial <= kTrials; ++trial) {
    const auto begin = Clock::now();
    for (int i = 0; i < kWaits; ++i) {
      kernel::for_each(stream, 1, kernel);
      copy(stream, answer.view(), kernel.word);
      stream.synchronize();
    }
    least = std::min(least, std::chrono::duration<double>(Clock::now() - begin).count() / kWaits);
  }
  return least;
}

}  // namespace

MachineCost measure_machine(Device& device) {
  const Stream stream(device, "measure");
  const Extent extent = extent_of(device);
  Buffer<std::uint32_t> word(stream, 1, "word");
  MachineCost cost;
  cost.gathers = measure_gathers(stream, extent);
  cost.stream_bytes_per_second = measure_stream(stream, extent.streamed_words);
  cost.launch_seconds = measure_launches(stream, {word.view()});
  cost.wait_seconds = measure_wait(stream, {word.view()});
  return cost;
}

}  // namespace warpgraph::costs
