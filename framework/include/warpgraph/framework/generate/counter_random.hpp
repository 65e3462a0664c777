// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>

// Random numbers that are functions of a counter instead of the state of a generator: draw 17 can be had without the
// 16 before it, so a loop gives the same numbers in any order, on any number of threads, on the host and on a GPU.
// Everything is integer arithmetic, because floating arithmetic may be contracted differently by two compilers.
//
// The bits are those of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), which
// passes BigCrush: a Weyl sequence through a 64-bit finaliser.
namespace warpgraph {

namespace detail {

#if !WARPGRAPH_ON_GPU
__extension__ using Uint128 = unsigned __int128;
#endif

// The upper half of the 128-bit product.
WARPGRAPH_DEVICE inline std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#if WARPGRAPH_ON_GPU
  return __umul64hi(a, b);
#else
  return static_cast<std::uint64_t>((Uint128{a} * b) >> 64);
#endif
}

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::generators {

// One stream of draws. Streams of one seed are unrelated, and so are those of two seeds.
class CounterRandom {
 public:
  CounterRandom() = default;
  WARPGRAPH_DEVICE constexpr CounterRandom(std::uint64_t seed, std::uint64_t stream)
      : key_(mix(mix(seed + kStep) + stream * kStep)) {}

  // 64 bits for the given counter.
  WARPGRAPH_DEVICE constexpr std::uint64_t operator()(std::uint64_t counter) const {
    return mix(key_ + counter * kStep);
  }

  // A bijection of 64-bit words in which every input bit changes every output bit with probability 1/2.
  WARPGRAPH_DEVICE static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio

  std::uint64_t key_ = 0;
};

// A number in [0, n) from 64 random bits, uniform up to n / 2^64.
WARPGRAPH_DEVICE inline std::uint64_t below(std::uint64_t bits, std::uint64_t n) {
  return warpgraph::detail::multiply_high(bits, n);
}

// A coin, thrown with 64 random bits. Exact in steps of 2^-53.
class Probability {
 public:
  Probability() = default;
  constexpr explicit Probability(double p)
      : threshold_(p <= 0   ? 0
                   : p >= 1 ? kOne
                            : static_cast<std::uint64_t>(p * static_cast<double>(kOne))) {}

  WARPGRAPH_DEVICE bool operator()(std::uint64_t bits) const { return (bits >> 11) < threshold_; }

 private:
  static constexpr std::uint64_t kOne = std::uint64_t{1} << 53;

  std::uint64_t threshold_ = 0;
};

}  // namespace warpgraph::generators
