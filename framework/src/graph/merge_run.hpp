// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/exact_sum.hpp>
#include <warpgraph/runtime/annotate.hpp>

// How the values of duplicate edges become one. The order of additions depends on the number of the
// values alone, so floating sums are the same on every machine and in both directions of an edge.
namespace warpgraph::building {

// Longer runs are summed by 32 lanes.
inline constexpr std::size_t kShortRun = 64;
inline constexpr std::size_t kSumLanes = 32;

// Combines two values in the list's order. They are added up in a wider type, so that a sum that fits
// in the end is right whatever its parts are.
template <class Value>
struct MergeValues {
  using Sum = std::conditional_t<std::is_same_v<Value, std::int32_t>, std::int64_t,
                                 std::conditional_t<std::is_same_v<Value, std::int64_t>, graphs::ExactSum, Value>>;
  Duplicates how;

  WARPGRAPH_DEVICE static Sum sum_of(Value value) {
    if constexpr (std::is_same_v<Sum, graphs::ExactSum>)
      return graphs::ExactSum::of(value);
    else
      return value;
  }
  WARPGRAPH_DEVICE static Value value_of(const Sum& sum) {
    if constexpr (std::is_same_v<Sum, graphs::ExactSum>)
      return sum.value();
    else
      return static_cast<Value>(sum);
  }
  WARPGRAPH_DEVICE static bool fits(const Sum& sum) {
    if constexpr (std::is_same_v<Sum, graphs::ExactSum>)
      return sum.fits();
    else
      return sum >= std::numeric_limits<Value>::lowest() && sum <= std::numeric_limits<Value>::max();
  }

  WARPGRAPH_DEVICE Sum operator()(const Sum& a, const Sum& b) const {
    if (how == Duplicates::kMin) return value_of(b) < value_of(a) ? b : a;
    if (how == Duplicates::kFirst) return a;
    return a + b;
  }
  // Whether what has become of so many values is too much for one.
  WARPGRAPH_DEVICE bool is_misfit(const Sum& sum, std::size_t size) const {
    return how == Duplicates::kSum && size > 1 && !fits(sum);
  }
};

// The values [lane], [lane + step], ... of a run.
template <class Value>
WARPGRAPH_DEVICE typename MergeValues<Value>::Sum merge_lane(const Value* run, std::size_t size,
                                                             MergeValues<Value> merge, std::size_t lane,
                                                             std::size_t step) {
  auto result = merge.sum_of(run[lane]);
  for (std::size_t i = lane + step; i < size; i += step) result = merge(result, merge.sum_of(run[i]));
  return result;
}

// The tree is that of Warp::reduce.
template <class Value>
typename MergeValues<Value>::Sum merge_run(const Value* run, std::size_t size, MergeValues<Value> merge) {
  if (merge.how == Duplicates::kFirst) return merge.sum_of(run[0]);
  if (size <= kShortRun) return merge_lane(run, size, merge, 0, 1);
  typename MergeValues<Value>::Sum lanes[kSumLanes];
  for (std::size_t i = 0; i < kSumLanes; ++i) lanes[i] = merge_lane(run, size, merge, i, kSumLanes);
  for (std::size_t offset = kSumLanes / 2; offset > 0; offset /= 2) {
    for (std::size_t i = 0; i < offset; ++i) lanes[i] = merge(lanes[i], lanes[i + offset]);
  }
  return lanes[0];
}

}  // namespace warpgraph::building
