// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

// What memory_benchmark measures: kernels that do little beside touching memory, each in an order that is computed and
// not read.
namespace warpgraph::benchmarks {

struct alignas(16) Word16 {
  std::uint64_t first;
  std::uint64_t second;
};

template <class T>
WARPGRAPH_DEVICE T word_of(std::uint32_t value) {
  if constexpr (sizeof(T) == 16)
    return {value, 0};
  else
    return static_cast<T>(value);
}
template <class T>
WARPGRAPH_DEVICE std::uint32_t value_of(const T& word) {
  if constexpr (sizeof(T) == 16)
    return static_cast<std::uint32_t>(word.first + word.second);
  else
    return static_cast<std::uint32_t>(word);
}

// Which word the i-th access touches, of 2^k words.
struct Order {
  std::uint32_t last;    // 2^k - 1
  std::uint32_t half;    // k / 2
  std::uint32_t stride;  // in words; 0 scatters

  WARPGRAPH_DEVICE static constexpr Order make(std::uint64_t words, std::uint32_t stride) {
    std::uint32_t bits = 0;
    while (std::uint64_t{1} << bits < words) ++bits;
    return {static_cast<std::uint32_t>(words - 1), bits < 2 ? 1 : bits / 2, stride};
  }
  // Scattered accesses touch every word once before they touch one again: all steps are permutations.
  WARPGRAPH_DEVICE std::uint32_t at(std::uint32_t i) const {
    if (stride != 0) return i * stride & last;
    std::uint32_t x = i * 0x9e3779b1u & last;
    x ^= x >> half;
    x = x * 0x85ebca6bu & last;
    x ^= x >> half;
    return x * 0xc2b2ae35u & last;
  }
};

// What all lanes of a launch have in common: kInFlight accesses of a lane do not wait for each other, and a warp's
// lanes take accesses that follow each other.
struct Accesses {
  static constexpr std::uint32_t kInFlight = 8;

  std::uint32_t count;  // a multiple of the accesses of a warp's step
  Order order;

  // body(lane, first), where the lane's accesses of a step are first, first + 32, ...
  template <class Body>
  WARPGRAPH_DEVICE void for_steps(kernel::Warp& warp, Body&& body) const {
    constexpr std::uint64_t kStep = std::uint64_t{kInFlight} * kernel::Warp::kSize;
    for (std::uint64_t base = warp.global_index() * kStep; base < count; base += warp.count() * kStep)
      warp.relaxed_phase([&](kernel::Lane lane) { body(lane, static_cast<std::uint32_t>(base + lane)); });
  }
};

template <class T>
struct ReadWords {
  Accesses accesses;
  View<const T> in;
  View<std::uint32_t> sum;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> result{};
    accesses.for_steps(warp, [&](kernel::Lane lane, std::uint32_t first) {
      T words[Accesses::kInFlight];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < Accesses::kInFlight; ++k)
        words[k] = in[accesses.order.at(first + k * kernel::Warp::kSize)];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < Accesses::kInFlight; ++k) result[lane] += value_of(words[k]);
    });
    const std::uint32_t total = warp.reduce(result, Plus{});
    warp.elect([&] { atomic::fetch_add(sum[0], total); });
  }
};

template <class T>
struct WriteWords {
  Accesses accesses;
  View<T> out;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    accesses.for_steps(warp, [&](kernel::Lane, std::uint32_t first) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < Accesses::kInFlight; ++k) {
        const std::uint32_t at = accesses.order.at(first + k * kernel::Warp::kSize);
        out[at] = word_of<T>(at);
      }
    });
  }
};

template <class T>
struct CopyWords {
  Accesses accesses;
  View<const T> in;
  View<T> out;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    accesses.for_steps(warp, [&](kernel::Lane, std::uint32_t first) {
      T words[Accesses::kInFlight];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < Accesses::kInFlight; ++k) words[k] = in[first + k * kernel::Warp::kSize];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < Accesses::kInFlight; ++k) out[first + k * kernel::Warp::kSize] = words[k];
    });
  }
};

struct AddToWords {
  Accesses accesses;
  View<std::uint32_t> out;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    accesses.for_steps(warp, [&](kernel::Lane, std::uint32_t first) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < Accesses::kInFlight; ++k)
        atomic::fetch_add(out[accesses.order.at(first + k * kernel::Warp::kSize)], 1u);
    });
  }
};

// One cycle through all words in an order that looks random: a linear congruential generator of full period.
struct Successors {
  std::uint32_t last;

  WARPGRAPH_DEVICE constexpr std::uint32_t after(std::uint32_t i) const { return (i * 1664525u + 1013904223u) & last; }
  WARPGRAPH_DEVICE constexpr std::uint32_t start(std::uint32_t walker) const { return walker * 0x9e3779b1u & last; }
};

struct LinkWords {
  Successors successors;
  View<std::uint32_t> next;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { next[i] = successors.after(static_cast<std::uint32_t>(i)); }
};

// Each lane follows kChains walkers at once, from where they are: words that one launch has read are not read again by
// the next, which would find them in a cache.
template <int kChains>
struct Chase {
  std::uint32_t steps;
  View<const std::uint32_t> next;
  View<std::uint32_t> walkers;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    std::uint32_t at[kChains];
    WARPGRAPH_UNROLL
    for (int k = 0; k < kChains; ++k) at[k] = walkers[i * kChains + k];
    for (std::uint32_t step = 0; step < steps; ++step) {
      WARPGRAPH_UNROLL
      for (int k = 0; k < kChains; ++k) at[k] = next[at[k]];
    }
    WARPGRAPH_UNROLL
    for (int k = 0; k < kChains; ++k) walkers[i * kChains + k] = at[k];
  }
};

struct PlaceWalkers {
  Successors successors;
  View<std::uint32_t> walkers;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    walkers[i] = successors.start(static_cast<std::uint32_t>(i));
  }
};

}  // namespace warpgraph::benchmarks
