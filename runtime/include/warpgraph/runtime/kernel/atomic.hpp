// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>
#include <warpgraph/runtime/kernel/order.hpp>

// Atomic operations on plain memory, for kernels, with the order and the scope said at the call:
//
//   atomic::fetch_min(distance[v], d);                                    // relaxed, among this device's threads
//   atomic::fetch_add<Order::kRelease, AtomicScope::kSystem>(flag, 1u);   // seen by the host and by peers
//
// On the host they are std::atomic_ref, so ThreadSanitizer knows them. On the GPU an order stronger than relaxed is a
// fence beside a relaxed operation. All of them return the value that was there before.
namespace warpgraph::kernel {

template <class T>
concept AtomicInteger = std::integral<T> &&(sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
concept AtomicFloat = std::same_as<T, float> || std::same_as<T, double>;
template <class T>
concept AtomicNumber = AtomicInteger<T> || AtomicFloat<T>;

}  // namespace warpgraph::kernel

namespace warpgraph {

namespace detail {

constexpr std::memory_order host_order(kernel::Order order) {
  switch (order) {
    case kernel::Order::kRelaxed:
      return std::memory_order_relaxed;
    case kernel::Order::kAcquire:
      return std::memory_order_acquire;
    case kernel::Order::kRelease:
      return std::memory_order_release;
    case kernel::Order::kAcquireRelease:
      break;
  }
  return std::memory_order_acq_rel;
}

// The order of an operation that wrote nothing.
template <kernel::Order O>
inline constexpr std::memory_order kHostLoadOrder =
    O == kernel::Order::kAcquire || O == kernel::Order::kAcquireRelease ? std::memory_order_acquire
                                                                        : std::memory_order_relaxed;

// The loop that std::atomic_ref lacks in C++20: replaces the value by choose(old, value) unless that changes nothing.
template <kernel::Order O, class T, class Choose>
T host_update(T& target, T value, Choose choose) {
  std::atomic_ref<T> ref(target);
  T before = ref.load(kHostLoadOrder<O>);
  while (choose(value, before) && !ref.compare_exchange_weak(before, value, host_order(O), kHostLoadOrder<O>)) {
  }
  return before;
}

}  // namespace detail

namespace atomic {

template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicNumber T>
WARPGRAPH_DEVICE T fetch_add(T& target, std::type_identity_t<T> value) {
#if WARPGRAPH_ON_GPU
  return detail::gpu::ordered<O, S>([&] {
    if constexpr (std::integral<T>) {
      // Two's complement: one unsigned addition serves both signs.
      return static_cast<T>(detail::gpu::atomic_add<S>(detail::gpu::as<detail::gpu::Bits<T>>(target),
                                                       static_cast<detail::gpu::Bits<T>>(value)));
    } else {
      return detail::gpu::atomic_add<S>(&target, value);
    }
  });
#else
  return std::atomic_ref<T>(target).fetch_add(value, detail::host_order(O));
#endif
}

// A NaN is never written.
template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicNumber T>
WARPGRAPH_DEVICE T fetch_min(T& target, std::type_identity_t<T> value) {
#if WARPGRAPH_ON_GPU
  return detail::gpu::ordered<O, S>([&] { return detail::gpu::atomic_extreme<S, true>(target, value); });
#else
  return detail::host_update<O>(target, value, [](T a, T b) { return a < b; });
#endif
}

template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicNumber T>
WARPGRAPH_DEVICE T fetch_max(T& target, std::type_identity_t<T> value) {
#if WARPGRAPH_ON_GPU
  return detail::gpu::ordered<O, S>([&] { return detail::gpu::atomic_extreme<S, false>(target, value); });
#else
  return detail::host_update<O>(target, value, [](T a, T b) { return b < a; });
#endif
}

template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicInteger T>
WARPGRAPH_DEVICE T fetch_or(T& target, std::type_identity_t<T> value) {
#if WARPGRAPH_ON_GPU
  return detail::gpu::ordered<O, S>([&] {
    return static_cast<T>(detail::gpu::atomic_or<S>(detail::gpu::as<detail::gpu::Bits<T>>(target),
                                                    static_cast<detail::gpu::Bits<T>>(value)));
  });
#else
  return std::atomic_ref<T>(target).fetch_or(value, detail::host_order(O));
#endif
}

template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicNumber T>
WARPGRAPH_DEVICE T exchange(T& target, std::type_identity_t<T> value) {
#if WARPGRAPH_ON_GPU
  return detail::gpu::ordered<O, S>([&] {
    using Bits = detail::gpu::Bits<T>;
    return std::bit_cast<T>(detail::gpu::atomic_exchange<S>(detail::gpu::as<Bits>(target), std::bit_cast<Bits>(value)));
  });
#else
  return std::atomic_ref<T>(target).exchange(value, detail::host_order(O));
#endif
}

// Writes `desired` if the target holds `expected`, bit for bit. The exchange happened if the result equals `expected`.
template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicNumber T>
WARPGRAPH_DEVICE T compare_exchange(T& target, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
#if WARPGRAPH_ON_GPU
  return detail::gpu::ordered<O, S>([&] {
    using Bits = detail::gpu::Bits<T>;
    return std::bit_cast<T>(detail::gpu::atomic_compare_exchange<S>(
        detail::gpu::as<Bits>(target), std::bit_cast<Bits>(expected), std::bit_cast<Bits>(desired)));
  });
#else
  std::atomic_ref<T>(target).compare_exchange_strong(expected, desired, detail::host_order(O),
                                                     detail::kHostLoadOrder<O>);
  return expected;
#endif
}

// kRelaxed or kAcquire. Never served from a register or from a stale cache line.
template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicNumber T>
WARPGRAPH_DEVICE T load(const T& target) {
  static_assert(O == kernel::Order::kRelaxed || O == kernel::Order::kAcquire);
#if WARPGRAPH_ON_GPU
  return detail::gpu::ordered<O, S>([&] { return *static_cast<const volatile T*>(&target); });
#else
  // C++20 has no atomic_ref of something constant; a load does not write.
  return std::atomic_ref<T>(const_cast<T&>(target)).load(detail::host_order(O));
#endif
}

// kRelaxed or kRelease.
template <kernel::Order O = kernel::Order::kRelaxed, kernel::AtomicScope S = kernel::AtomicScope::kDevice,
          kernel::AtomicNumber T>
WARPGRAPH_DEVICE void store(T& target, std::type_identity_t<T> value) {
  static_assert(O == kernel::Order::kRelaxed || O == kernel::Order::kRelease);
#if WARPGRAPH_ON_GPU
  if constexpr (O == kernel::Order::kRelease) detail::gpu::fence<S>();
  *static_cast<volatile T*>(&target) = value;
#else
  std::atomic_ref<T>(target).store(value, detail::host_order(O));
#endif
}

}  // namespace atomic

}  // namespace warpgraph
