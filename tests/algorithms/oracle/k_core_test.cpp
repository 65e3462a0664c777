// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/k_core.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using Cores = std::vector<std::uint32_t>;

TEST(KCoreOracle, OfTreesIsOne) {
  EXPECT_EQ(core_numbers(graph_of(4, path(4))), (Cores{1, 1, 1, 1}));
  EXPECT_EQ(core_numbers(graph_of(5, star(4))), (Cores{1, 1, 1, 1, 0}));
}

TEST(KCoreOracle, OfCliquesIsTheirSizeLessOne) {
  EXPECT_EQ(core_numbers(graph_of(5, clique(0, 5))), (Cores{4, 4, 4, 4, 4}));
  EXPECT_EQ(core_numbers(graph_of(8, bridged_cliques(4))), Cores(8, 3));
}

// A triangle with a tail, a self-loop and an edge twice.
TEST(KCoreOracle, CountsNeighboursOnce) {
  EXPECT_EQ(core_numbers(graph_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 3}, {4, 4}})),
            (Cores{2, 2, 2, 1, 1}));
}

}  // namespace
}  // namespace warpgraph::test::oracle
