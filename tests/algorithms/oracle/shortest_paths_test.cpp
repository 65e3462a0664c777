// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/shortest_paths.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using Distances = std::vector<std::int64_t>;

// 0 -4- 1 -1- 2, 0 -7- 2, 2 -0- 3, 4 alone
const Ends kEnds = {{0, 1}, {1, 2}, {0, 2}, {2, 3}};

TEST(ShortestPathsOracle, TakesADetourThatIsShorter) {
  const auto graph = weighted_graph_of<std::int32_t>(5, kEnds, {4, 1, 7, 0});
  EXPECT_EQ(shortest_paths<std::int64_t>(graph, 0), (Distances{0, 4, 5, 5, kFar<std::int64_t>}));
}

TEST(ShortestPathsOracle, WorksInFloatingPoint) {
  const auto graph = weighted_graph_of<float>(5, kEnds, {0.5f, 0.25f, 1.0f, 0.0f});
  EXPECT_EQ(shortest_paths<float>(graph, 0), (std::vector<float>{0, 0.5f, 0.75f, 0.75f, kFar<float>}));
}

TEST(ShortestPathsOracle, DoesNotOverflowWhereWeightsAreLarge) {
  const auto graph = weighted_graph_of<std::int32_t>(4, path(4), {2147483647, 2147483647, 2147483647});
  EXPECT_EQ(shortest_paths<std::int64_t>(graph, 0), (Distances{0, 2147483647, 4294967294, 6442450941}));
}

TEST(ShortestPathsOracle, CountsEdgesThatHaveNoWeights) {
  EXPECT_EQ(shortest_paths<std::int64_t>(graph_of(6, bridged_cliques(3)), 0), (Distances{0, 1, 1, 2, 3, 3}));
  EXPECT_EQ(shortest_paths<std::int64_t>(graph_of(3, path(3), Direction::kDirected), 2),
            (Distances{kFar<std::int64_t>, kFar<std::int64_t>, 0}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
