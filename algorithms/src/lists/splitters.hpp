// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>

#include "common/inverse_of.hpp"

// Which elements are splitters. A bijection of the numbers of as many bits as the elements' numbers have takes slots to
// elements; the elements of the slots below `count` are splitters. So a walker knows from an element's number alone
// whether it is a splitter and which one. Slots whose element is beyond the last one are void.
namespace warpgraph::algorithms::lists {

class Splitters {
 public:
  Splitters() = default;
  // `count` is at most 2^bits, where bits are those of the highest element's number.
  Splitters(std::uint32_t elements, std::uint32_t count, std::uint64_t seed)
      : elements_(elements),
        count_(count),
        mask_(elements < 2 ? 1 : ~std::uint32_t{0} >> std::countl_zero(elements - 1)),
        shift_((static_cast<unsigned>(std::bit_width(mask_)) + 1) / 2),
        seed_((static_cast<std::uint32_t>(seed ^ (seed >> 32)) * 0x9e3779b9u) & mask_) {}

  // Slots that give about `wanted` splitters among `elements`.
  static std::uint32_t slots_for(std::uint32_t elements, std::uint64_t wanted) {
    const std::uint64_t numbers = std::uint64_t{Splitters(elements, 0, 0).mask_} + 1;
    const std::uint64_t slots = wanted * numbers / (elements == 0 ? 1 : elements);
    return static_cast<std::uint32_t>(slots == 0 ? 1 : slots < numbers ? slots : numbers - 1);
  }

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t count() const { return count_; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t elements() const { return elements_; }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_void(std::uint32_t slot) const { return element_of(slot) >= elements_; }

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t slot_of(std::uint32_t element) const {
    std::uint32_t x = element ^ seed_;
    x ^= x >> shift_;
    x = (x * kFirst) & mask_;
    x ^= x >> shift_;
    x = (x * kSecond) & mask_;
    return x ^ (x >> shift_);
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t element_of(std::uint32_t slot) const {
    std::uint32_t x = slot ^ (slot >> shift_);
    x = (x * kSecondInverse) & mask_;
    x ^= x >> shift_;
    x = (x * kFirstInverse) & mask_;
    x ^= x >> shift_;
    return x ^ seed_;
  }

 private:
  static constexpr std::uint32_t kFirst = 0x7feb352du;
  static constexpr std::uint32_t kSecond = 0x846ca68bu;
  static constexpr std::uint32_t kFirstInverse = inverse_of(kFirst);
  static constexpr std::uint32_t kSecondInverse = inverse_of(kSecond);
  static_assert(kFirst * kFirstInverse == 1 && kSecond * kSecondInverse == 1);

  std::uint32_t elements_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t mask_ = 1;
  std::uint32_t shift_ = 1;
  std::uint32_t seed_ = 0;
};

}  // namespace warpgraph::algorithms::lists
