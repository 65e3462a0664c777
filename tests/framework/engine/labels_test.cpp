// SPDX-License-Identifier: Apache-2.0
#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

class LabelsTest : public EngineCase {};

TEST_P(LabelsTest, LowestLabelsAreRightInAllWays) { expect_right_in_all_ways(Labels{}); }
TEST_P(LabelsTest, SetsOfSourcesAreRightInAllWays) { expect_right_in_all_ways(ReachedFrom{}); }
TEST_P(LabelsTest, SetsOfSourcesAreRightAfterTwoSupersteps) { expect_right_in_all_ways(ReachedFrom{}, 2); }

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(LabelsTest);

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_ONE_DEVICE(Labels);
WARPGRAPH_RUN_ON_ONE_DEVICE(ReachedFrom);

}  // namespace warpgraph
