// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include <gtest/gtest.h>

#include "initial/host_graph.hpp"

namespace warpgraph::test {

// The same graph; rows are compared as maps, because their order is open.
inline void expect_same(const partitioning::HostGraph& found, const partitioning::HostGraph& expected) {
  using partitioning::Weight;
  ASSERT_EQ(found.row, expected.row);
  EXPECT_EQ(found.vertex_weight, expected.vertex_weight);
  for (VertexId c = 0; c < found.vertices(); ++c) {
    std::map<VertexId, Weight> mine;
    std::map<VertexId, Weight> theirs;
    found.for_neighbours(c, [&](VertexId d, Weight weight) { mine[d] = weight; });
    expected.for_neighbours(c, [&](VertexId d, Weight weight) { theirs[d] = weight; });
    EXPECT_EQ(mine, theirs) << c;
  }
}

}  // namespace warpgraph::test
