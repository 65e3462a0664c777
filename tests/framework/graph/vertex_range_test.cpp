// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/vertex_range.hpp>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

TEST(VertexRange, JoinedWithAnotherReachesFromTheFirstVertexToTheLast) {
  EXPECT_EQ((VertexRange{3, 5}).joined_with({5, 9}), (VertexRange{3, 9}));
  EXPECT_EQ((VertexRange{5, 9}).joined_with({3, 5}), (VertexRange{3, 9}));
}

TEST(VertexRange, JoinedWithAnEmptyOneStays) {
  EXPECT_EQ((VertexRange{3, 5}).joined_with({9, 9}), (VertexRange{3, 5}));
  EXPECT_EQ((VertexRange{0, 0}).joined_with({3, 5}), (VertexRange{3, 5}));
  EXPECT_EQ((VertexRange{0, 0}).joined_with({7, 7}), (VertexRange{0, 0}));
}

}  // namespace
}  // namespace warpgraph::test
