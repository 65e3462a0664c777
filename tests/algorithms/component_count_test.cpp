// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/component_count.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace warpgraph {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Row = std::vector<EdgeId>;
using Column = std::vector<VertexId>;

TEST(ComponentCount, CountsVerticesWithoutEdges) { EXPECT_EQ(count_components(Row{0, 0, 0, 0}, Column{}), 3u); }

TEST(ComponentCount, OfAnEmptyGraphIsZero) { EXPECT_EQ(count_components(Row{0}, Column{}), 0u); }

// 0 -> 1 -> 2    3 -> 4 -> 3    5
TEST(ComponentCount, IgnoresDirections) {
  EXPECT_EQ(count_components(Row{0, 0, 1, 2, 3, 4, 4}, Column{0, 1, 4, 3}), 3u);
}

TEST(ComponentCount, IsOneOnAPathThatRunsAgainstTheIds) {
  constexpr VertexId kVertices = 10000;
  Row row(1, 0);
  Column column;
  for (VertexId v = 0; v < kVertices; ++v) {
    if (v + 1 < kVertices) column.push_back(v + 1);
    row.push_back(column.size());
  }

  EXPECT_EQ(count_components(row, column), 1u);
}

TEST(ComponentCount, IgnoresLoopsAndParallelEdges) {
  // 0: itself twice and 1; 1: 0 twice
  EXPECT_EQ(count_components(Row{0, 3, 5}, Column{0, 0, 1, 0, 0}), 1u);
}

}  // namespace
}  // namespace warpgraph
