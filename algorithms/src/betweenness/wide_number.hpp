// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include <warpgraph/runtime/kernel/atomic.hpp>

namespace warpgraph::algorithms::brandes {

// A number below 2^524287 and as near to zero as its reciprocal, in 64 bits that are read and written at once: 20
// bits of exponent above 43 of fraction, where a double has 11 and 52. A result is off by at most 2^-44 of itself, and
// what is too large is infinite for good. It is worked with as a double between 1 and 2 and an exponent, some thirty
// instructions an addition: for what waits for memory anyway. Only negation and comparison know negative numbers.
class WideNumber {
 public:
  WideNumber() = default;
  WARPGRAPH_DEVICE explicit WideNumber(double value) : WideNumber(value == 0 ? WideNumber() : pack(value, 0)) {}

  // Without what exceeds a double's range.
  WARPGRAPH_DEVICE explicit operator double() const {
    constexpr int kNormal = 1022;
    if (bits_ == 0 || exponent() < -kNormal) return 0;
    return exponent() > kNormal ? std::numeric_limits<double>::infinity() : fraction() * power_of_two(exponent());
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_infinite() const { return bits_ == kInfinity; }

  WARPGRAPH_DEVICE friend WideNumber operator-(WideNumber a) { return WideNumber(-a.bits_, Bits{}); }
  WARPGRAPH_DEVICE friend bool operator<(WideNumber a, WideNumber b) { return a.bits_ < b.bits_; }
  WARPGRAPH_DEVICE friend bool operator==(WideNumber a, WideNumber b) { return a.bits_ == b.bits_; }

  WARPGRAPH_DEVICE friend WideNumber operator+(WideNumber a, WideNumber b) {
    constexpr int kTooFar = 60;
    const WideNumber more = a < b ? b : a;
    const WideNumber less = a < b ? a : b;
    const int distance = more.exponent() - less.exponent();
    if (less.bits_ == 0 || distance > kTooFar || more.is_infinite()) return more;
    return pack(more.fraction() + less.fraction() * power_of_two(-distance), more.exponent());
  }
  WARPGRAPH_DEVICE WideNumber& operator+=(WideNumber other) { return *this = *this + other; }
  WARPGRAPH_DEVICE friend WideNumber operator*(WideNumber a, WideNumber b) {
    if (a.bits_ == 0 || b.bits_ == 0) return {};
    return pack(a.fraction() * b.fraction(), a.exponent() + b.exponent());
  }
  WARPGRAPH_DEVICE friend WideNumber operator/(WideNumber a, WideNumber b) {
    if (a.bits_ == 0) return {};
    return pack(a.fraction() / b.fraction(), a.exponent() - b.exponent());
  }

  WARPGRAPH_DEVICE friend WideNumber load(WideNumber& from) { return WideNumber(atomic::load(from.bits_), Bits{}); }
  WARPGRAPH_DEVICE friend void store(WideNumber& to, WideNumber value) { atomic::store(to.bits_, value.bits_); }

 private:
  struct Bits {};
  static constexpr int kFraction = 43;
  static constexpr int kLost = 52 - kFraction;  // of a double's fraction
  static constexpr int kBias = 1 << 19;
  static constexpr int kDoubleBias = 1023;
  static constexpr std::int64_t kFractionMask = (std::int64_t{1} << kFraction) - 1;
  static constexpr std::int64_t kInfinity = std::numeric_limits<std::int64_t>::max();

  WARPGRAPH_DEVICE WideNumber(std::int64_t bits, Bits) : bits_(bits) {}

  // value * 2^exponent, of a positive double that is not denormal
  WARPGRAPH_DEVICE static WideNumber pack(double value, int exponent) {
    // If rounding up carries out of the fraction, it carries into the exponent: as it should.
    const std::int64_t rounded = (std::bit_cast<std::int64_t>(value) + (std::int64_t{1} << (kLost - 1))) >> kLost;
    const int biased = exponent + static_cast<int>(rounded >> kFraction) - kDoubleBias + kBias;
    if (biased <= 0) return {};
    if (biased >= 2 * kBias - 1) return WideNumber(kInfinity, Bits{});
    return WideNumber((std::int64_t{biased} << kFraction) | (rounded & kFractionMask), Bits{});
  }
  [[nodiscard]] WARPGRAPH_DEVICE int exponent() const { return static_cast<int>(bits_ >> kFraction) - kBias; }
  [[nodiscard]] WARPGRAPH_DEVICE double fraction() const {
    return std::bit_cast<double>(((bits_ & kFractionMask) << kLost) | (std::int64_t{kDoubleBias} << 52));
  }
  // `exponent`: one that a double has.
  WARPGRAPH_DEVICE static double power_of_two(int exponent) {
    return std::bit_cast<double>(std::int64_t{exponent + kDoubleBias} << 52);
  }

  std::int64_t bits_ = 0;  // of a negative number, minus those of its magnitude
};

// The same of doubles.
WARPGRAPH_DEVICE inline double load(double& from) { return atomic::load(from); }
WARPGRAPH_DEVICE inline void store(double& to, double value) { atomic::store(to, value); }
WARPGRAPH_DEVICE inline bool is_infinite(double value) { return value > std::numeric_limits<double>::max(); }
WARPGRAPH_DEVICE inline bool is_infinite(WideNumber value) { return value.is_infinite(); }

}  // namespace warpgraph::algorithms::brandes
