// SPDX-License-Identifier: Apache-2.0
#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

// Values that are exchanged as a whole: structs, and numbers that the program reduces by a rule of its own.
namespace warpgraph::test {
namespace {

static_assert(PrioritisedProgram<NearestOf8Bytes> && PrioritisedProgram<NearestOf16Bytes>);
static_assert(PushableProgram<Divisors> && !PushableProgram<Nearest>);

class ExchangedTest : public EngineCase {};

TEST_P(ExchangedTest, NearestSourcesOf8BytesAreRightInAllWays) { expect_right_in_all_ways(NearestOf8Bytes{}); }
TEST_P(ExchangedTest, NearestSourcesAreRightAfterTwoSupersteps) { expect_right_in_all_ways(NearestOf8Bytes{}, 2); }
TEST_P(ExchangedTest, NearestSourcesOf16BytesAreRightInAllWays) { expect_right_in_all_ways(NearestOf16Bytes{}); }
TEST_P(ExchangedTest, CommonDivisorsAreRightInAllWays) { expect_right_in_all_ways(Divisors{}); }

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ExchangedTest);

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_ONE_DEVICE(NearestOf16Bytes);

}  // namespace warpgraph
