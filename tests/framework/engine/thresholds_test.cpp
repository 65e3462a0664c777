// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

// What the thresholds decide, seen by the plans of a run and by the memory that it took.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class ThresholdsTest : public EngineCase {
 protected:
  // How many supersteps of a run had this plan.
  template <class P>
  std::size_t count(Plan plan, const P& program, const PlanThresholds& thresholds) {
    const auto host = small_graph("kron", {{"scale", "8"}});
    const auto graph = on_device(host);
    EngineOptions options;
    options.tuning.thresholds = thresholds;
    const auto result = warpgraph::run(stream(), graph, program, options);
    return static_cast<std::size_t>(std::ranges::count(result.supersteps, plan, &SuperstepStatistics::plan));
  }
  // Whether a pull over all rows, a lane each, gathered and applied in one kernel, which takes memory of its own.
  bool is_fused(const PlanThresholds& thresholds) {
    const auto host = small_graph("path", {{"vertices", "5000"}});
    const auto near = on_device(host);
    const programs::PageRanks<float> ranks{.damping = 0.85F, .everywhere = 1.0F / 5000, .starts = {}, .tolerance = 0};
    runtime().device().reset_peak_memory();
    warpgraph::run(stream(), near, ranks,
                   {.max_supersteps = 2, .tuning = {.thresholds = thresholds, .shape = GatherShape::kThread}});
    const MemoryUse use = runtime().device().memory();
    return std::ranges::any_of(
        use.items, [](const MemoryUse::Item& each) { return each.name == "engine next values" && each.peak != 0; });
  }
};

TEST_P(ThresholdsTest, LargeFrontiersArePulledFromAFractionOfTheEdgesOn) {
  EXPECT_EQ(count(Plan::kPullAll, programs::Labels{}, {.push_fraction = 2}), 0u);
  EXPECT_GE(count(Plan::kPullAll, programs::Labels{}, {.push_fraction = 0}), 2u);
  EXPECT_EQ(count(Plan::kPush, programs::Labels{}, {.push_fraction = 0}), 0u);
}

TEST_P(ThresholdsTest, WhatCannotPushPullsOnlyWhatIsActiveBelowAFractionOfTheEdges) {
  EXPECT_GE(count(Plan::kPullActive, Nearest{}, {.active_fraction = 2}), 2u);
  EXPECT_EQ(count(Plan::kPullActive, Nearest{}, {.active_fraction = 0}), 0u);
}

TEST_P(ThresholdsTest, PullingIsFusedUpToSoManyLanes) {
  EXPECT_TRUE(is_fused({.fused_lanes = 1}));
  EXPECT_FALSE(is_fused({.fused_lanes = 0}));
}

TEST_P(ThresholdsTest, SmallFrontiersStayInALaunchUpToSoManyEdges) {
  EXPECT_EQ(count(Plan::kPushLoop, programs::Labels{}, {.push_fraction = 2, .loop_edges = 0}), 0u);
  EXPECT_GE(count(Plan::kPushLoop, programs::Labels{}, {.push_fraction = 2}), 2u);
}

TEST_P(ThresholdsTest, LaunchesHaveNoMoreBlocksThanFit) {
  EngineOptions options;
  options.tuning.thresholds.loop_blocks = options.tuning.thresholds.one_lane_blocks = ~0u;
  for (const NamedGraph& each : small_graphs()) {
    if (each.name != "road" && each.name != "rmat") continue;
    const auto graph = on_device(each.graph);
    const auto result = warpgraph::run(stream(), graph, Distances{3}, options);
    EXPECT_EQ(result.to_host(stream()), run_serially(each.graph, Distances{3})) << each.name;
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ThresholdsTest);

}  // namespace
}  // namespace warpgraph::test
