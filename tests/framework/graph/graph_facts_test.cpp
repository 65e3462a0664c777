// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph_facts.hpp>

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph {
namespace {

TEST(IsLocal, OfAGraphInHostMemoryLooksAtWhereEdgesLead) {
  constexpr VertexId kCount = 5000;
  std::vector<EdgeId> row(kCount + 1);
  std::iota(row.begin(), row.end(), EdgeId{0});
  std::vector<VertexId> near(kCount);
  std::vector<VertexId> far(kCount);
  for (VertexId v = 0; v < kCount; ++v) {
    near[v] = v == 0 ? 0 : v - 1;
    far[v] = (v + kCount / 2) % kCount;
  }

  EXPECT_TRUE(has_locality(row, near));
  EXPECT_FALSE(has_locality(row, far));
}

}  // namespace
}  // namespace warpgraph
