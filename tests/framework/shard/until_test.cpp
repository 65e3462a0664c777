// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/engine/until_case.hpp"
#include "framework/shard/compiled_once.hpp"
#include "framework/shard/grid_case.hpp"
#include "framework/shard/sharded_case.hpp"

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"
#include "support/time_limit.hpp"

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
        const ShardedGraph<std::int32_t> graph = spread(on.graph, 0, copies);
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

// Counts the messages from all ranks to all, and acts after the one with this number.
class CountingRanks final : public Ranks {
 public:
  explicit CountingRanks(Ranks& of) : of_(of) {}

  void act_after(int message, std::function<void()> act) {
    told_ = 0;
    last_ = message;
    act_ = std::move(act);
  }
  [[nodiscard]] int told() const { return told_; }

  [[nodiscard]] int rank() const override { return of_.rank(); }
  [[nodiscard]] int size() const override { return of_.size(); }
  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    of_.exchange(sent, received);
  }
  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all) override {
    of_.all_gather(mine, all);
    if (++told_ == last_) act_();
  }
  void fail(std::string_view why, ranks::RankFault fault) noexcept override { of_.fail(why, fault); }
  void look_around() override { of_.look_around(); }

 private:
  Ranks& of_;
  int told_ = 0;
  int last_ = -1;
  std::function<void()> act_;
};

// A device gets stuck when the run has begun, before the host looks at the targets for the first time.
TEST(UntilOnRanks, TheFirstLookTakesNoLongerThanASuperstepMay) {
  const TimeLimit limit(std::chrono::seconds(100));
  on_ranks(2, [&](Ranks& of) {
    CountingRanks ranks(of);
    Runtime runtime("host:1", threaded());
    const auto graph = shards::shard_part(ranks, runtime, part_of(wide_grid(), ranks), {});
    EngineOptions options;
    options.max_supersteps = 0;
    (void)warpgraph::run(graph, Distances{0}, options);  // what the graph finds out once
    ranks.act_after(-1, {});
    (void)warpgraph::run(graph, Distances{0}, options);
    const int before_first_look = ranks.told();

    options.until = {kNearby};
    std::atomic<bool> is_named = false;
    if (ranks.rank() == 1) {
      options.exchange.superstep_timeout = std::chrono::milliseconds(20);
      options.exchange.on_late = [&](std::string_view) {
        is_named = true;
        is_named.notify_all();
      };
      ranks.act_after(before_first_look, [&] { graph.stream(0).call("stuck", [&] { is_named.wait(false); }); });
    }
    EXPECT_THROW((void)warpgraph::run(graph, Distances{0}, options), Error);
    EXPECT_EQ(is_named, ranks.rank() == 1);
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
