// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/exact_sum.hpp>

#include <cstdint>
#include <iterator>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(ExactSum, TellsWhetherSumsAndDifferencesFit) {
  std::mt19937_64 random(5);
  const std::int64_t terms[] = {
      0, 1, -1, kLeast, kMost, kMost / 2, kLeast / 2, std::int64_t{1} << 32, -(std::int64_t{1} << 32)};
  int fitting = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    graphs::ExactSum sum{};
    Wide expected = 0;
    for (int i = 0; i < 1 + trial % 7; ++i) {
      const std::int64_t term =
          random() % 2 == 0 ? terms[random() % std::size(terms)] : static_cast<std::int64_t>(random());
      const bool is_added = random() % 2 == 0;
      sum = is_added ? sum + graphs::ExactSum::of(term) : sum - graphs::ExactSum::of(term);
      expected += is_added ? Wide{term} : -Wide{term};
    }
    const bool fits = expected >= kLeast && expected <= kMost;
    ASSERT_EQ(sum.fits(), fits) << trial;
    if (!fits) continue;
    ASSERT_EQ(sum.value(), static_cast<std::int64_t>(expected)) << trial;
    ++fitting;
  }
  EXPECT_GT(fitting, 1000);
}

}  // namespace
}  // namespace warpgraph::test
