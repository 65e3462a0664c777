// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/dialect.hpp>
#include <warpgraph/runtime/kernel/gpu/warp.hpp>

namespace warpgraph::kernel {

// The block of kernel/block.hpp on the GPU: warps by shuffles, and between warps one value a warp in shared memory.
template <int kThreads>
class Block {
  static_assert(kThreads >= detail::kWarpSize && kThreads <= 1024 && (kThreads & (kThreads - 1)) == 0);

 public:
  static constexpr int kSize = kThreads;

  __device__ std::uint32_t index() const { return blockIdx.x; }
  __device__ std::uint32_t count() const { return gridDim.x; }

  template <class Body>
  __device__ void phase(Body&& body) {
    body(Lane(threadIdx.x));
    detail::gpu::sync_block();
  }
  template <class Body>
  __device__ void relaxed_phase(Body&& body) {
    body(Lane(threadIdx.x));
  }
  template <class Body>
  __device__ void elect(Body&& body) {
    if (threadIdx.x == 0) body();
    detail::gpu::sync_block();
  }
  template <class Body>
  __device__ void warps(Body&& body) {
    Warp warp = this->warp();
    body(warp);
    detail::gpu::sync_block();
  }

  template <class T, class Op>
  __device__ T reduce(const PerLane<T, kThreads>& value, Op op) const {
    const PerLane<T> sums = gather_warps(warp().reduce(PerLane<T>{{value.values_[0]}}, op));
    return warp().template group_reduce<kWarps>(sums, op).values_[0];
  }

  template <class T, class Op>
  __device__ PerLane<T, kThreads> inclusive_scan(const PerLane<T, kThreads>& value, Op op) const {
    const T inside = warp().inclusive_scan(PerLane<T>{{value.values_[0]}}, op).values_[0];
    const PerLane<T> sums = gather_warps(warp().broadcast(PerLane<T>{{inside}}, Warp::kSize - 1));
    const PerLane<T> upto = warp().inclusive_scan(sums, op);
    const std::uint32_t mine = threadIdx.x / Warp::kSize;
    const T before = warp().broadcast(upto, mine == 0 ? 0 : mine - 1);
    return {{mine == 0 ? inside : op(before, inside)}};
  }
  template <class T, class Op>
  __device__ Scan<T, kThreads> exclusive_scan(const PerLane<T, kThreads>& value, Op op,
                                              T initial = Op::template identity<T>()) const {
    const auto inside = warp().exclusive_scan(PerLane<T>{{value.values_[0]}}, op);
    const auto outside = warp().exclusive_scan(gather_warps(inside.total), op, initial);
    const T before = warp().broadcast(outside.before, threadIdx.x / Warp::kSize);
    // Lanes beyond the last warp hold copies; the total is what the last warp's lane holds with its own sum.
    const T last_before = warp().broadcast(outside.before, kWarps - 1);
    const T last_sum = warp().broadcast(gather_warps(inside.total), kWarps - 1);
    return {{{op(before, inside.before.values_[0])}}, op(last_before, last_sum)};
  }

  __device__ bool any(const PerLane<bool, kThreads>& value) const {
    return detail::gpu::sync_block_any(value.values_[0]);
  }
  __device__ bool all(const PerLane<bool, kThreads>& value) const {
    return detail::gpu::sync_block_all(value.values_[0]);
  }

  template <class T>
  __device__ T broadcast(const PerLane<T, kThreads>& value, std::uint32_t lane) const {
    __shared__ alignas(T) unsigned char storage[sizeof(T)];
    auto* slot = reinterpret_cast<T*>(storage);
    detail::gpu::sync_block();
    if (threadIdx.x == lane) *slot = value.values_[0];
    detail::gpu::sync_block();
    return *slot;
  }

  template <AtomicInteger Counter>
  __device__ PerLane<Counter, kThreads> append(Counter& counter, const PerLane<bool, kThreads>& keep) const {
    PerLane<std::uint32_t, kThreads> one{{keep.values_[0] ? 1u : 0u}};
    const auto scan = exclusive_scan(one, Plus{});
    PerLane<Counter, kThreads> first{{Counter{}}};
    if (threadIdx.x == 0 && scan.total != 0)
      first.values_[0] = atomic::fetch_add(counter, static_cast<Counter>(scan.total));
    return {{static_cast<Counter>(broadcast(first, 0) + scan.before.values_[0])}};
  }

 private:
  static constexpr int kWarps = kThreads / Warp::kSize;

  __device__ static Warp warp() {
    const std::uint32_t index = threadIdx.x / Warp::kSize;
    return Warp(blockIdx.x * kWarps + index, gridDim.x * kWarps, index);
  }

  // One value a warp, handed to the lanes of every warp: lane i gets warp (i mod kWarps)'s.
  template <class T>
  __device__ static PerLane<T> gather_warps(const T& value) {
    __shared__ alignas(T) unsigned char storage[kWarps * sizeof(T)];
    auto* slots = reinterpret_cast<T*>(storage);
    detail::gpu::sync_block();  // the slots may still be read for the collective before
    if (threadIdx.x % Warp::kSize == 0) slots[threadIdx.x / Warp::kSize] = value;
    detail::gpu::sync_block();
    return {{slots[threadIdx.x % kWarps]}};
  }
};

}  // namespace warpgraph::kernel
