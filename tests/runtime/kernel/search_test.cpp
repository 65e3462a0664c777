// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/kernel/search.hpp>

#include "support/random.hpp"

namespace warpgraph::test {
namespace {

TEST(UpperBound, CountsElementsThatAreNotGreater) {
  for (std::size_t size = 0; size < 70; ++size) {
    auto sorted = random_values<int>(size, 0, 20, size);
    std::ranges::sort(sorted);
    for (int key = -1; key <= 21; ++key) {
      const auto expected = std::upper_bound(sorted.begin(), sorted.end(), key) - sorted.begin();
      EXPECT_EQ(kernel::upper_bound(view_of(sorted), key), static_cast<std::size_t>(expected))
          << size << " elements, " << key;
    }
  }
}

TEST(UpperBound, OfAConstantView) {
  const std::vector<double> sorted{0.5, 1.5, 1.5, 2.5};
  EXPECT_EQ(kernel::upper_bound(view_of(sorted), 1.5), 3u);
}

}  // namespace
}  // namespace warpgraph::test
