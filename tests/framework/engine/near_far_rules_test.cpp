// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace warpgraph::detail {
namespace {

constexpr std::uint32_t kMostInt = std::numeric_limits<std::uint32_t>::max();
constexpr float kMost = std::numeric_limits<float>::max();
constexpr float kLeast = std::numeric_limits<float>::min();
constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

TEST(NearFarRules, AStepIsAboveNothingAndFinite) {
  struct Row {
    double step;
    std::uint32_t of_int;  // the limit being near has 1 of it
    float of_float;
  };
  constexpr Row kRows[] = {{0, 0, kLeast},
                           {-5, 0, kLeast},
                           {1, 0, 1},
                           {1.9, 0, 1.9F},
                           {2, 1, 2},
                           {100, 99, 100},
                           {1e300, kMostInt / 4 - 1, kMost / 4},
                           {kNoNumber, 0, kLeast}};
  for (const Row& row : kRows) {
    EXPECT_EQ(to_step<std::uint32_t>(row.step), row.of_int) << row.step;
    EXPECT_EQ(to_step<float>(row.step), row.of_float) << row.step;
  }
}

TEST(NearFarRules, TheLimitIsNeverBelowTheNearest) {
  struct Row {
    std::uint32_t nearest, step, limit;
  };
  constexpr Row kRows[] = {{0, 0, 0},
                           {7, 0, 7},
                           {7, 10, 17},
                           {kMostInt - 10, 10, kMostInt},
                           {kMostInt - 9, 10, kMostInt},
                           {kMostInt, 0, kMostInt},
                           {kMostInt, kMostInt / 4, kMostInt}};
  for (const Row& row : kRows) EXPECT_EQ(next_limit(row.nearest, row.step), row.limit) << row.nearest;

  struct FloatRow {
    float nearest, step, limit;
  };
  constexpr FloatRow kFloats[] = {{0, kLeast, kLeast},      {1, 0.5F, 1.5F},
                                  {1e8F, 1, 1e8F},  // rounding takes the step
                                  {kMost, kLeast, kMost},   {kMost, kMost / 4, kInfinite},
                                  {kInfinite, 1, kInfinite}};
  for (const FloatRow& row : kFloats) EXPECT_EQ(next_limit(row.nearest, row.step), row.limit) << row.nearest;
}

TEST(NearFarRules, TheLimitItselfIsNear) {
  EXPECT_FALSE(is_far(7u, 7u));
  EXPECT_TRUE(is_far(8u, 7u));
  EXPECT_FALSE(is_far(kInfinite, kNoLimit<float>));
  EXPECT_FALSE(is_far(std::numeric_limits<float>::quiet_NaN(), 1.0F));
}

TEST(NearFarRules, FarVerticesWaitUntilTheyAreNear) {
  struct Row {
    std::uint32_t was_far, updated, near, far;
  };
  constexpr Row kRows[] = {{0b0000, 0b0011, 0b0001, 0b0010},
                           {0b0110, 0b0001, 0b0001, 0b0110},
                           {0b0110, 0b0010, 0b0010, 0b0100},  // it was far, and its update made it near
                           {0b0110, 0b0010, 0b0000, 0b0110},
                           {0, ~0u, ~0u, 0}};
  for (const Row& row : kRows) EXPECT_EQ(far_bits(row.was_far, row.updated, row.near), row.far) << &row - kRows;
}

}  // namespace
}  // namespace warpgraph::detail
