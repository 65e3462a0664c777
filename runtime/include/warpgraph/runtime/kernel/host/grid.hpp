// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include <warpgraph/runtime/kernel/host/block.hpp>
#include <warpgraph/runtime/kernel/host/for_each.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::kernel {

// The grid of kernel/grid.hpp on the host: the kernel's body runs once, each call is a parallel loop over the blocks.
template <int kThreads>
class Grid {
 public:
  static constexpr int kBlockSize = kThreads;

  WARPGRAPH_DEVICE Grid(ThreadPool& threads, std::uint32_t blocks, std::uint64_t order_seed)
      : threads_(&threads), blocks_(blocks), order_seed_(order_seed) {}

  WARPGRAPH_DEVICE std::uint32_t block_count() const { return blocks_; }
  WARPGRAPH_DEVICE std::uint64_t thread_count() const { return std::uint64_t{blocks_} * kThreads; }

  template <class Body>
  WARPGRAPH_DEVICE void for_each(std::uint64_t n, Body&& body) {
    detail::run_all(*threads_, detail::host_loop(body), n, next_seed());
  }
  template <class Body>
  WARPGRAPH_DEVICE void blocks(Body&& body) {
    const std::uint64_t seed = next_seed();
    threads_->for_each(blocks_, 1, [&](std::size_t i) {
      Block<kThreads> block(static_cast<std::uint32_t>(i), blocks_, detail::LaneOrder(seed, i));
      body(block);
    });
  }
  template <class Shared, class Body>
  WARPGRAPH_DEVICE void sharing_blocks(Body&& body) {
    static_assert(std::is_trivially_copyable_v<Shared> && std::is_trivially_default_constructible_v<Shared>);
    blocks([&](Block<kThreads>& block) {
      const auto shared = std::make_unique_for_overwrite<Shared>();
#if WARPGRAPH_CHECKED
      std::memset(static_cast<void*>(shared.get()), 0xCB, sizeof(Shared));
#endif
      body(block, *shared);
    });
  }
  template <class Body>
  WARPGRAPH_DEVICE void warps(Body&& body) {
    blocks([&](Block<kThreads>& block) { block.warps(body); });
  }
  template <class Body, class Then>
  WARPGRAPH_DEVICE void warps(Body&& body, Then&& then) {
    warps(body);
    Warp first(0, blocks_ * (kThreads / Warp::kSize), 0, detail::LaneOrder(next_seed(), 0));
    then(first);
  }
  template <class Body>
  WARPGRAPH_DEVICE void elect(Body&& body) {
    body();
  }

  template <class T, class Op, class Value>
  WARPGRAPH_DEVICE T reduce(std::uint64_t n, T initial, Op op, Value&& value) {
    static_assert(sizeof(T) <= 8);
    std::vector<T> partial(blocks_, initial);
    threads_->for_each(blocks_, 1, [&](std::size_t block) {
      for (std::uint64_t i = block * kThreads; i < n; i += thread_count())
        for (std::uint64_t j = i; j < n && j < i + kThreads; ++j) partial[block] = op(partial[block], value(j));
    });
    for (const T& each : partial) initial = op(initial, each);
    return initial;
  }
  template <class Holds>
  WARPGRAPH_DEVICE bool any(std::uint64_t n, Holds&& holds) {
    return reduce(n, 0u, Or{}, [&](std::uint64_t i) { return holds(i) ? 1u : 0u; }) != 0;
  }

 private:
  std::uint64_t next_seed() {
    if (order_seed_ != 0) order_seed_ = detail::LaneOrder::mix(order_seed_) | 1;
    return order_seed_;
  }

  ThreadPool* threads_;
  std::uint32_t blocks_;
  std::uint64_t order_seed_;
};

}  // namespace warpgraph::kernel
