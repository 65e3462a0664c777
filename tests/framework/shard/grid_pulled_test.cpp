// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "framework/shard/grid_case.hpp"

// Pull-all on grids of ranks.
namespace warpgraph::test {
namespace {

TEST(GridPulled, SumsOfProxiesReachTheirOwners) {
  EngineOptions options;
  options.max_supersteps = 4;
  expect_same_on_grids(Walks{}, {Plan::kPullAll}, options);
}

TEST(GridPulled, ValuesOfSeveralFieldsAreReduced) { expect_same_on_grids(Nearest{}, {Plan::kPullAll}); }

TEST(GridPulled, AProgramsSumOverAllVerticesIsThatOfOneDevice) {
  expect_same_on_grids(Growth{std::uint64_t{1} << 40}, {Plan::kPullAll});
}

TEST(GridPulled, APlanThatGridsLackIsRefused) {
  const auto& graph = grid_graphs().front().second;
  for (const Plan plan : {Plan::kPullActive, Plan::kPullUnsettled, Plan::kPriority}) {
    EngineOptions options;
    options.plan = plan;
    EXPECT_THROW(
        (void)on_grid_of_ranks<std::uint32_t>(
            graph, {2, 2}, {}, [&](const auto& sharded) { return warpgraph::run(sharded, Distances{0}, options); }),
        UsageError);
  }
}

// Takes the first hit, and shows neighbours something else than its value.
struct FirstToShow {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = true;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == 0 ? 0 : 9; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == 0; }
  WARPGRAPH_DEVICE std::uint64_t publish(VertexValue value, const Vertex&) const { return value; }
  WARPGRAPH_DEVICE VertexValue visit(std::uint64_t, NoValue) const { return 1; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue now) const { return old != now; }
};

TEST(GridPulled, AProgramThatNoPlanOfGridsTakesIsRefusedByName) {
  const auto& graph = grid_graphs().front().second;
  try {
    (void)on_grid_of_ranks<std::uint32_t>(graph, {2, 2}, {},
                                          [](const auto& sharded) { return warpgraph::run(sharded, FirstToShow{}); });
    FAIL() << "it ran";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("grid of ranks"), std::string::npos) << error.what();
  }
}

TEST(GridPulled, ARankWithTwoDevicesIsRefused) {
  const auto& graph = grid_graphs().front().second;
  EXPECT_THROW(
      on_ranks(
          4,
          [&](Ranks& ranks) {
            Runtime runtime("host:2");
            ThreadPool threads(1);
            (void)shards::shard_part(ranks, runtime, ranks::on_grid(ranks, threads, part_of(graph, ranks), {2, 2}));
          }),
      UsageError);
}

}  // namespace
}  // namespace warpgraph::test
