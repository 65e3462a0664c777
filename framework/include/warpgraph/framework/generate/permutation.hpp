// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <warpgraph/framework/generate/counter_random.hpp>

namespace warpgraph::generators {

// A pseudo-random permutation of [0, size) that is computed and not stored, so every thread can ask for any place of
// it. Multiplications by odd numbers, additions and shifted exclusive-ors, all modulo a power of two, are each a
// bijection of the words of that many bits; a result outside of [0, size) goes through them again, twice on average at
// the worst, which keeps it a bijection of [0, size) (cycle walking: Black and Rogaway, 2002).
//
// Good for scattering ids and for drawing without replacement. Not a uniform choice among all size! permutations.
class Permutation {
 public:
  Permutation() = default;
  Permutation(std::uint64_t size, const CounterRandom& random) : size_(size) {
    const int bits = size < 2 ? 1 : static_cast<int>(std::bit_width(size - 1));
    mask_ = ~std::uint64_t{0} >> (64 - bits);
    shift_ = (bits + 1) / 2;
    for (unsigned r = 0; r < kRounds; ++r) {
      factor_[r] = random(2 * r) | 1;
      addend_[r] = random(2 * r + 1);
    }
  }

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t size() const { return size_; }

  // Where `x`, below size(), goes.
  WARPGRAPH_DEVICE std::uint64_t operator()(std::uint64_t x) const {
    do {
      for (unsigned r = 0; r < kRounds; ++r) {
        x = (x * factor_[r] + addend_[r]) & mask_;
        x ^= x >> shift_;
      }
    } while (x >= size_);
    return x;
  }

 private:
  static constexpr unsigned kRounds = 4;

  std::uint64_t size_ = 0;
  std::uint64_t mask_ = 0;
  int shift_ = 1;
  std::uint64_t factor_[kRounds] = {};
  std::uint64_t addend_[kRounds] = {};
};

}  // namespace warpgraph::generators
