// SPDX-License-Identifier: Apache-2.0
#include "finish/repair.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/thread_pool.hpp>

#include "finish/host_parts.hpp"
#include "host_graphs.hpp"
#include "limits.hpp"

namespace warpgraph::partitioning {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

// Stripes of a grid, of which the first has taken half of all others. Each of these lacks nearly half of its weight.
TEST(Repair, FillsLightPartsWithAFewLooksAtEachVertex) {
  constexpr VertexId kSide = 128;
  constexpr PartId kParts = 16;
  const SmallGraph graph = grid_graph(kSide, kSide);
  const PartitionInput input = graph.input();
  PartitionOptions options = into(kParts);
  options.min_weight.assign(kParts, kSide * kSide / kParts * 97 / 100);
  const Limits limits = find_limits(input, options);
  std::vector<PartId> part(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    const VertexId row = v / kSide;
    part[v] = row % (kSide / kParts) < kSide / kParts / 2 ? 0 : row / (kSide / kParts);
  }
  ThreadPool threads(1);
  HostParts parts(threads, input, options, limits, part);

  const std::uint64_t looks = repair(parts);

  const std::vector<std::int64_t> weights = weights_of(graph, part, kParts);
  EXPECT_EQ(weights, parts.weights());
  EXPECT_GE(*std::ranges::min_element(weights), options.min_weight.front());
  EXPECT_LE(*std::ranges::max_element(weights), limits.max.front());
  // One for each part, and those at the neighbours of what has moved.
  EXPECT_LE(looks, (kParts + 16) * std::uint64_t{graph.vertices()});
}

}  // namespace
}  // namespace warpgraph::partitioning
