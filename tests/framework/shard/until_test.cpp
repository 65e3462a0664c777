// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/engine/until_case.hpp"
#include "framework/shard/compiled_once.hpp"
#include "framework/shard/grid_case.hpp"
#include "framework/shard/sharded_case.hpp"

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

// EngineOptions::until on several devices, on ranks and on grids of ranks.
namespace warpgraph::test {
namespace {

std::string name_of(const EngineOptions& options) {
  return options.plan ? std::string(to_string(*options.plan)) : "automatic";
}

class ShardedUntilTest : public ShardedCase {
 protected:
  // By each plan and by what else may travel, for several targets.
  template <class P>
  void expect_targets(const P& program, const std::vector<std::optional<Plan>>& plans) {
    std::size_t turn = 0;
    for (const NamedGraph& on : small_graphs()) {
      if (on.name != "rmat" && on.name != "road" && on.name != "star") continue;
      const VertexId count = on.graph.vertex_count();
      const auto expected = run_serially(on.graph, program);
      for (const Copies copies : {Copies::kAll, Copies::kRead}) {
        const ShardedGraph<std::int32_t> graph = spread(on.graph, 0, 0, copies);
        for (const std::optional<Plan> plan : plans) {
          EngineOptions options;
          options.plan = plan;
          options.until =
              turn % 3 == 0 ? std::vector<VertexId>{count - 1, count / 3} : std::vector<VertexId>{count / 2};
          options.exchange.refinement = turn % 4 == 3 ? Refinement::kMarked : Refinement::kUpdated;
          ++turn;
          SCOPED_TRACE(on.name + ", " + name_of(options));
          const auto result = warpgraph::run(graph, program, options);
          expect_settled(result, result.to_host(graph.streams()), expected, options.until);
          if (HasFailure()) return;
        }
      }
    }
  }
};
WARPGRAPH_INSTANTIATE_ON_SEVERAL(ShardedUntilTest);

TEST_P(ShardedUntilTest, TargetsOfDistancesHaveTheirLastValues) {
  expect_targets(Distances{0},
                 {{}, Plan::kPriority, Plan::kPush, Plan::kPushLoop, Plan::kPullUnsettled, Plan::kPullAll});
}
TEST_P(ShardedUntilTest, TargetsOfSearchesHaveTheirLastValues) {
  expect_targets(Levels{0}, {{}, Plan::kPush, Plan::kPushLoop, Plan::kPullFirst});
}
TEST_P(ShardedUntilTest, TargetsOfWideValuesHaveTheirLastValues) {
  expect_targets(NearestOf16Bytes{}, {{}, Plan::kPriority, Plan::kPush});
}

TEST_P(ShardedUntilTest, AWayToAVertexNearbyIsASmallPartOfTheRun) {
  const ShardedGraph<std::int32_t> graph = spread(wide_grid(), 0);
  EngineOptions options;
  const auto all = warpgraph::run(graph, Distances{0}, options);
  const auto all_levels = warpgraph::run(graph, Levels{0}, options);
  options.until = {kNearby};
  expect_a_small_part(warpgraph::run(graph, Distances{0}, options), all);
  expect_a_small_part(warpgraph::run(graph, Levels{0}, options), all_levels);
}

// The target is the first rank's, or the last one's, and all ranks end together.
template <class P>
void expect_targets_on_ranks(const P& program, std::optional<Plan> plan) {
  const auto expected = run_serially(wide_grid(), program);
  for (const VertexId target : {kNearby, kWidth * (kWidth - 1) + 5}) {
    EngineOptions options;
    options.plan = plan;
    options.until = {target};
    SCOPED_TRACE(name_of(options) + ", until " + std::to_string(target));
    on_ranks(3, [&](Ranks& ranks) {
      Runtime runtime(ranks.rank() == 1 ? "host:2" : "host:1", threaded());
      const auto graph = shards::shard_part(ranks, runtime, part_of(wide_grid(), ranks), {});
      const auto result = warpgraph::run(graph, program, options);
      EXPECT_EQ(result.end, RunEnd::kTargetsSettled);
      const auto values = ranks::gather_on_first(ranks, result.to_host(graph.streams()));
      if (ranks.rank() == 0) expect_settled(result, values, expected, options.until);
    });
  }
}
TEST(UntilOnRanks, TargetsOfDistancesHaveTheirLastValues) {
  expect_targets_on_ranks(Distances{0}, {});
  expect_targets_on_ranks(Distances{0}, Plan::kPush);
}
TEST(UntilOnRanks, TargetsOfSearchesHaveTheirLastValues) { expect_targets_on_ranks(Levels{0}, {}); }

TEST(UntilOnRanks, OtherTargetsOnOneRankAreADifferentCall) {
  on_ranks(2, [&](Ranks& ranks) {
    Runtime runtime("host:1", threaded());
    const auto graph = shards::shard_part(ranks, runtime, part_of(wide_grid(), ranks), {});
    EngineOptions options;
    options.until = {static_cast<VertexId>(ranks.rank())};
    EXPECT_THROW((void)warpgraph::run(graph, Levels{0}, options), DifferentCalls);
  });
}

TEST(UntilOnGrids, TargetsHaveTheirLastValues) {
  EngineOptions options;
  options.until = {kNearby, 2 * kWidth};
  const auto expect = [&](const auto& program) {
    using Value = typename std::remove_cvref_t<decltype(program)>::VertexValue;
    const auto expected = run_serially(wide_grid(), program);
    const auto values = on_grid_of_ranks<Value>(wide_grid(), {2, 2}, {}, [&](const auto& graph) {
      auto result = warpgraph::run(graph, program, options);
      EXPECT_EQ(result.end, RunEnd::kTargetsSettled);
      return result;
    });
    for (const VertexId target : options.until) EXPECT_EQ(values[target], expected[target]);
  };
  expect(Distances{0});
  expect(Levels{0});
}

}  // namespace
}  // namespace warpgraph::test
