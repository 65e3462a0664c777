// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "framework/engine/even_graph.hpp"
#include "framework/shard/compiled_once.hpp"
#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class ShardedPullTest : public ShardedCase {};
WARPGRAPH_INSTANTIATE_ON_SEVERAL(ShardedPullTest);

TEST_P(ShardedPullTest, StructsAreThoseOfOneDevice) { expect_right_in_all_ways(Nearest{}); }
TEST_P(ShardedPullTest, PublishedValuesAreThoseOfOneDevice) { expect_right_in_all_ways(Walks{}, 7); }
TEST_P(ShardedPullTest, AggregatesAreThoseOfOneDevice) {
  for (const NamedGraph& each : small_graphs()) {
    const Growth program{1000000000};
    const auto expected = run_serially(each.graph, program);
    for_all_ways(program, each, 0xffffffffu, [&](const auto& values, const auto&) { EXPECT_EQ(values, expected); });
    if (HasFailure()) return;
  }
}

// Gathered along blocks of the edges that each device has; and along the edges as they are where a device holds more
// than it owns.
TEST_P(ShardedPullTest, RanksInBlocksAreThoseOfOneDevice) {
  const Graph<std::int32_t> host = even_graph();
  const programs::PageRanks<double> ranks{
      .damping = 0.85, .everywhere = 1.0 / host.vertex_count(), .starts = {}, .tolerance = 0};
  const std::vector<double> expected = run_serially(host, ranks, 5);
  for (const double overlap : {0.0, 0.4}) {
    const ShardedGraph<std::int32_t> graph = spread(host, overlap);
    const auto result =
        warpgraph::run(graph, ranks, {.max_supersteps = 5, .tuning = {.thresholds = {.block_bytes = 9000}}});
    const std::vector<double> values = result.to_host(graph.streams());
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t v = 0; v < values.size(); ++v)
      ASSERT_NEAR(values[v], expected[v], 1e-12 * expected[v]) << "vertex " << v << ", overlap " << overlap;
    const bool has_more = overlap != 0 && GetParam().devices > 1;
    for (int i = 0; i < GetParam().devices; ++i) {
      const MemoryUse use = runtime().device(i).memory();
      const auto found = std::ranges::find(use.items, "engine blocks", &MemoryUse::Item::name);
      EXPECT_EQ(found == use.items.end() || found->in_use == 0, has_more) << "device " << i;
    }
  }
}

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Nearest);

}  // namespace warpgraph
