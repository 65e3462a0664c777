// SPDX-License-Identifier: Apache-2.0
#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

class ShardedExchangedTest : public ShardedCase {};
WARPGRAPH_INSTANTIATE_ON_SEVERAL(ShardedExchangedTest);

TEST_P(ShardedExchangedTest, NearestSourcesOf8BytesAreThoseOfOneDevice) { expect_right_in_all_ways(NearestOf8Bytes{}); }
TEST_P(ShardedExchangedTest, NearestSourcesOf16BytesAreThoseOfOneDevice) {
  expect_right_in_all_ways(NearestOf16Bytes{});
}

}  // namespace
}  // namespace warpgraph::test
