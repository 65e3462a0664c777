// SPDX-License-Identifier: Apache-2.0
#include "framework/shard/compiled_once.hpp"
#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

class ShardedPushTest : public ShardedCase {};
WARPGRAPH_INSTANTIATE_ON_SEVERAL(ShardedPushTest);

TEST_P(ShardedPushTest, LevelsAreThoseOfOneDevice) { expect_right_in_all_ways(Levels{}); }
TEST_P(ShardedPushTest, DistancesAreThoseOfOneDevice) { expect_right_in_all_ways(Distances{}); }
TEST_P(ShardedPushTest, DistancesAfterThreeSuperstepsAreThoseOfOneDevice) {
  expect_right_in_all_ways(Distances{3}, 3, "rmat");
}
TEST_P(ShardedPushTest, LabelsAreThoseOfOneDevice) { expect_right_in_all_ways(Labels{}); }

class LateDevicesTest : public ShardedCase {};
INSTANTIATE_TEST_SUITE_P(Host, LateDevicesTest, testing::ValuesIn(late_machines()), sharded_name);

TEST_P(LateDevicesTest, DistancesAreThoseOfOneDevice) {
  expect_right_in_all_ways(Distances{}, 0xffffffffu, "rmat");
  expect_right_in_all_ways(Distances{}, 0xffffffffu, "heavy-vertex");
}

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Labels);
WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Levels);

}  // namespace warpgraph
