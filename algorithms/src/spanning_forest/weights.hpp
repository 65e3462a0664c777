// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/view.hpp>

// Weights as unsigned numbers of the same order: kernels compare those and know no types.
namespace warpgraph::algorithms::forest {

enum class WeightKind : std::uint32_t { kNone, kInteger, kFloating };

// Negative floats order backwards, and below the others; both zeros are one.
template <class Word>
WARPGRAPH_DEVICE constexpr Word ordered_integer(Word bits) {
  return bits ^ (Word{1} << (8 * sizeof(Word) - 1));
}
template <class Word>
WARPGRAPH_DEVICE constexpr Word ordered_float(Word bits) {
  constexpr Word kSign = Word{1} << (8 * sizeof(Word) - 1);
  if (bits == kSign) bits = 0;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

// The infinite ones are the outermost of the numbers that are numbers.
template <class Word>
inline constexpr Word kInfinity = sizeof(Word) == 4 ? Word{0x7f800000u} : static_cast<Word>(0x7ff0000000000000u);
template <class Word>
WARPGRAPH_DEVICE constexpr bool is_number(Word ordered) {
  constexpr Word kSign = Word{1} << (8 * sizeof(Word) - 1);
  return ordered >= Word{~(kInfinity<Word> | kSign)} && ordered <= (kInfinity<Word> | kSign);
}

struct Weights {
  WeightKind kind = WeightKind::kNone;
  View<const std::uint32_t> narrow;  // one of the two, as the graph's values have four bytes or eight
  View<const std::uint64_t> wide;

  template <EdgeValueType EdgeValue>
  static Weights of(const View<const EdgeValue>& value) {
    Weights weights;
    if constexpr (graphs::kHasValue<EdgeValue>) {
      weights.kind = std::is_floating_point_v<EdgeValue> ? WeightKind::kFloating : WeightKind::kInteger;
      using Word = std::conditional_t<sizeof(EdgeValue) == 4, std::uint32_t, std::uint64_t>;
      const View<const Word> words(reinterpret_cast<const Word*>(value.data()), value.size(), value.space());
      if constexpr (sizeof(Word) == 4)
        weights.narrow = words;
      else
        weights.wide = words;
    }
    return weights;
  }

  // For weights of four bytes, or none.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t narrow_at(EdgeId e) const {
    return kind == WeightKind::kNone ? 0 : ordered(narrow, e);
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t at(EdgeId e) const {
    return wide.empty() ? narrow_at(e) : ordered(wide, e);
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_weight(std::uint64_t weight) const {
    if (kind != WeightKind::kFloating) return true;
    return wide.empty() ? is_number(static_cast<std::uint32_t>(weight)) : is_number(weight);
  }

 private:
  template <class Word>
  [[nodiscard]] WARPGRAPH_DEVICE Word ordered(const View<const Word>& words, EdgeId e) const {
    Word bits;
    memcpy(&bits, &words[e], sizeof(Word));  // they are floats, maybe
    return kind == WeightKind::kFloating ? ordered_float(bits) : ordered_integer(bits);
  }
};

}  // namespace warpgraph::algorithms::forest
