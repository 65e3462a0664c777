// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/annotate.hpp>

// How the values of duplicate edges become one. The order of additions depends on the number of the
// values alone, so floating sums are the same on every machine and in both directions of an edge.
namespace warpgraph::building {

// Longer runs are summed by 32 lanes.
inline constexpr std::size_t kShortRun = 64;
inline constexpr std::size_t kSumLanes = 32;

// Combines two values in the list's order; integer sums wrap around.
template <class Value>
struct MergeValues {
  Duplicates how;

  WARPGRAPH_DEVICE Value operator()(Value a, Value b) const {
    if (how == Duplicates::kMin) return b < a ? b : a;
    if (how == Duplicates::kFirst) return a;
    if constexpr (std::is_integral_v<Value>) {
      using Unsigned = std::make_unsigned_t<Value>;
      return static_cast<Value>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
    } else {
      return a + b;
    }
  }
};

// The values [lane], [lane + step], ... of a run.
template <class Value>
WARPGRAPH_DEVICE Value merge_lane(const Value* run, std::size_t size, MergeValues<Value> merge, std::size_t lane,
                                  std::size_t step) {
  Value result = run[lane];
  for (std::size_t i = lane + step; i < size; i += step) result = merge(result, run[i]);
  return result;
}

// The tree is that of Warp::reduce.
template <class Value>
Value merge_run(const Value* run, std::size_t size, MergeValues<Value> merge) {
  if (merge.how == Duplicates::kFirst) return run[0];
  if (size <= kShortRun) return merge_lane(run, size, merge, 0, 1);
  Value lanes[kSumLanes];
  for (std::size_t i = 0; i < kSumLanes; ++i) lanes[i] = merge_lane(run, size, merge, i, kSumLanes);
  for (std::size_t offset = kSumLanes / 2; offset > 0; offset /= 2) {
    for (std::size_t i = 0; i < offset; ++i) lanes[i] = merge(lanes[i], lanes[i + offset]);
  }
  return lanes[0];
}

}  // namespace warpgraph::building
