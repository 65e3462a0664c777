// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <warpgraph/framework/graph/exact_sum.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>

// The weight of a whole forest, from sums of its edges' weights that are the same in any order. Each way of adding has
// `of`, the sum of one weight; + of two sums; and add_to, for a sum in memory that several warps add to. {} is 0.
namespace warpgraph::algorithms::forest {

struct IntegerAdding {
  using Sum = graphs::ExactSum;

  WARPGRAPH_DEVICE static Sum of(std::int64_t weight) { return graphs::ExactSum::of(weight); }
  WARPGRAPH_DEVICE static void add_to(Sum& total, const Sum& part) {
    atomic::fetch_add(total.high, part.high);
    atomic::fetch_add(total.low, part.low);
  }
};

// What must be known of floats before they are added up.
struct FloatRange {
  double size;               // of the largest finite one, without its sign
  std::uint32_t infinities;  // bit 0: there is a positive one; bit 1: a negative one

  friend WARPGRAPH_DEVICE FloatRange operator+(const FloatRange& a, const FloatRange& b) {
    return {a.size < b.size ? b.size : a.size, a.infinities | b.infinities};
  }
};
struct FloatRanging {
  using Sum = FloatRange;

  WARPGRAPH_DEVICE static Sum of(double weight) {
    if (weight > std::numeric_limits<double>::max()) return {0, 1};
    if (weight < std::numeric_limits<double>::lowest()) return {0, 2};
    return {weight < 0 ? -weight : weight, 0};
  }
  WARPGRAPH_DEVICE static void add_to(Sum& total, const Sum& part) {
    atomic::fetch_max(total.size, part.size);
    atomic::fetch_or(total.infinities, part.infinities);
  }
};

// A sum of fewer than 2^32 integers of 120 bits, in digits that take up their own carries.
struct FixedPointSum {
  static constexpr int kDigits = 4;
  static constexpr int kDigitBits = 30;
  std::int64_t digit[kDigits];  // the most significant one first

  friend WARPGRAPH_DEVICE FixedPointSum operator+(const FixedPointSum& a, const FixedPointSum& b) {
    FixedPointSum sum;
    WARPGRAPH_UNROLL
    for (int i = 0; i < kDigits; ++i) sum.digit[i] = a.digit[i] + b.digit[i];
    return sum;
  }
};

// Takes finite floats of a range as multiples of 2^-120 of the power of two above them all: what is lost is lost of
// each float by itself, and nothing is lost where they are added up.
class FloatAdding {
 public:
  using Sum = FixedPointSum;

  explicit FloatAdding(const FloatRange& range) {
    (void)std::frexp(range.size, &exponent_);
    // 2^-exponent_ may be no double, but these two are.
    scale_ = std::ldexp(1.0, -exponent_ / 2);
    other_scale_ = std::ldexp(1.0, -exponent_ - -exponent_ / 2);
  }

  [[nodiscard]] WARPGRAPH_DEVICE Sum of(double weight) const {
    constexpr double kBase = std::int64_t{1} << Sum::kDigitBits;
    Sum sum;
    double rest = weight * scale_ * other_scale_;  // between -1 and 1
    WARPGRAPH_UNROLL
    for (int i = 0; i < Sum::kDigits; ++i) {
      rest *= kBase;
      sum.digit[i] = static_cast<std::int64_t>(rest);
      rest -= static_cast<double>(sum.digit[i]);
    }
    return sum;
  }
  WARPGRAPH_DEVICE static void add_to(Sum& total, const Sum& part) {
    WARPGRAPH_UNROLL
    for (int i = 0; i < Sum::kDigits; ++i) atomic::fetch_add(total.digit[i], part.digit[i]);
  }

  // Rounded to double; infinite if double does not hold it.
  [[nodiscard]] double value_of(Sum sum) const {
    carry(sum);
    const bool is_negative = sum.digit[0] < 0;
    if (is_negative) {
      for (std::int64_t& each : sum.digit) each = -each;
      carry(sum);
    }
    // The leading 63 bits; the last of them is set if any behind it is, so that the conversion rounds as all bits say.
    std::uint64_t leading = static_cast<std::uint64_t>(sum.digit[0]);
    std::uint64_t behind = 0;
    int bits = Sum::kDigitBits;
    for (int i = 1; i < Sum::kDigits; ++i) {
      for (int bit = Sum::kDigitBits - 1; bit >= 0; --bit) {
        const std::uint64_t next = static_cast<std::uint64_t>(sum.digit[i]) >> bit & 1;
        if (leading >> 62 != 0) {
          behind |= next;
        } else {
          leading = leading << 1 | next;
          ++bits;
        }
      }
    }
    const double value = std::ldexp(static_cast<double>(leading | behind), exponent_ - bits);
    return is_negative ? -value : value;
  }

 private:
  // Leaves less than 2^kDigitBits, and nothing below 0, to all digits but the first.
  static void carry(Sum& sum) {
    for (int i = Sum::kDigits - 1; i > 0; --i) {
      const std::int64_t carried = sum.digit[i] >> Sum::kDigitBits;
      sum.digit[i - 1] += carried;
      sum.digit[i] -= carried << Sum::kDigitBits;
    }
  }

  int exponent_ = 0;
  double scale_ = 1;
  double other_scale_ = 1;
};

inline std::int64_t total_of_integers(const graphs::ExactSum& sum) {
  if (sum.fits()) return sum.value();
  throw RefusedGraphError<InputError>(
      graphs::RefusedGraph(graphs::RefusedGraph::Reason::kNarrowWeights, ValueType::kDouble),
      "spanning forest: its edges together weigh more than 64 bits hold; weights of double have a total that is "
      "rounded");
}

// sum_by(adding) is the sum of all weights by this way of adding. Infinite, or not a number, only if weights are.
template <class SumBy>
double total_of_floats(const SumBy& sum_by) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const FloatRange range = sum_by(FloatRanging{});
  if (range.infinities == 1) return kInfinity;
  if (range.infinities == 2) return -kInfinity;
  if (range.infinities == 3) return std::numeric_limits<double>::quiet_NaN();
  const FloatAdding adding(range);
  const double total = adding.value_of(sum_by(adding));
  if (std::isfinite(total)) return total;
  throw InputError("spanning forest: its edges together weigh more than double holds");
}

}  // namespace warpgraph::algorithms::forest
