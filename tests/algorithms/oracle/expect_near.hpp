// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph::test::oracle {

inline void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t v = 0; v < values.size(); ++v) EXPECT_NEAR(values[v], expected[v], 1e-10) << v;
}

}  // namespace warpgraph::test::oracle
