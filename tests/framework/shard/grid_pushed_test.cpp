// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "framework/shard/grid_case.hpp"

// Programs that can be pushed, on grids of ranks, by all plans that grids have.
namespace warpgraph::test {
namespace {

const std::vector<Plan> kPlans{Plan::kPush, Plan::kPullAll};
const std::vector<Plan> kSearchPlans{Plan::kPush, Plan::kPullFirst};

TEST(GridPushed, LevelsAreTheSame) { expect_same_on_grids(Levels{1}, kSearchPlans); }

TEST(GridPushed, DeterministicRunsFindTheLowestParents) {
  EngineOptions options;
  options.deterministic = true;
  expect_same_on_grids(Parents{1}, kSearchPlans, options);
}

// A superstep for each vertex.
TEST(GridPushed, APathIsFollowedThroughAllRanks) {
  const auto path = make_graph("path", {{"vertices", "700"}, {"weights", "uniform"}}, true);
  EngineOptions options;
  options.plan = Plan::kPush;
  for (const ranks::RankGrid grid : rank_grids()) {
    SCOPED_TRACE(std::to_string(grid.rows) + "x" + std::to_string(grid.columns));
    EXPECT_EQ(on_grid_of_ranks<std::uint32_t>(
                  path, grid, {}, [&](const auto& sharded) { return warpgraph::run(sharded, Levels{1}, options); }),
              run_serially(path, Levels{1}));
  }
}

TEST(GridPushed, DistancesAreTheSame) { expect_same_on_grids(Distances{1}, kPlans); }

TEST(GridPushed, ValuesOf8BytesAreTheSame) { expect_same_on_grids(ReachedFrom{}, kPlans); }

TEST(GridPushed, ValuesAfterTwoSuperstepsAreTheSame) {
  EngineOptions options;
  options.max_supersteps = 2;
  expect_same_on_grids(ReachedFrom{}, {Plan::kPush}, options);
}

TEST(GridPushed, ValuesOf16BytesThatAreExchangedAsAWholeAreTheSame) {
  expect_same_on_grids(NearestOf16Bytes{}, kPlans);
}

TEST(GridPushed, ThePlanThatTheEngineChoosesGivesTheSame) {
  const auto& graph = grid_graphs().front().second;
  for (const Refinement refinement : {Refinement::kAll, Refinement::kMarked, Refinement::kUpdated}) {
    EngineOptions options;
    options.exchange.refinement = refinement;
    EXPECT_EQ(on_grid_of_ranks<std::uint32_t>(
                  graph, {3, 2}, {}, [&](const auto& sharded) { return warpgraph::run(sharded, Levels{1}, options); }),
              run_serially(graph, Levels{1}));
    EXPECT_EQ(
        on_grid_of_ranks<std::uint32_t>(
            graph, {3, 2}, {}, [&](const auto& sharded) { return warpgraph::run(sharded, Distances{1}, options); }),
        run_serially(graph, Distances{1}));
  }
}

TEST(GridPushed, AReportCountsOwnVerticesAlone) {
  const auto& graph = grid_graphs().front().second;
  EngineOptions options;
  options.plan = Plan::kPush;
  std::vector<std::uint64_t> on_grid;
  std::vector<std::uint64_t> in_rows;
  const auto count = [&](std::vector<std::uint64_t>& counts) {
    return [&](const auto& sharded) {
      auto result = warpgraph::run(sharded, Levels{1}, options);
      if (sharded.layout().first_device == 0)
        for (const SuperstepStatistics& each : result.supersteps) {
          counts.push_back(each.active_vertices);
          counts.push_back(each.active_edges);
        }
      return result;
    };
  };
  (void)on_grid_of_ranks<std::uint32_t>(graph, {2, 2}, {}, count(on_grid));
  (void)on_grid_of_ranks<std::uint32_t>(graph, {4, 1}, {}, count(in_rows));
  EXPECT_EQ(on_grid, in_rows);
}

}  // namespace
}  // namespace warpgraph::test
