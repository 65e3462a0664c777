// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/components.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using Labels = std::vector<VertexId>;

TEST(ComponentsOracle, AreCalledAfterTheirLeastVertex) {
  Ends two_cliques = clique(0, 3);
  for (const auto& each : clique(3, 6)) two_cliques.push_back(each);
  EXPECT_EQ(components(graph_of(7, two_cliques)), (Labels{0, 0, 0, 3, 3, 3, 6}));
  EXPECT_EQ(components(graph_of(6, bridged_cliques(3))), (Labels{0, 0, 0, 0, 0, 0}));
}

TEST(ComponentsOracle, DoNotDependOnDirections) {
  EXPECT_EQ(components(graph_of(5, {{4, 2}, {1, 2}, {3, 3}}, Direction::kDirected)), (Labels{0, 1, 1, 3, 1}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
