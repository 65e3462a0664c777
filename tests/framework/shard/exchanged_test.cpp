// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "framework/shard/compiled_once.hpp"
#include "framework/shard/sharded_case.hpp"

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

class ShardedExchangedTest : public ShardedCase {};
WARPGRAPH_INSTANTIATE_ON_SEVERAL(ShardedExchangedTest);

TEST_P(ShardedExchangedTest, NearestSourcesOf8BytesAreThoseOfOneDevice) { expect_right_in_all_ways(NearestOf8Bytes{}); }
TEST_P(ShardedExchangedTest, NearestSourcesOf16BytesAreThoseOfOneDevice) {
  expect_right_in_all_ways(NearestOf16Bytes{});
}

// The same between ranks, which are threads here, with two devices each.
template <class P>
void expect_right_on_ranks(const P& program, std::uint32_t max_supersteps = kNoLimit) {
  for (const NamedGraph& each : small_graphs()) {
    if (each.graph.vertex_count() == 0) continue;
    const auto expected = run_serially(each.graph, program, max_supersteps);
    for (const Copies copies : {Copies::kAll, Copies::kRead}) {
      SCOPED_TRACE(each.name + ", copies of " + std::string(to_string(copies)));
      on_ranks(3, [&](Ranks& ranks) {
        Runtime runtime("host:2", threaded());
        const auto sharded = shards::shard_part(ranks, runtime, part_of(each.graph, ranks), {.copies = copies});
        const auto result = warpgraph::run(sharded, program, {.max_supersteps = max_supersteps});
        const auto values = ranks::gather_on_first(ranks, result.to_host(sharded.streams()));
        if (ranks.rank() != 0) return;
        EXPECT_EQ(values, expected);
      });
    }
  }
}

TEST(RanksExchanged, NearestSourcesOf8BytesAreThoseOfOneDevice) { expect_right_on_ranks(NearestOf8Bytes{}); }
TEST(RanksExchanged, NearestSourcesAfterTwoSuperstepsAreThoseOfOneDevice) {
  expect_right_on_ranks(NearestOf8Bytes{}, 2);
}
TEST(RanksExchanged, NearestSourcesOf16BytesAreThoseOfOneDevice) { expect_right_on_ranks(NearestOf16Bytes{}); }

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_SEVERAL_DEVICES(NearestOf16Bytes);

}  // namespace warpgraph
