// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/until_case.hpp"

// EngineOptions::until on one device.
namespace warpgraph::test {
namespace {

class UntilTest : public EngineCase {
 protected:
  // On all small graphs in all ways, for several targets.
  template <class P>
  void expect_targets(const P& program) {
    for (const NamedGraph& on : graphs_of_machine()) {
      const VertexId count = on.graph.vertex_count();
      if (count == 0) continue;
      const DeviceGraph<std::int32_t> graph = on_device(on.graph);
      const auto expected = run_serially(on.graph, program);
      const std::vector<std::vector<VertexId>> targets{{0}, {count / 2}, {count - 1, count / 3}};
      std::size_t turn = 0;
      for (NamedOptions& way : all_ways<P>(on.graph.has_outgoing())) {
        way.options.until = targets[turn++ % targets.size()];
        SCOPED_TRACE(on.name + ", " + way.name + ", until " + std::to_string(way.options.until.front()));
        const auto result = warpgraph::run(stream(), graph, program, way.options);
        expect_settled(result, to_host(stream(), result.values), expected, way.options.until);
        if (HasFailure()) return;
      }
    }
  }

  // Each way that keeps a frontier small.
  template <class P>
  void expect_a_small_part_of_a_grid(const P& program, const std::vector<std::optional<Plan>>& plans) {
    const DeviceGraph<std::int32_t> graph = on_device(wide_grid());
    const auto expected = run_serially(wide_grid(), program);
    for (const std::optional<Plan> plan : plans) {
      SCOPED_TRACE(plan ? to_string(*plan) : "automatic");
      EngineOptions options;
      options.plan = plan;
      const auto all = warpgraph::run(stream(), graph, program, options);
      options.until = {kNearby};
      const auto near = warpgraph::run(stream(), graph, program, options);
      expect_settled(near, to_host(stream(), near.values), expected, options.until);
      expect_a_small_part(near, all);
    }
  }
};

TEST_P(UntilTest, TargetsOfDistancesHaveTheirLastValues) { expect_targets(Distances{0}); }
TEST_P(UntilTest, TargetsOfSearchesHaveTheirLastValues) { expect_targets(Levels{0}); }
TEST_P(UntilTest, TargetsOfWideValuesHaveTheirLastValues) { expect_targets(NearestOf16Bytes{}); }
TEST_P(UntilTest, TargetsWhosePriorityMayStayHaveTheirLastValues) {
  expect_targets(TiedDistances<std::uint32_t>{.late = 40, .last = 40});
}

TEST_P(UntilTest, AWayToAVertexNearbyIsASmallPartOfTheRun) {
  expect_a_small_part_of_a_grid(Distances{0},
                                {{}, Plan::kPriority, Plan::kPush, Plan::kPushLoop, Plan::kPullUnsettled});
}
TEST_P(UntilTest, ASearchForAVertexNearbyIsASmallPartOfTheRun) {
  expect_a_small_part_of_a_grid(Levels{0}, {{}, Plan::kPush, Plan::kPushLoop});
}

TEST_P(UntilTest, ARunToItsSourceHasNoSuperstep) {
  const DeviceGraph<std::int32_t> graph = on_device(wide_grid());
  EngineOptions options;
  options.until = {7};
  const auto distances = warpgraph::run(stream(), graph, Distances{7}, options);
  EXPECT_EQ(distances.end, RunEnd::kTargetsSettled);
  EXPECT_TRUE(distances.supersteps.empty());
  const auto levels = warpgraph::run(stream(), graph, Levels{7}, options);
  EXPECT_EQ(levels.end, RunEnd::kTargetsSettled);
  EXPECT_TRUE(levels.supersteps.empty());
}

TEST_P(UntilTest, TargetsThatAreNotReachedDoNotEndARun) {
  const DeviceGraph<std::int32_t> graph = on_device(edgeless_graph(40));
  EngineOptions options;
  options.until = {3};
  EXPECT_TRUE(warpgraph::run(stream(), graph, Distances{7}, options).converged());
  EXPECT_TRUE(warpgraph::run(stream(), graph, Levels{7}, options).converged());
}

TEST_P(UntilTest, TargetsAreSettledWithinTheLimitOfSupersteps) {
  const DeviceGraph<std::int32_t> graph = on_device(wide_grid());
  EngineOptions options;
  options.until = {3};
  options.max_supersteps = 3;
  EXPECT_EQ(warpgraph::run(stream(), graph, Levels{0}, options).end, RunEnd::kTargetsSettled);
  options.max_supersteps = 2;
  EXPECT_EQ(warpgraph::run(stream(), graph, Levels{0}, options).end, RunEnd::kSuperstepLimit);
}

TEST_P(UntilTest, WhatCannotBeSettledIsRefused) {
  const DeviceGraph<std::int32_t> graph = on_device(wide_grid());
  EngineOptions options;
  options.until = {3};
  EXPECT_THROW((void)warpgraph::run(stream(), graph, Labels{}, options), UsageError);
  options.until = {3, kWidth * kWidth};
  EXPECT_THROW((void)warpgraph::run(stream(), graph, Levels{0}, options), UsageError);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(UntilTest);

}  // namespace
}  // namespace warpgraph::test
