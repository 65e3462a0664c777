// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/primitives/run_length.hpp>

#include "device_collect.hpp"
#include "merge_run.hpp"

// Merges the duplicates in sorted records, as merge_duplicates does on the host.
namespace warpgraph::building {

// A lane to a run; runs that are long are summed by all lanes, one after the other.
template <class Value>
struct MergeRuns {
  MergeValues<Value> merge;
  View<const Value> values;
  View<const Key> key;  // of each run
  View<const std::uint64_t> first;
  View<const std::uint64_t> size;
  View<Value> out;
  View<Key> misfit;  // the least key whose values add up to too much
  std::uint64_t runs;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t base = warp.global_index() * std::uint64_t{kernel::Warp::kSize};
    kernel::PerLane<bool> is_long;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t run = base + lane;
      is_long[lane] = run < runs && size[run] > kShortRun && merge.how != Duplicates::kFirst;
      if (run >= runs || is_long[lane]) return;
      if (merge.how == Duplicates::kFirst)
        out[run] = values[first[run]];
      else
        put(run, merge_lane(values.data() + first[run], size[run], merge, 0, 1));
    });
    const std::uint32_t long_runs = warp.ballot(is_long);
    for (std::uint32_t i = 0; i < kernel::Warp::kSize; ++i) {
      if (((long_runs >> i) & 1) != 0) merge_long(warp, base + i);
    }
  }

 private:
  using Sum = typename MergeValues<Value>::Sum;

  WARPGRAPH_DEVICE void merge_long(kernel::Warp& warp, std::uint64_t run) const {
    static_assert(kernel::Warp::kSize == kSumLanes);
    kernel::PerLane<Sum> partial;
    warp.phase([&](kernel::Lane lane) {
      partial[lane] = merge_lane(values.data() + first[run], size[run], merge, lane, kSumLanes);
    });
    const Sum total = warp.reduce(partial, merge);
    warp.elect([&] { put(run, total); });
  }
  WARPGRAPH_DEVICE void put(std::uint64_t run, const Sum& sum) const {
    if (merge.is_misfit(sum, size[run])) atomic::fetch_min(misfit[0], key[run]);
    out[run] = merge.value_of(sum);
  }
};

// Records of which the first `size` count.
template <class Value>
struct Merged {
  DeviceRecords<Value> records;
  std::uint64_t size;
};

template <class Value>
Merged<Value> merge_duplicates(StreamRef stream, DeviceRecords<Value> sorted, Duplicates how,
                               [[maybe_unused]] View<Key> misfit) {
  const std::uint64_t size = sorted.size();
  if (how == Duplicates::kKeep || size == 0) return {std::move(sorted), size};
  Buffer<std::uint64_t> count(stream, 1, "build count");
  Merged<Value> merged{{}, 0};
  merged.records.key = Buffer<Key>(stream, size, "build keys");
  if constexpr (!graphs::kHasValue<Value>) {
    primitives::unique(stream, sorted.key, merged.records.key.view(), count);
    merged.size = read_back(stream, count.view());
  } else {
    Buffer<std::uint64_t> sizes(stream, size, "build run lengths");
    primitives::run_length_encode(stream, sorted.key, merged.records.key.view(), sizes.view(), count);
    sorted.key = {};
    const std::uint64_t runs = merged.size = read_back(stream, count.view());
    Buffer<std::uint64_t> first(stream, runs, "build runs");
    primitives::exclusive_scan(stream, sizes.view().subview(0, runs), first.view());
    merged.records.value = Buffer<Value>(stream, runs, "build values");
    kernel::launch(
        stream, kernel::Warps{(runs + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
        MergeRuns<Value>{{how}, sorted.value, merged.records.key, first, sizes, merged.records.value, misfit, runs});
  }
  return merged;
}

}  // namespace warpgraph::building
