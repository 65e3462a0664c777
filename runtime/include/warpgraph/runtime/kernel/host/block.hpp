// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/host/warp.hpp>

namespace warpgraph::kernel {

// The block of kernel/block.hpp on the host.
template <int kThreads>
class Block {
  static_assert(kThreads >= 32 && kThreads <= 1024 && (kThreads & (kThreads - 1)) == 0);

 public:
  static constexpr int kSize = kThreads;

  WARPGRAPH_DEVICE Block(std::uint32_t index, std::uint32_t count, detail::LaneOrder order)
      : index_(index), count_(count), order_(order) {}

  WARPGRAPH_DEVICE std::uint32_t index() const { return index_; }
  WARPGRAPH_DEVICE std::uint32_t count() const { return count_; }

  template <class Body>
  WARPGRAPH_DEVICE void phase(Body&& body) {
    order_.template visit<kThreads>([&](std::uint32_t i) { body(Lane(i)); });
  }
  template <class Body>
  WARPGRAPH_DEVICE void relaxed_phase(Body&& body) {
    phase(body);
  }
  template <class Body>
  WARPGRAPH_DEVICE void elect(Body&& body) {
    body();
  }
  template <class Body>
  WARPGRAPH_DEVICE void warps(Body&& body) {
    constexpr std::uint32_t kWarps = kThreads / Warp::kSize;
    order_.template visit<kWarps>([&](std::uint32_t i) {
      Warp warp(index_ * kWarps + i, count_ * kWarps, i, order_);
      body(warp);
    });
  }

  // Sums each warp by Warp's tree and the warps' sums by the same tree, as the GPU does.
  template <class T, class Op>
  WARPGRAPH_DEVICE T reduce(PerLane<T, kThreads> value, Op op) const {
    auto& x = value.values_;
    for (int warp = 0; warp < kThreads; warp += Warp::kSize)
      for (int offset = Warp::kSize / 2; offset > 0; offset /= 2)
        for (int i = warp; i < warp + offset; ++i) x[i] = op(x[i], x[i + offset]);
    for (int offset = kThreads / Warp::kSize / 2; offset > 0; offset /= 2)
      for (int i = 0; i < offset; ++i) x[i * Warp::kSize] = op(x[i * Warp::kSize], x[(i + offset) * Warp::kSize]);
    return x[0];
  }

  template <class T, class Op>
  WARPGRAPH_DEVICE PerLane<T, kThreads> inclusive_scan(PerLane<T, kThreads> value, Op op) const {
    for (int i = 1; i < kThreads; ++i) value.values_[i] = op(value.values_[i - 1], value.values_[i]);
    return value;
  }
  template <class T, class Op>
  WARPGRAPH_DEVICE Scan<T, kThreads> exclusive_scan(const PerLane<T, kThreads>& value, Op op,
                                                    T initial = Op::template identity<T>()) const {
    Scan<T, kThreads> scan{{}, initial};
    for (int i = 0; i < kThreads; ++i) {
      scan.before.values_[i] = scan.total;
      scan.total = op(scan.total, value.values_[i]);
    }
    return scan;
  }

  WARPGRAPH_DEVICE bool any(const PerLane<bool, kThreads>& value) const {
    for (const bool each : value.values_)
      if (each) return true;
    return false;
  }
  WARPGRAPH_DEVICE bool all(const PerLane<bool, kThreads>& value) const {
    for (const bool each : value.values_)
      if (!each) return false;
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE T broadcast(const PerLane<T, kThreads>& value, std::uint32_t lane) const {
    return value.values_[lane];
  }

  template <AtomicInteger Counter>
  WARPGRAPH_DEVICE PerLane<Counter, kThreads> append(Counter& counter, const PerLane<bool, kThreads>& keep) const {
    Counter keepers{};
    for (const bool each : keep.values_) keepers += each ? 1 : 0;
    PerLane<Counter, kThreads> place{};
    if (keepers == 0) return place;
    Counter next = atomic::fetch_add(counter, keepers);
    for (int i = 0; i < kThreads; ++i) {
      place.values_[i] = next;
      if (keep.values_[i]) ++next;
    }
    return place;
  }

 private:
  std::uint32_t index_;
  std::uint32_t count_;
  detail::LaneOrder order_;
};

}  // namespace warpgraph::kernel
