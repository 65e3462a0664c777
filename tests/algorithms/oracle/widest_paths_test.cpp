// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/widest_paths.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using Widths = std::vector<std::int32_t>;

// 0 -4- 1 -3- 2, 0 -2- 2, 2 -9- 3, 4 alone
TEST(WidestPathsOracle, TakesADetourThatIsWider) {
  const auto graph = weighted_graph_of<std::int32_t>(5, {{0, 1}, {1, 2}, {0, 2}, {2, 3}}, {4, 3, 2, 9});
  EXPECT_EQ(widest_paths<std::int32_t>(graph, 0), (Widths{kWide<std::int32_t>, 4, 3, 3, 0}));
  EXPECT_EQ(widest_paths<std::int32_t>(graph, 3), (Widths{3, 3, 9, kWide<std::int32_t>, 0}));
}

TEST(WidestPathsOracle, IsTheNarrowestEdgeOfAPath) {
  const auto graph = weighted_graph_of<double>(4, path(4), {5, 0.5, 7}, Direction::kDirected);
  EXPECT_EQ(widest_paths<double>(graph, 0), (std::vector<double>{kWide<double>, 5, 0.5, 0.5}));
  EXPECT_EQ(widest_paths<double>(graph, 2), (std::vector<double>{0, 0, kWide<double>, 7}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
