// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include <warpgraph/runtime/detail/backend.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>
#include <warpgraph/runtime/kernel/gpu/block.hpp>
#include <warpgraph/runtime/kernel/order.hpp>

namespace warpgraph::kernel {

// The grid of kernel/grid.hpp on the GPU. The stream's scratch memory holds the barrier's word and the blocks' partial
// results.
template <int kThreads>
class Grid {
 public:
  static constexpr int kBlockSize = kThreads;

  __device__ explicit Grid(void* scratch) : scratch_(static_cast<Scratch*>(scratch)) {}

  __device__ std::uint32_t block_count() const { return gridDim.x; }
  __device__ std::uint64_t thread_count() const { return std::uint64_t{gridDim.x} * kThreads; }

  template <class Body>
  __device__ void for_each(std::uint64_t n, Body&& body) {
    for (std::uint64_t i = thread_index(); i < n; i += thread_count()) body(i);
    barrier();
  }
  template <class Body>
  __device__ void blocks(Body&& body) {
    Block<kThreads> block;
    body(block);
    barrier();
  }
  template <class Shared, class Body>
  __device__ void sharing_blocks(Body&& body) {
    __shared__ alignas(Shared) unsigned char shared[sizeof(Shared)];
    Block<kThreads> block;
    body(block, *reinterpret_cast<Shared*>(shared));
    barrier();
  }
  template <class Body>
  __device__ void warps(Body&& body) {
    Block<kThreads> block;
    block.warps(body);
    barrier();
  }
  template <class Body, class Then>
  __device__ void warps(Body&& body, Then&& then) {
    Block<kThreads> block;
    block.warps(body);
    if (blockIdx.x == 0) {
      await_others();
      block.warps([&](Warp& warp) {
        if (warp.index_in_block() == 0) then(warp);
      });
    }
    barrier();
  }
  template <class Body>
  __device__ void elect(Body&& body) {
    if (thread_index() == 0) body();
    barrier();
  }

  template <class T, class Op, class Value>
  __device__ T reduce(std::uint64_t n, T initial, Op op, Value&& value) {
    static_assert(sizeof(T) <= 8);
    T sum = initial;
    for (std::uint64_t i = thread_index(); i < n; i += thread_count()) sum = op(sum, value(i));
    const T block_sum = Block<kThreads>().reduce(PerLane<T, kThreads>{{sum}}, op);

    // Two sets of slots in turn: a block cannot be two reductions ahead of another, the barrier is between.
    unsigned long long* slots = scratch_->partial[parity_];
    parity_ ^= 1;
    if (threadIdx.x == 0) memcpy(&slots[blockIdx.x], &block_sum, sizeof(T));
    barrier();
    sum = initial;
    for (std::uint32_t i = threadIdx.x; i < gridDim.x; i += kThreads) {
      const unsigned long long bits = *static_cast<volatile unsigned long long*>(&slots[i]);
      T other;
      memcpy(&other, &bits, sizeof(T));
      sum = op(sum, other);
    }
    return Block<kThreads>().reduce(PerLane<T, kThreads>{{sum}}, op);
  }
  template <class Holds>
  __device__ bool any(std::uint64_t n, Holds&& holds) {
    return reduce(n, 0u, Or{}, [&](std::uint64_t i) { return holds(i) ? 1u : 0u; }) != 0;
  }

 private:
  struct Scratch {
    unsigned int arrivals;
    unsigned int padding[31];
    unsigned long long partial[2][detail::GpuLauncher::kMaxGridBlocks];
  };
  static_assert(sizeof(Scratch) <= detail::GpuLauncher::kGridScratchBytes);

  __device__ static std::uint64_t thread_index() { return std::uint64_t{blockIdx.x} * kThreads + threadIdx.x; }

  // One atomic addition a block, and nothing to set back: what all blocks add makes the highest bit change and leaves
  // the others as they were.
  __device__ void barrier() const {
    detail::gpu::sync_block();
    if (threadIdx.x == 0) {
      const unsigned int mine = blockIdx.x == 0 ? kParity - (gridDim.x - 1) : 1;
      detail::gpu::fence<AtomicScope::kDevice>();
      const unsigned int before = detail::gpu::atomic_add<AtomicScope::kDevice>(&scratch_->arrivals, mine);
      const volatile unsigned int& now = scratch_->arrivals;
      while (((before ^ now) & kParity) == 0) {
      }
      detail::gpu::fence<AtomicScope::kDevice>();
    }
    detail::gpu::sync_block();
  }

  // By the first block, before it comes to the barrier itself: until all others are there.
  __device__ void await_others() const {
    if (threadIdx.x == 0) {
      const volatile unsigned int& now = scratch_->arrivals;
      while ((now & (kParity - 1)) != gridDim.x - 1) {
      }
      detail::gpu::fence<AtomicScope::kDevice>();
    }
    detail::gpu::sync_block();
  }

  static constexpr unsigned int kParity = 1u << 31;
  Scratch* scratch_;
  int parity_ = 0;
};

}  // namespace warpgraph::kernel
