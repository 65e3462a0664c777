// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>
#include <warpgraph/runtime/kernel/gpu/shuffle.hpp>
#include <warpgraph/runtime/kernel/lane.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>

namespace warpgraph::kernel {

// The warp of kernel/warp.hpp on the GPU: each thread holds its own lane of every PerLane, collectives are shuffles.
class Warp {
 public:
  static constexpr int kSize = detail::kWarpSize;

  __device__ Warp(std::uint32_t global_index, std::uint32_t count, std::uint32_t index_in_block)
      : global_index_(global_index), count_(count), index_in_block_(index_in_block), lane_(threadIdx.x % kSize) {}

  __device__ std::uint32_t global_index() const { return global_index_; }
  __device__ std::uint32_t count() const { return count_; }
  __device__ std::uint32_t index_in_block() const { return index_in_block_; }

  template <class Body>
  __device__ void phase(Body&& body) {
    body(Lane(lane_));
    detail::gpu::sync_warp();
  }
  template <class Body>
  __device__ void relaxed_phase(Body&& body) {
    body(Lane(lane_));
  }
  template <class Body>
  __device__ void elect(Body&& body) {
    if (lane_ == 0) body();
    detail::gpu::sync_warp();
  }

  template <class T, class Op>
  __device__ T reduce(const PerLane<T>& value, Op op) const {
    constexpr bool k32 = std::is_integral_v<T> && sizeof(T) == 4;
    if constexpr (k32 && std::is_same_v<Op, Plus>)
      return detail::gpu::reduce_add(value.values_[0]);
    else if constexpr (k32 && std::is_same_v<Op, Min>)
      return detail::gpu::reduce_min(value.values_[0]);
    else if constexpr (k32 && std::is_same_v<Op, Max>)
      return detail::gpu::reduce_max(value.values_[0]);
    else if constexpr (k32 && std::is_same_v<Op, Or>)
      return detail::gpu::reduce_or(value.values_[0]);
    else
      return group_reduce<kSize>(value, op).values_[0];
  }

  template <int kWidth, class T, class Op>
  __device__ PerLane<T> group_reduce(PerLane<T> value, Op op) const {
    static_assert(kWidth > 0 && kWidth <= kSize && (kWidth & (kWidth - 1)) == 0);
    T x = value.values_[0];
    WARPGRAPH_UNROLL
    for (int offset = kWidth / 2; offset > 0; offset /= 2) x = op(x, detail::shuffle_xor(x, offset));
    return {{x}};
  }

  template <class T, class Op>
  __device__ PerLane<T> inclusive_scan(PerLane<T> value, Op op) const {
    T x = value.values_[0];
    WARPGRAPH_UNROLL
    for (int offset = 1; offset < kSize; offset *= 2) {
      const T left = detail::shuffle_up(x, offset);
      if (lane_ >= static_cast<unsigned>(offset)) x = op(left, x);
    }
    return {{x}};
  }
  template <class T, class Op>
  __device__ Scan<T> exclusive_scan(const PerLane<T>& value, Op op, T initial = Op::template identity<T>()) const {
    const T inclusive = op(initial, inclusive_scan(value, op).values_[0]);
    const T left = detail::shuffle_up(inclusive, 1);
    return {{{lane_ == 0 ? initial : left}}, detail::shuffle(inclusive, kSize - 1)};
  }

  __device__ std::uint32_t ballot(const PerLane<bool>& value) const { return detail::gpu::ballot(value.values_[0]); }
  __device__ bool any(const PerLane<bool>& value) const { return detail::gpu::any(value.values_[0]); }
  __device__ bool all(const PerLane<bool>& value) const { return detail::gpu::all(value.values_[0]); }

  template <class T>
  __device__ T broadcast(const PerLane<T>& value, std::uint32_t lane) const {
    return detail::shuffle(value.values_[0], lane);
  }

  template <class T, class Op>
  __device__ PerLane<T> segmented_reduce(const PerLane<bool>& head, PerLane<T> value, Op op) const {
    return {{reduce_to(value.values_[0], segment_end(ballot(head)), op)}};
  }

  template <AtomicInteger Counter>
  __device__ PerLane<Counter> append(Counter& counter, const PerLane<bool>& keep) const {
    const std::uint32_t keepers = ballot(keep);
    if (keepers == 0) return {{Counter{}}};
    Counter first{};
    if (lane_ == 0) first = atomic::fetch_add(counter, static_cast<Counter>(detail::gpu::count_bits(keepers)));
    first = detail::shuffle(first, 0);
    return {{static_cast<Counter>(first + detail::gpu::count_bits(keepers & ((1u << lane_) - 1)))}};
  }

  template <class T>
  __device__ PerLane<std::uint32_t> sorted_search(const PerLane<T>& sorted, const PerLane<T>& key) const {
    return {{search(sorted.values_[0], key.values_[0])}};
  }

  // The fine tasks of all lanes form one list, in lane order; the warp walks it 32 at a time, kBatch steps in flight.
  // Where a whole batch belongs to one task (a long row) the lanes keep private sums until the task ends, elsewhere the
  // runs of a step are reduced as segments and each task's lane fetches the sum from its run's first lane.
  template <class Form, std::integral Index, class T, class Map, class Op, class... Descriptors>
  __device__ PerLane<T> engage(Form, const PerLane<Index>& first, const PerLane<Index>& last, PerLane<T> value,
                               Map&& map, Op op, const PerLane<Descriptors>&... descriptors) {
    const Tasks<Form, Index> tasks(*this, first.values_[0], last.values_[0]);
    T result = value.values_[0];
    T sum{};
    std::uint32_t sum_owner = kSize;  // kSize: no private sums are held
    const auto flush = [&] {
      if (sum_owner == kSize) return;
      const T total = reduce(PerLane<T>{{sum}}, op);
      if (lane_ == sum_owner) result = op(result, total);
      sum_owner = kSize;
    };

    for (std::uint32_t base = 0; base < tasks.total; base += kBatch * kSize) {
      T mapped[kBatch];
      std::uint32_t owner[kBatch];
      WARPGRAPH_UNROLL
      for (int i = 0; i < kBatch; ++i) {
        const std::uint32_t place = base + i * kSize + lane_;
        owner[i] = search(tasks.start, place) - 1;
        const Index fine = tasks.fine(owner[i], place);
        mapped[i] = map_if(place < tasks.total, map, fine, detail::shuffle(descriptors.values_[0], owner[i])...);
      }
      const bool whole = base + kBatch * kSize <= tasks.total;
      const std::uint32_t front = detail::shuffle(owner[0], 0);
      if (whole && front == detail::shuffle(owner[kBatch - 1], kSize - 1)) {
        if (front != sum_owner) flush();
        T batch = mapped[0];
        WARPGRAPH_UNROLL
        for (int i = 1; i < kBatch; ++i) batch = op(batch, mapped[i]);
        sum = front == sum_owner ? op(sum, batch) : batch;
        sum_owner = front;
        continue;
      }
      flush();
      WARPGRAPH_UNROLL
      for (int i = 0; i < kBatch; ++i) {
        const std::uint32_t step = base + i * kSize;
        if (step < tasks.total) reduce_step(tasks, step, owner[i], mapped[i], result, op);
      }
    }
    flush();
    return {{result}};
  }

 private:
  static constexpr int kBatch = 4;

  // Where this lane's task starts in the list of all fine tasks, and how a place in the list maps to a fine task.
  template <class Form, class Index>
  struct Tasks {
    static constexpr bool kAdjoining = std::is_same_v<Form, Scanned>;
    static_assert(kAdjoining || std::is_same_v<Form, Disjoint>);

    __device__ Tasks(const Warp& warp, Index first, Index last) : origin(first) {
      if constexpr (kAdjoining) {
        origin = detail::shuffle(first, 0);
        start = static_cast<std::uint32_t>(first - origin);
        total = static_cast<std::uint32_t>(detail::shuffle(last, kSize - 1) - origin);
      } else {
        const auto scan =
            warp.exclusive_scan(PerLane<std::uint32_t>{{static_cast<std::uint32_t>(last - first)}}, Plus{});
        start = scan.before.values_[0];
        total = scan.total;
      }
      end = start + static_cast<std::uint32_t>(last - first);
    }
    __device__ Index fine(std::uint32_t owner, std::uint32_t place) const {
      if constexpr (kAdjoining)
        return origin + static_cast<Index>(place);
      else
        return detail::shuffle(origin, owner) + static_cast<Index>(place - detail::shuffle(start, owner));
    }

    Index origin;  // of the whole list, or of this lane's task
    std::uint32_t start;
    std::uint32_t end;
    std::uint32_t total;
  };

  template <class Map, class Index, class... Descriptors>
  __device__ static auto map_if(bool inside, Map& map, Index fine, Descriptors... descriptors) {
    using T = decltype(map(fine, descriptors...));
    return inside ? map(fine, descriptors...) : T{};
  }

  template <class TaskList, class T, class Op>
  __device__ void reduce_step(const TaskList& tasks, std::uint32_t step, std::uint32_t owner, T mapped, T& result,
                              Op op) const {
    const std::uint32_t left = detail::shuffle_up(owner, 1);
    const bool inside = step + lane_ < tasks.total;
    // Lanes beyond the list start segments of their own, so that they never join the last run.
    const std::uint32_t heads = detail::gpu::ballot(lane_ == 0 || !inside || owner != left);
    const T run = reduce_to(mapped, segment_end(heads), op);
    const std::uint32_t run_lane = tasks.start > step ? tasks.start - step : 0;
    const T total = detail::shuffle(run, run_lane % kSize);
    const bool overlaps = tasks.start < tasks.end && tasks.end > step && tasks.start < step + kSize;
    if (overlaps) result = op(result, total);
  }

  // Upper bound of `key` among the 32 ascending values that the lanes hold.
  template <class T>
  __device__ static std::uint32_t search(const T& sorted, const T& key) {
    std::uint32_t count = 0;
    WARPGRAPH_UNROLL
    for (std::uint32_t step = kSize / 2; step > 0; step /= 2) {
      if (!(key < detail::shuffle(sorted, count + step - 1))) count += step;
    }
    if (!(key < detail::shuffle(sorted, count % kSize))) ++count;
    return count;
  }

  // One past the last lane of this lane's segment.
  __device__ std::uint32_t segment_end(std::uint32_t heads) const {
    const std::uint32_t later = heads & (0xfffffffeu << lane_);
    return later == 0 ? kSize : detail::gpu::lowest_bit(later);
  }

  template <class T, class Op>
  __device__ T reduce_to(T x, std::uint32_t end, Op op) const {
    WARPGRAPH_UNROLL
    for (std::uint32_t offset = 1; offset < kSize; offset *= 2) {
      const T right = detail::shuffle_down(x, offset);
      if (lane_ + offset < end) x = op(x, right);
    }
    return x;
  }

  std::uint32_t global_index_;
  std::uint32_t count_;
  std::uint32_t index_in_block_;
  std::uint32_t lane_;
};

}  // namespace warpgraph::kernel
