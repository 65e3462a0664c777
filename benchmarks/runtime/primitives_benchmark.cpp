// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/segmented_reduce.hpp>
#include <warpgraph/runtime/primitives/select.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "measure.hpp"
#include "primitives_benchmark_cub.hpp"

// What the primitives lose against calling CUB directly. Each iteration times both, one after the other, over a few
// calls in a row, so that neither waits for the host. The time is ours; the counters say, in medians,
//   us, cub_us      microseconds of one call
//   of_cub          our speed in parts of CUB's: 1 is equal, the aim is 0.95
namespace warpgraph::benchmarks {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

constexpr int kCallsInARow = 8;
constexpr int kIterations = 12;
constexpr std::size_t kSegmentLength = 16;  // mean

struct Arrays {
  Arrays(StreamRef stream, std::size_t size)
      : keys(stream, size, "keys"),
        keys_out(stream, size, "keys out"),
        values(stream, size, "values"),
        values_out(stream, size, "values out"),
        flags(stream, size, "flags"),
        count(stream, 1, "count"),
        offsets(stream, size / kSegmentLength + 1, "offsets") {
    fill(stream, keys, 0x9e3779b1u);  // multiples of it are scattered
    exclusive_scan(stream, keys, keys.view());
    fill(stream, values, 1);
    exclusive_scan(stream, values, values.view());
    flip_coins(stream);
    cut_into_segments(stream);
  }

  void flip_coins(StreamRef stream) {
    std::mt19937_64 random(1);
    std::vector<std::uint8_t> coins(flags.size());
    for (std::size_t i = 0; i < coins.size(); ++i) coins[i] = random() & 1;
    copy(stream, flags, view_of(coins));
    stream.synchronize();
  }

  // At random places, so that lengths are geometrically distributed.
  void cut_into_segments(StreamRef stream) {
    copy(stream, keys_out.view(), keys.view().subview(0, offsets.size()));
    sort_keys(stream, keys_out.view().subview(0, offsets.size()), offsets.view());
    std::vector<std::uint32_t> cuts = to_host(stream, offsets);
    for (auto& cut : cuts) cut = static_cast<std::uint32_t>(cut * std::uint64_t{keys.size()} >> 32);
    cuts.front() = 0;
    cuts.back() = static_cast<std::uint32_t>(keys.size());
    copy(stream, offsets, view_of(cuts));
    stream.synchronize();
  }

  [[nodiscard]] CubArrays for_cub() {
    return {keys.size(),  keys.data(),  keys_out.data(), values.data(),     values_out.data(),
            flags.data(), count.data(), offsets.data(),  offsets.size() - 1};
  }

  Buffer<std::uint32_t> keys;
  Buffer<std::uint32_t> keys_out;
  Buffer<std::uint32_t> values;
  Buffer<std::uint32_t> values_out;
  Buffer<std::uint8_t> flags;
  Buffer<std::uint64_t> count;
  Buffer<std::uint32_t> offsets;
};

template <class Call>
double microseconds_of(StreamRef stream, Call call) {
  return device_microseconds(stream,
                             [&] {
                               for (int i = 0; i < kCallsInARow; ++i) call();
                             }) /
         kCallsInARow;
}

using OurCall = void(StreamRef stream, Arrays& arrays);

// `bytes` is what a call must read and write for each element.
void compare(benchmark::State& state, OurCall* ours, CubCall* cub, std::size_t bytes) {
  if (!has_cuda()) return state.SkipWithError("no CUDA device");
  Runtime runtime("cuda:0");
  const Stream stream(runtime.device());
  Arrays arrays(stream, static_cast<std::size_t>(state.range(0)));
  const CubArrays cub_arrays = arrays.for_cub();
  void* const native = stream.ref().backend().native();
  std::size_t scratch_bytes = 0;
  cub(cub_arrays, nullptr, scratch_bytes, native);
  const Buffer<std::byte> scratch(stream, scratch_bytes, "scratch");

  const auto time_ours = [&] { return microseconds_of(stream, [&] { ours(stream, arrays); }); };
  const auto time_cub = [&] {
    return microseconds_of(stream, [&] { cub(cub_arrays, scratch.data(), scratch_bytes, native); });
  };
  time_ours();
  time_cub();
  std::vector<double> our_times;
  std::vector<double> cub_times;
  for (auto _ : state) {
    our_times.push_back(time_ours());
    cub_times.push_back(time_cub());
    state.SetIterationTime(our_times.back() * 1e-6);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.range(0) * state.iterations());
  state.counters["us"] = median(our_times);
  state.counters["cub_us"] = median(cub_times);
  state.counters["of_cub"] = median(cub_times) / median(our_times);
}

void our_copy(StreamRef stream, Arrays& a) { copy(stream, a.keys_out, a.keys); }
void our_reduce(StreamRef stream, Arrays& a) { reduce(stream, a.keys, a.keys_out.view()); }
void our_exclusive_scan(StreamRef stream, Arrays& a) { exclusive_scan(stream, a.keys, a.keys_out.view()); }
void our_sort_keys(StreamRef stream, Arrays& a) { sort_keys(stream, a.keys, a.keys_out.view()); }
void our_sort_pairs(StreamRef stream, Arrays& a) {
  sort_pairs(stream, a.keys, a.keys_out.view(), a.values, a.values_out.view());
}
void our_select(StreamRef stream, Arrays& a) { select(stream, a.keys, a.flags, a.keys_out.view(), a.count); }
void our_segmented_reduce(StreamRef stream, Arrays& a) {
  segmented_reduce(stream, a.keys, a.offsets, a.keys_out.view());
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const std::int64_t size : {1 << 14, 1 << 26, 1 << 27, 1 << 28}) benchmark->Arg(size);
  benchmark->UseManualTime()->Iterations(kIterations)->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(compare, copy, our_copy, cub_copy, 8)->Apply(sizes);
BENCHMARK_CAPTURE(compare, reduce, our_reduce, cub_reduce, 4)->Apply(sizes);
BENCHMARK_CAPTURE(compare, exclusive_scan, our_exclusive_scan, cub_exclusive_scan, 8)->Apply(sizes);
BENCHMARK_CAPTURE(compare, sort_keys, our_sort_keys, cub_sort_keys, 8)->Apply(sizes);
BENCHMARK_CAPTURE(compare, sort_pairs, our_sort_pairs, cub_sort_pairs, 16)->Apply(sizes);
BENCHMARK_CAPTURE(compare, select, our_select, cub_select, 7)->Apply(sizes);
BENCHMARK_CAPTURE(compare, segmented_reduce, our_segmented_reduce, cub_segmented_reduce, 5)->Apply(sizes);

}  // namespace
}  // namespace warpgraph::benchmarks
