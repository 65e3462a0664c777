// SPDX-License-Identifier: Apache-2.0
#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

class PullOnlyTest : public EngineCase {};

TEST_P(PullOnlyTest, ValuesOfSeveralFieldsAreRightInAllWays) { expect_right_in_all_ways(Nearest{}); }

// Every superstep depends on all values of the one before: a value that is read too late or too early shows.
TEST_P(PullOnlyTest, SuperstepsReadTheOneBeforeInAllWays) {
  expect_right_in_all_ways(Walks{}, 1);
  expect_right_in_all_ways(Walks{}, 4);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PullOnlyTest);

}  // namespace
}  // namespace warpgraph::test
