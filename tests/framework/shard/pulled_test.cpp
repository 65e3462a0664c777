// SPDX-License-Identifier: Apache-2.0
#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

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

}  // namespace
}  // namespace warpgraph::test
