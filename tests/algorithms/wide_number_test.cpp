// SPDX-License-Identifier: Apache-2.0
#include "betweenness/wide_number.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)
using namespace brandes;     // NOLINT(google-build-using-namespace): its parts

double value_of(WideNumber number) { return static_cast<double>(number); }

WideNumber two_to_the(int exponent) {
  WideNumber result(1);
  for (int i = 0; i < exponent; ++i) result += result;
  return result;
}

TEST(WideNumber, RoundsTo44Bits) {
  const double precision = std::ldexp(1, -44);
  std::mt19937_64 random(1);
  const auto draw = [&] {
    const double fraction = std::ldexp(static_cast<double>(random() >> 11), -53);
    return value_of(WideNumber(std::ldexp(1 + fraction, static_cast<int>(random() % 100) - 50)));
  };
  for (int i = 0; i < 1000; ++i) {
    const double a = draw();
    const double b = draw();
    const auto is_near = [&](WideNumber found, double right) {
      EXPECT_NEAR(value_of(found), right, precision * right) << a << ' ' << b;
    };
    is_near(WideNumber(a) + WideNumber(b), a + b);
    is_near(WideNumber(a) * WideNumber(b), a * b);
    is_near(WideNumber(a) / WideNumber(b), a / b);
    EXPECT_EQ(WideNumber(a) < WideNumber(b), a < b);
    EXPECT_EQ(-WideNumber(a) < -WideNumber(b), b < a);
  }
}

TEST(WideNumber, KnowsZero) {
  const WideNumber zero;
  const WideNumber some(3);
  EXPECT_EQ(zero, WideNumber(0));
  EXPECT_EQ(-zero, zero);
  EXPECT_EQ(zero + some, some);
  EXPECT_EQ(some + zero, some);
  EXPECT_EQ(zero * some, zero);
  EXPECT_EQ(zero / some, zero);
  EXPECT_TRUE(-some < zero && zero < some);
  EXPECT_EQ(value_of(zero), 0);
}

TEST(WideNumber, ReachesFartherThanDoubles) {
  const WideNumber large = two_to_the(5000);
  EXPECT_EQ(value_of(large), std::numeric_limits<double>::infinity());
  EXPECT_EQ(value_of(WideNumber(1) / large), 0);
  EXPECT_EQ(value_of(WideNumber(6) / large * large), 6);
  EXPECT_EQ(large + WideNumber(1), large);
}

TEST(WideNumber, EndsAt2ToThe524287) {
  const WideNumber max = two_to_the(524286);
  EXPECT_FALSE(max.is_infinite());
  EXPECT_EQ(value_of(WideNumber(1) / max * max), 1);
  const WideNumber beyond = max + max;
  EXPECT_TRUE(beyond.is_infinite());
  EXPECT_TRUE((beyond + WideNumber(1)).is_infinite());
}

}  // namespace
}  // namespace warpgraph::test
