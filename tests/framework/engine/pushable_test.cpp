// SPDX-License-Identifier: Apache-2.0
#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

class PushableTest : public EngineCase {};

TEST_P(PushableTest, DistancesAreRightInAllWays) { expect_right_in_all_ways(Distances{3}); }
TEST_P(PushableTest, DistancesAreRightAfterThreeSupersteps) { expect_right_in_all_ways(Distances{3}, 3); }
TEST_P(PushableTest, WidthsAreRightInAllWays) { expect_right_in_all_ways(Widths{0}); }

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PushableTest);

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_ONE_DEVICE(Distances);

}  // namespace warpgraph
