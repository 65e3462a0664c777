// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "framework/engine/guide_case.hpp"
#include "framework/shard/compiled_once.hpp"
#include "framework/shard/grid_case.hpp"
#include "framework/shard/sharded_case.hpp"

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

// What the guide says of programs, on several devices, on ranks and on grids of ranks.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// The options of a run, in turn: each is tried with every other one, on some graph.
class Turns {
 public:
  explicit Turns(std::size_t first) : turn_(first) {}

  template <class T, class List>
  T of(const List& list) {
    turn_ = turn_ * 6364136223846793005u + 1442695040888963407u;
    return *(std::begin(list) + static_cast<std::ptrdiff_t>((turn_ >> 33) % std::size(list)));
  }
  template <class P>
  EngineOptions options(bool has_outgoing, const GuideLimit& limit) {
    EngineOptions options;
    options.plan = of<std::optional<Plan>>(guide_plans<P>(has_outgoing, limit));
    options.exchange.hub = of<HubKind>(std::array{HubKind::kHost, HubKind::kPeer});
    options.exchange.refinement =
        of<Refinement>(std::array{Refinement::kUpdated, Refinement::kMarked, Refinement::kAll});
    options.time_supersteps = of<bool>(std::array{false, true});
    return options;
  }
  ShardOptions sharding() {
    ShardOptions options;
    options.copies = of<Copies>(std::array{Copies::kAll, Copies::kRead});
    return options;
  }

 private:
  std::uint64_t turn_;
};

class ShardedGuideTest : public ShardedCase {
 protected:
  template <class P>
  void expect_as_the_guide_says(const P& program) {
    Turns turns(static_cast<std::size_t>(GetParam().devices));
    for (const NamedGraph& on : guide_graphs()) {
      const ShardedGraph<std::int32_t> graph = spread(on.graph, /*overlap=*/0, turns.sharding().copies);
      for (const GuideLimit& limit : kGuideLimits) {
        if (kSanitized && turns.of<int>(std::array{0, 1, 2}) != 0) continue;
        expect_as_interpreted(
            on, program, limit, turns.options<P>(on.graph.has_outgoing(), limit), [&](const EngineOptions& how) {
              const auto result = warpgraph::run(graph, program, how);
              return GuideOutcome<typename P::VertexValue>{result.to_host(graph.streams()), result.supersteps};
            });
        if (HasFailure()) return;
      }
    }
  }
};
WARPGRAPH_INSTANTIATE_ON_SEVERAL(ShardedGuideTest);

// Also with borders that move, and all that may travel.
TEST_P(ShardedGuideTest, EveryFunctionSeesTheMembersOfItsSuperstep) {
  expect_as_the_guide_says(Hashes{5});
  expect_right_in_all_ways(Hashes{3}, kUnlimited, "rmat");
}
TEST_P(ShardedGuideTest, NumbersThatChangeEveryRoundMakeAnIndependentSet) {
  expect_as_the_guide_says(IndependentSet{});
  expect_right_in_all_ways(IndependentSet{}, kUnlimited, "road");
}
TEST_P(ShardedGuideTest, TheFirstHitSufficesForAProgramWithAnAggregate) {
  expect_as_the_guide_says(Waves{3});
  expect_right_in_all_ways(Waves{3}, kUnlimited, "rmat");
}
// By the C++ compiler alone: nvcc has too few registers for this program's pull-first.
#if !defined(__CUDACC__)
TEST_P(ShardedGuideTest, TheFirstHitIsWhatTheNeighbourShows) {
  expect_as_the_guide_says(MaskedLevels<true>{0});
  expect_right_in_all_ways(MaskedLevels<true>{0}, kUnlimited, "rmat");
}
#endif
TEST_P(ShardedGuideTest, UniformUpdatesArePublishedByEachVertex) { expect_as_the_guide_says(MaskedLevels<false>{0}); }
TEST_P(ShardedGuideTest, VisitKnowsBothEndsOfTheEdge) {
  expect_as_the_guide_says(Tolls{0});
  expect_right_in_all_ways(Tolls{0}, kUnlimited, "road");
  expect_right_in_all_ways(Tolls{0}, kUnlimited, "rmat");
}
TEST_P(ShardedGuideTest, VisitKnowsBothEndsOfTheEdgeOfAFirstHit) {
  expect_as_the_guide_says(MarkedLevels{0});
  expect_right_in_all_ways(MarkedLevels{0}, kUnlimited, "rmat");
}
TEST_P(ShardedGuideTest, SuperstepsOfASynchronousProgramSeeNothingOfTheirOwn) {
  expect_as_the_guide_says(SynchronousTolls{{0}});
}
TEST_P(ShardedGuideTest, LimitsEndSearches) { expect_as_the_guide_says(Levels{0}); }
TEST_P(ShardedGuideTest, LimitsEndDistances) { expect_as_the_guide_says(Distances{0}); }
TEST_P(ShardedGuideTest, LimitsEndLabels) { expect_as_the_guide_says(Labels{}); }
TEST_P(ShardedGuideTest, LimitsEndNearestSources) { expect_as_the_guide_says(NearestOf16Bytes{}); }
TEST_P(ShardedGuideTest, LimitsEndValuesOfSeveralFields) { expect_as_the_guide_says(Nearest{}); }

TEST(GuideOnDevices, WhatIsPublishedAnewTravelsInTheSuperstepThatReadsIt) {
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  const auto result = warpgraph::run(graph, IndependentSet{});
  ASSERT_FALSE(result.per_device.empty());
  for (const results::PeerSuperstep& superstep : result.per_device) {
    ASSERT_EQ(superstep.links.size(), 2u);
    for (const results::LinkTraffic& link : superstep.links) EXPECT_EQ(link.form, results::MessageForm::kEverything);
  }
}

// On two or three ranks, some of which have two devices each.
template <class P>
void expect_as_the_guide_says_on_ranks(const P& program) {
  std::size_t turn = 0;
  for (const NamedGraph& on : guide_graphs()) {
    const int count = turn % 2 == 0 ? 3 : 2;
    const GuideLimit limit = kGuideLimits[turn++ % kGuideLimits.size()];
    GuideOutcome<typename P::VertexValue> first;
    Turns turns(turn);
    EngineOptions options = turns.options<P>(on.graph.has_outgoing(), limit);
    if (options.exchange.hub == HubKind::kPeer) options.exchange.hub.reset();  // which ranks have not
    const ShardOptions sharding = turns.sharding();
    expect_as_interpreted(on, program, limit, options, [&](const EngineOptions& how) {
      on_ranks(count, [&](Ranks& ranks) {
        Runtime runtime(turn % 3 == 0 ? "host:2" : "host:1", threaded());
        const auto graph = shards::shard_part(ranks, runtime, part_of(on.graph, ranks), sharding);
        const auto result = warpgraph::run(graph, program, how);
        auto values = ranks::gather_on_first(ranks, result.to_host(graph.streams()));
        if (ranks.rank() == 0) first = {std::move(values), result.supersteps};
      });
      return first;
    });
    if (testing::Test::HasFailure()) return;
  }
}

TEST(GuideOnRanks, EveryFunctionSeesTheMembersOfItsSuperstep) { expect_as_the_guide_says_on_ranks(Hashes{4}); }
TEST(GuideOnRanks, NumbersThatChangeEveryRoundMakeAnIndependentSet) {
  expect_as_the_guide_says_on_ranks(IndependentSet{});
}
TEST(GuideOnRanks, TheFirstHitSufficesForAProgramWithAnAggregate) { expect_as_the_guide_says_on_ranks(Waves{3}); }
TEST(GuideOnRanks, VisitKnowsBothEndsOfTheEdge) {
  expect_as_the_guide_says_on_ranks(Tolls{0});
  expect_as_the_guide_says_on_ranks(MarkedLevels{0});
}
TEST(GuideOnRanks, SuperstepsOfASynchronousProgramSeeNothingOfTheirOwn) {
  expect_as_the_guide_says_on_ranks(SynchronousTolls{{0}});
}
TEST(GuideOnRanks, LimitsEndSearches) { expect_as_the_guide_says_on_ranks(Levels{0}); }
TEST(GuideOnRanks, LimitsEndDistances) { expect_as_the_guide_says_on_ranks(Distances{0}); }
TEST(GuideOnRanks, LimitsEndLabels) { expect_as_the_guide_says_on_ranks(Labels{}); }

TEST(GuideOnGrids, VisitKnowsBothEndsOfTheEdge) {
  for (const NamedGraph& on : guide_graphs()) {
    SCOPED_TRACE(on.name);
    const auto tolls = [&](const auto& graph) { return warpgraph::run(graph, Tolls{0}); };
    const auto levels = [&](const auto& graph) { return warpgraph::run(graph, MarkedLevels{0}); };
    EXPECT_EQ(on_grid_of_ranks<std::uint32_t>(on.graph, {2, 2}, {}, tolls), run_serially(on.graph, Tolls{0}));
    EXPECT_EQ(on_grid_of_ranks<std::uint64_t>(on.graph, {2, 3}, {.copies = Copies::kRead}, levels),
              run_serially(on.graph, MarkedLevels{0}));
  }
}

TEST(GuideOnGrids, PublishedValuesHaveTheMembersOfTheirSuperstep) {
  for (const NamedGraph& on : guide_graphs()) {
    SCOPED_TRACE(on.name);
    const auto hashes = [&](const auto& graph) { return warpgraph::run(graph, Hashes{4}); };
    const auto set = [&](const auto& graph) { return warpgraph::run(graph, IndependentSet{}); };
    EXPECT_EQ(on_grid_of_ranks<Hashes::VertexValue>(on.graph, {2, 2}, {.copies = Copies::kRead}, hashes),
              run_serially(on.graph, Hashes{4}));
    EXPECT_EQ(on_grid_of_ranks<std::uint8_t>(on.graph, {2, 3}, {}, set), run_serially(on.graph, IndependentSet{}));
  }
}

}  // namespace
}  // namespace warpgraph::test
