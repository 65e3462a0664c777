// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/host/lane_order.hpp>
#include <warpgraph/runtime/kernel/lane.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>

namespace warpgraph {

#if WARPGRAPH_CHECKED
namespace detail {
// Throws UsageError if a warp has as many fine tasks as a GPU's warp cannot count.
void check_fine_tasks(std::uint64_t count);
}  // namespace detail
#endif

}  // namespace warpgraph

namespace warpgraph::kernel {

// The warp of kernel/warp.hpp on the host: every phase and every collective is a loop over 32 lanes.
class Warp {
 public:
  static constexpr int kSize = detail::kWarpSize;

  WARPGRAPH_DEVICE Warp(std::uint32_t global_index, std::uint32_t count, std::uint32_t index_in_block,
                        detail::LaneOrder order)
      : global_index_(global_index), count_(count), index_in_block_(index_in_block), order_(order) {}

  WARPGRAPH_DEVICE std::uint32_t global_index() const { return global_index_; }
  WARPGRAPH_DEVICE std::uint32_t count() const { return count_; }
  WARPGRAPH_DEVICE std::uint32_t index_in_block() const { return index_in_block_; }

  template <class Body>
  WARPGRAPH_DEVICE void phase(Body&& body) {
    order_.visit<kSize>([&](std::uint32_t i) { body(Lane(i)); });
  }
  template <class Body>
  WARPGRAPH_DEVICE void relaxed_phase(Body&& body) {
    phase(body);
  }
  template <class Body>
  WARPGRAPH_DEVICE void elect(Body&& body) {
    body();
  }

  template <class T, class Op>
  WARPGRAPH_DEVICE T reduce(const PerLane<T>& value, Op op) const {
    return group_reduce<kSize>(value, op).values_[0];
  }

  template <int kWidth, class T, class Op>
  WARPGRAPH_DEVICE PerLane<T> group_reduce(PerLane<T> value, Op op) const {
    static_assert(kWidth > 0 && kWidth <= kSize && (kWidth & (kWidth - 1)) == 0);
    auto& x = value.values_;
    for (int group = 0; group < kSize; group += kWidth) {
      // The tree that shuffles build on the GPU, so that floating sums agree bit for bit.
      for (int offset = kWidth / 2; offset > 0; offset /= 2)
        for (int i = group; i < group + offset; ++i) x[i] = op(x[i], x[i + offset]);
      for (int i = group + 1; i < group + kWidth; ++i) x[i] = x[group];
    }
    return value;
  }

  template <class T, class Op>
  WARPGRAPH_DEVICE PerLane<T> inclusive_scan(PerLane<T> value, Op op) const {
    for (int i = 1; i < kSize; ++i) value.values_[i] = op(value.values_[i - 1], value.values_[i]);
    return value;
  }
  template <class T, class Op>
  WARPGRAPH_DEVICE Scan<T> exclusive_scan(const PerLane<T>& value, Op op,
                                          T initial = Op::template identity<T>()) const {
    Scan<T> scan{{}, initial};
    for (int i = 0; i < kSize; ++i) {
      scan.before.values_[i] = scan.total;
      scan.total = op(scan.total, value.values_[i]);
    }
    return scan;
  }

  WARPGRAPH_DEVICE std::uint32_t ballot(const PerLane<bool>& value) const {
    std::uint32_t bits = 0;
    for (int i = 0; i < kSize; ++i) bits |= static_cast<std::uint32_t>(value.values_[i]) << i;
    return bits;
  }
  WARPGRAPH_DEVICE bool any(const PerLane<bool>& value) const { return ballot(value) != 0; }
  WARPGRAPH_DEVICE bool all(const PerLane<bool>& value) const { return ballot(value) == ~std::uint32_t{0}; }

  template <class T>
  WARPGRAPH_DEVICE T broadcast(const PerLane<T>& value, std::uint32_t lane) const {
    return value.values_[lane % kSize];
  }

  template <class T, class Op>
  WARPGRAPH_DEVICE PerLane<T> segmented_reduce(const PerLane<bool>& head, PerLane<T> value, Op op) const {
    const std::uint32_t heads = ballot(head) | 1u;
    auto& x = value.values_;
    // The steps that shuffles take on the GPU; lanes ascend, so each reads its right neighbours before they change.
    for (int offset = 1; offset < kSize; offset *= 2)
      for (int i = 0; i + offset < kSize; ++i)
        if (i + offset < segment_end(heads, i)) x[i] = op(x[i], x[i + offset]);
    return value;
  }

  template <AtomicInteger Counter>
  WARPGRAPH_DEVICE PerLane<Counter> append(Counter& counter, const PerLane<bool>& keep) const {
    const std::uint32_t keepers = ballot(keep);
    PerLane<Counter> place{};
    if (keepers == 0) return place;
    auto next = atomic::fetch_add(counter, static_cast<Counter>(std::popcount(keepers)));
    for (int i = 0; i < kSize; ++i) {
      place.values_[i] = next;
      if (keep.values_[i]) ++next;
    }
    return place;
  }

  template <class T>
  WARPGRAPH_DEVICE PerLane<std::uint32_t> sorted_search(const PerLane<T>& sorted, const PerLane<T>& key) const {
    PerLane<std::uint32_t> result;
    const auto& x = sorted.values_;
    for (int i = 0; i < kSize; ++i)
      result.values_[i] = static_cast<std::uint32_t>(std::upper_bound(x, x + kSize, key.values_[i]) - x);
    return result;
  }

  template <class Form, std::integral Index, class T, class Map, class Op, class... Descriptors>
  WARPGRAPH_DEVICE PerLane<T> engage(Form, const PerLane<Index>& first, const PerLane<Index>& last, PerLane<T> value,
                                     Map&& map, Op op, const PerLane<Descriptors>&... descriptors) {
#if WARPGRAPH_CHECKED
    std::uint64_t tasks = 0;
    for (int i = 0; i < kSize; ++i) tasks += static_cast<std::uint64_t>(last.values_[i] - first.values_[i]);
    detail::check_fine_tasks(tasks);
#endif
    phase([&](Lane lane) {
      T result = value[lane];
      for (Index fine = first[lane]; fine < last[lane]; ++fine) result = op(result, map(fine, descriptors[lane]...));
      value[lane] = result;
    });
    return value;
  }

 private:
  static int segment_end(std::uint32_t heads, int lane) {
    const std::uint32_t later = lane == kSize - 1 ? 0 : heads >> (lane + 1);
    return later == 0 ? kSize : lane + 1 + std::countr_zero(later);
  }

  std::uint32_t global_index_;
  std::uint32_t count_;
  std::uint32_t index_in_block_;
  detail::LaneOrder order_;
};

}  // namespace warpgraph::kernel
