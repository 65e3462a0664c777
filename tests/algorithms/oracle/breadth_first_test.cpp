// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/breadth_first.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using Levels = std::vector<std::uint32_t>;

TEST(BreadthFirstOracle, CountsEdgesFromTheSource) {
  EXPECT_EQ(breadth_first_levels(graph_of(5, path(5)), 1), (Levels{1, 0, 1, 2, 3}));
  EXPECT_EQ(breadth_first_levels(graph_of(4, star(4)), 3), (Levels{1, 2, 2, 0}));
  EXPECT_EQ(breadth_first_levels(graph_of(4, clique(0, 4)), 2), (Levels{1, 1, 0, 1}));
  EXPECT_EQ(breadth_first_levels(graph_of(6, bridged_cliques(3)), 0), (Levels{0, 1, 1, 2, 3, 3}));
}

TEST(BreadthFirstOracle, FollowsDirections) {
  EXPECT_EQ(breadth_first_levels(graph_of(3, path(3), Direction::kDirected), 1), (Levels{kUnreached, 0, 1}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
