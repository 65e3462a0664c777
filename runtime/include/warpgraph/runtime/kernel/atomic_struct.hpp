// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>

// Atomic operations on small structs, as whole values:
//
//   struct alignas(8) Nearest { std::uint32_t distance; std::uint32_t owner; };
//   Nearest seen = atomic::load(nearest[v]);
//   while (is_less(mine, seen) && !atomic::try_exchange(nearest[v], seen, mine)) {}
//
// Values are compared byte for byte, so a struct must not have padding, whose bytes may differ between equal values. A
// struct of 16 bytes takes one instruction on GPUs of compute capability 9.0, on x86-64 and on ARM64, and a lock on
// older GPUs. All are relaxed, among this device's threads.
namespace warpgraph {

namespace detail {

template <std::size_t kBytes>
struct WordOfSize;
template <>
struct WordOfSize<4> {
  using type = std::uint32_t;
};
template <>
struct WordOfSize<8> {
  using type = std::uint64_t;
};
template <>
struct WordOfSize<16> {
  using type = Word128;
};
template <class T>
using WordOf = typename WordOfSize<sizeof(T)>::type;

template <class T>
concept HasWord = std::is_trivially_copyable_v<T> &&(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);

// Floats have several representations of equal values, so the standard's trait is not enough. A compiler refuses to
// copy padding into an integer in a constant expression. nvcc's own front end does not refuse; the host's compiler,
// which sees the same code, does.
template <class T>
concept HasNoPadding = std::has_unique_object_representations_v<T> || requires {
  typename std::bool_constant<(static_cast<void>(std::bit_cast<WordOf<T>>(T{})), true)>;
};

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::kernel {

template <class T>
concept AtomicStruct = std::is_class_v<T> && detail::HasWord<T> && alignof(T) == sizeof(T) && detail::HasNoPadding<T>;
template <class T>
concept AtomicValue = AtomicNumber<T> || AtomicStruct<T>;

}  // namespace warpgraph::kernel

namespace warpgraph {

namespace detail {

#if !WARPGRAPH_ON_GPU

// std::atomic_ref of 16 bytes calls a library of locks, which a user's program would have to link, and
// ThreadSanitizer does not see into instructions that are written by hand. It knows this built-in function, which
// x86-64 and ARM64 have an instruction for. Not inline, because clang moves the call to where the instruction is not
// allowed.
__extension__ typedef unsigned __int128 Integer128 __attribute__((may_alias));

#if defined(__x86_64__)
__attribute__((noinline, target("cx16")))
#endif
inline Word128
host_compare_exchange(Word128& target, const Word128& expected, const Word128& desired) {
  return std::bit_cast<Word128>(__sync_val_compare_and_swap(
      reinterpret_cast<Integer128*>(&target), std::bit_cast<Integer128>(expected), std::bit_cast<Integer128>(desired)));
}

#endif

// T's memory as its word.
template <class T>
WARPGRAPH_DEVICE WordOf<T>& word_at(T& target) {
  return *reinterpret_cast<WordOf<T>*>(&target);
}

}  // namespace detail

namespace atomic {

// Writes `desired` if the target holds `expected`, byte for byte. If not, `expected` becomes what it holds.
template <kernel::AtomicValue T>
WARPGRAPH_DEVICE bool try_exchange(T& target, T& expected, const T& desired) {
  using Word = detail::WordOf<T>;
  const Word wanted = std::bit_cast<Word>(expected);
#if WARPGRAPH_ON_GPU
  if constexpr (sizeof(T) == 16)
    expected =
        std::bit_cast<T>(detail::gpu::compare_exchange(detail::word_at(target), wanted, std::bit_cast<Word>(desired)));
  else
    expected = std::bit_cast<T>(compare_exchange(detail::word_at(target), wanted, std::bit_cast<Word>(desired)));
  return std::bit_cast<Word>(expected) == wanted;
#else
  if constexpr (sizeof(T) == 16) {
    expected =
        std::bit_cast<T>(detail::host_compare_exchange(detail::word_at(target), wanted, std::bit_cast<Word>(desired)));
    return std::bit_cast<Word>(expected) == wanted;
  } else {
    return std::atomic_ref<T>(target).compare_exchange_strong(expected, desired, std::memory_order_relaxed);
  }
#endif
}

// Never served from a register or from a stale cache line.
template <kernel::AtomicStruct T>
WARPGRAPH_DEVICE T load(const T& target) {
  T& mutable_target = const_cast<T&>(target);  // a load does not write, or writes what is there
#if WARPGRAPH_ON_GPU
  if constexpr (sizeof(T) == 16)
    return std::bit_cast<T>(detail::gpu::load(detail::word_at(mutable_target)));
  else
    return std::bit_cast<T>(load(detail::word_at(mutable_target)));
#else
  if constexpr (sizeof(T) == 16)
    return std::bit_cast<T>(detail::host_compare_exchange(detail::word_at(mutable_target), {}, {}));
  else
    return std::atomic_ref<T>(mutable_target).load(std::memory_order_relaxed);
#endif
}

template <kernel::AtomicStruct T>
WARPGRAPH_DEVICE void store(T& target, const T& value) {
  if constexpr (sizeof(T) == 16) {  // also on GPUs, the older ones of which hold a lock meanwhile
    for (T before = load(target); !try_exchange(target, before, value);) {
    }
  } else {
#if WARPGRAPH_ON_GPU
    store(detail::word_at(target), std::bit_cast<detail::WordOf<T>>(value));
#else
    std::atomic_ref<T>(target).store(value, std::memory_order_relaxed);
#endif
  }
}

}  // namespace atomic

}  // namespace warpgraph
