// SPDX-License-Identifier: Apache-2.0
#include "sum_limits.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

// 1 is the root of 0 and 2, and 2 the parent of 3.
const std::vector<VertexId> kParent{1, 1, 1, 2};
const std::vector<VertexId> kPreorder{1, 0, 2, 3};

template <class T>
std::optional<std::size_t> wrong_sum(const std::vector<T>& value, const std::vector<T>& sum) {
  return cli::find_wrong_subtree_sum<T>(kParent, kPreorder, value, sum);
}

TEST(SumLimits, FindWrongSumsOfSubtrees) {
  const std::vector<std::int64_t> value{1, 2, 3, 4};
  EXPECT_EQ(wrong_sum<std::int64_t>(value, {1, 10, 7, 4}), std::nullopt);
  EXPECT_EQ(wrong_sum<std::int64_t>(value, {1, 10, 8, 4}), 2u);
  EXPECT_EQ(wrong_sum<std::int64_t>(value, {1, 9, 7, 4}), 1u);
}

TEST(SumLimits, AllowSumsOfDoublesWhatASumOverTheForestLoses) {
  const std::vector<double> value{1, 2, 3, 4};
  EXPECT_EQ(wrong_sum<double>(value, {1, 10, 7 + 1e-15, 4}), std::nullopt);
  EXPECT_EQ(wrong_sum<double>(value, {1, 10, 7 + 1e-12, 4}), 2u);
  EXPECT_EQ(wrong_sum<double>(value, {std::numeric_limits<double>::quiet_NaN(), 10, 7, 4}), 0u);
  EXPECT_EQ(wrong_sum<double>({1e300, 2, 3, 4}, {1e300, 1e300, 0, 4}), std::nullopt);  // 7 is lost beside it
}

TEST(SumLimits, LoseNothingAlongPaths) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> wrapped{5, 0, kMost, std::numeric_limits<std::int64_t>::min()};  // kMost + 1
  const std::vector<graphs::ExactSum> exact = cli::exact_path_sums(kParent, kPreorder, wrapped);
  EXPECT_EQ(exact[0].value(), 5);
  EXPECT_EQ(exact[2].value(), kMost);
  EXPECT_FALSE(exact[3].fits());
  EXPECT_EQ((exact[3] - exact[2]).value(), 1);
}

}  // namespace
}  // namespace warpgraph::test
