// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/order.hpp>

#if WARPGRAPH_GPU_COMPILER && WARPGRAPH_IN_PLUGIN
#include <warpgraph/runtime/error.hpp>
#endif

// All that a GPU's compiler has names of its own for: the width of a warp, intrinsics, atomics, assembly. A compiler
// for other GPUs has this header to replace. The rest of kernel/ uses what such compilers share: __device__,
// __global__,
// __shared__, threadIdx, blockIdx and gridDim.
namespace warpgraph::detail {

// The warp on the host is as wide. Masks of lanes and the words of bitmasks over vertices have as many bits.
inline constexpr int kWarpSize = 32;

// What one instruction loads, stores or exchanges at most.
struct alignas(16) Word128 {
  std::uint64_t low;
  std::uint64_t high;
  friend constexpr bool operator==(const Word128&, const Word128&) = default;
};

}  // namespace warpgraph::detail

#if WARPGRAPH_ON_GPU

namespace warpgraph::detail::gpu {

// --- lanes: every function is called by all lanes of a warp

inline constexpr std::uint32_t kAllLanes = 0xffffffffu;

__device__ inline void sync_warp() { __syncwarp(); }

__device__ inline std::uint32_t ballot(bool value) { return __ballot_sync(kAllLanes, value); }
__device__ inline bool any(bool value) { return __any_sync(kAllLanes, value); }
__device__ inline bool all(bool value) { return __all_sync(kAllLanes, value); }

// T: an integer of 4 bytes.
template <class T>
__device__ inline T reduce_add(T value) {
  return __reduce_add_sync(kAllLanes, value);
}
template <class T>
__device__ inline T reduce_min(T value) {
  return __reduce_min_sync(kAllLanes, value);
}
template <class T>
__device__ inline T reduce_max(T value) {
  return __reduce_max_sync(kAllLanes, value);
}
template <class T>
__device__ inline T reduce_or(T value) {
  return static_cast<T>(__reduce_or_sync(kAllLanes, static_cast<unsigned>(value)));
}

// W: a number of 4 or 8 bytes.
template <class W>
__device__ inline W shuffle_word(W word, unsigned from) {
  return __shfl_sync(kAllLanes, word, from);
}
template <class W>
__device__ inline W shuffle_word_xor(W word, unsigned mask) {
  return __shfl_xor_sync(kAllLanes, word, mask);
}
template <class W>
__device__ inline W shuffle_word_up(W word, unsigned distance) {
  return __shfl_up_sync(kAllLanes, word, distance);
}
template <class W>
__device__ inline W shuffle_word_down(W word, unsigned distance) {
  return __shfl_down_sync(kAllLanes, word, distance);
}

// --- threads of a block: every function is called by all of them

__device__ inline void sync_block() { __syncthreads(); }
__device__ inline bool sync_block_any(bool value) { return __syncthreads_or(value); }
__device__ inline bool sync_block_all(bool value) { return __syncthreads_and(value); }

// --- one thread

__device__ inline int count_bits(std::uint32_t word) { return __popc(word); }
// The number of the lowest bit that is set; -1 if there is none.
__device__ inline int lowest_bit(std::uint32_t word) { return __ffs(word) - 1; }

__device__ inline std::uint64_t clock_nanoseconds() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__device__ inline void prefetch(const void* where) { asm volatile("prefetch.global.L2 [%0];" ::"l"(where)); }

// --- memory

template <kernel::AtomicScope S>
__device__ inline void fence() {
  if constexpr (S == kernel::AtomicScope::kBlock) __threadfence_block();
  if constexpr (S == kernel::AtomicScope::kDevice) __threadfence();
  if constexpr (S == kernel::AtomicScope::kSystem) __threadfence_system();
}

// The result of a relaxed operation, with the fences that give it the order.
template <kernel::Order O, kernel::AtomicScope S, class Operation>
__device__ inline auto ordered(Operation operation) {
  if constexpr (O == kernel::Order::kRelease || O == kernel::Order::kAcquireRelease) fence<S>();
  const auto before = operation();
  if constexpr (O == kernel::Order::kAcquire || O == kernel::Order::kAcquireRelease) fence<S>();
  return before;
}

// The driver's atomics want exactly these types.
template <class T>
using Word = std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int, unsigned int>,
                                std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>;
template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>;

template <class To, class From>
__device__ inline To* as(From& target) {
  static_assert(sizeof(To) == sizeof(From));
  return reinterpret_cast<To*>(&target);
}

#define WARPGRAPH_SCOPED_ATOMIC(name, call)               \
  template <kernel::AtomicScope S, class W>               \
  __device__ inline W name(W* target, W value) {          \
    if constexpr (S == kernel::AtomicScope::kBlock)       \
      return call##_block(target, value);                 \
    else if constexpr (S == kernel::AtomicScope::kDevice) \
      return call(target, value);                         \
    else                                                  \
      return call##_system(target, value);                \
  }
WARPGRAPH_SCOPED_ATOMIC(atomic_add, atomicAdd)
WARPGRAPH_SCOPED_ATOMIC(atomic_min, atomicMin)
WARPGRAPH_SCOPED_ATOMIC(atomic_max, atomicMax)
WARPGRAPH_SCOPED_ATOMIC(atomic_or, atomicOr)
WARPGRAPH_SCOPED_ATOMIC(atomic_exchange, atomicExch)
#undef WARPGRAPH_SCOPED_ATOMIC

template <kernel::AtomicScope S, class W>
__device__ inline W atomic_compare_exchange(W* target, W expected, W desired) {
  if constexpr (S == kernel::AtomicScope::kBlock)
    return atomicCAS_block(target, expected, desired);
  else if constexpr (S == kernel::AtomicScope::kDevice)
    return atomicCAS(target, expected, desired);
  else
    return atomicCAS_system(target, expected, desired);
}

// Floats order like their bits: non-negative ones as signed integers, negative ones in reverse as unsigned integers.
template <kernel::AtomicScope S, bool kMin, class T>
__device__ inline T atomic_extreme(T& target, T value) {
  if constexpr (std::integral<T>) {
    auto* word = as<Word<T>>(target);
    return static_cast<T>(kMin ? atomic_min<S>(word, static_cast<Word<T>>(value))
                               : atomic_max<S>(word, static_cast<Word<T>>(value)));
  } else {
    if (value != value) return *static_cast<volatile T*>(&target);
    using Signed = std::conditional_t<sizeof(T) == 4, int, long long>;
    using Unsigned = Bits<T>;
    const auto bits = std::bit_cast<Signed>(value);
    const bool as_signed = bits >= 0;
    if (as_signed) {
      auto* word = as<Signed>(target);
      return std::bit_cast<T>(kMin ? atomic_min<S>(word, bits) : atomic_max<S>(word, bits));
    }
    auto* word = as<Unsigned>(target);
    const auto unsigned_bits = std::bit_cast<Unsigned>(value);
    return std::bit_cast<T>(kMin ? atomic_max<S>(word, unsigned_bits) : atomic_min<S>(word, unsigned_bits));
  }
}

// --- words of 16 bytes: relaxed, among the device's threads

__device__ inline Word128 load(const Word128& target) {
  Word128 word;
  asm volatile("{\n .reg .b128 %%w;\n ld.relaxed.gpu.b128 %%w, [%2];\n mov.b128 {%0, %1}, %%w;\n}"
               : "=l"(word.low), "=l"(word.high)
               : "l"(&target)
               : "memory");
  return word;
}
__device__ inline void store(Word128& target, const Word128& word) {
  asm volatile("{\n .reg .b128 %%w;\n mov.b128 %%w, {%1, %2};\n st.relaxed.gpu.b128 [%0], %%w;\n}"
               :
               : "l"(&target), "l"(word.low), "l"(word.high)
               : "memory");
}

#if __CUDA_ARCH__ >= 900
__device__ inline Word128 compare_exchange(Word128& target, const Word128& expected, const Word128& desired) {
  Word128 before;
  asm volatile(
      "{\n .reg .b128 %%e;\n .reg .b128 %%d;\n mov.b128 %%e, {%3, %4};\n mov.b128 %%d, {%5, %6};\n"
      " atom.relaxed.gpu.cas.b128 %%e, [%2], %%e, %%d;\n mov.b128 {%0, %1}, %%e;\n}"
      : "=l"(before.low), "=l"(before.high)
      : "l"(&target), "l"(expected.low), "l"(expected.high), "l"(desired.low), "l"(desired.high)
      : "memory");
  return before;
}
#else
// Older GPUs have no such instruction. Values share locks, which kernels of one library or program know: those of two
// must not work on one value at a time. Threads of a warp progress by themselves, so one that spins does not keep the
// holder from going on.
__device__ inline Word128 compare_exchange(Word128& target, const Word128& expected, const Word128& desired) {
  constexpr unsigned kLocks = 4096;
  static __device__ unsigned locks[kLocks];
  unsigned& lock = locks[reinterpret_cast<std::uintptr_t>(&target) / sizeof(Word128) % kLocks];
  for (bool is_done = false; true;) {
    Word128 before{};
    if (atomicCAS(&lock, 0u, 1u) == 0) {
      __threadfence();
      before = load(target);
      if (before == expected) store(target, desired);
      __threadfence();
      atomicExch(&lock, 0u);
      is_done = true;
    }
    if (is_done) return before;
  }
}
#endif

}  // namespace warpgraph::detail::gpu

#endif  // WARPGRAPH_ON_GPU

#if WARPGRAPH_GPU_COMPILER

namespace warpgraph::detail::gpu {

// What the runtime calls a kernel. The code of a plugin has a CUDA runtime of its own, which alone knows its kernels by
// their addresses; to others it names them by handles.
inline const void* kernel_handle(const void* address) {
#if WARPGRAPH_IN_PLUGIN
  cudaKernel_t handle = nullptr;
  if (cudaGetKernel(&handle, address) != cudaSuccess) throw DeviceError("a plugin's kernel is not there");
  return handle;
#else
  return address;
#endif
}

}  // namespace warpgraph::detail::gpu

#endif  // WARPGRAPH_GPU_COMPILER
