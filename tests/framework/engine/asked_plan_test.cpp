// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/host_run.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/engine/engine_case.hpp"
#include "support/refusal.hpp"

// What becomes of EngineOptions::plan.
namespace warpgraph::test {
namespace {

// Every vertex starts with a number of its own, and hands it on with the length of the edge.
struct LeastNumbers {
  using VertexValue = std::uint32_t;
  using EdgeValue = std::int32_t;
  using Reduction = Min;
  WARPGRAPH_DEVICE std::uint32_t initial(VertexId v) const { return (v * 2654435761u) >> 8; }
  WARPGRAPH_DEVICE std::uint32_t visit(std::uint32_t number, std::int32_t length) const {
    return number + static_cast<std::uint32_t>(length);
  }
  WARPGRAPH_DEVICE bool updated(std::uint32_t old, std::uint32_t number) const { return number < old; }
  WARPGRAPH_DEVICE std::uint32_t priority(std::uint32_t number) const { return number; }
};

HostResult<std::uint32_t> run_asked(const Graph<std::int32_t>& graph, Plan plan, int devices, bool is_watched) {
  Runtime runtime("host:7");
  EngineOptions options;
  options.plan = plan;
  if (is_watched) options.after_superstep = [](const SuperstepStatistics&) { return true; };
  return warpgraph::run(on(runtime, graph, {.devices = devices}), LeastNumbers{}, options);
}

TEST(AskedPlan, PullActivePullsAllFirstAndLosesNoUpdate) {
  for (const char* const generator : {"path", "urand"}) {
    const Graph<std::int32_t> graph = small_graph(generator, {{"vertices", "700"}});
    const auto expected = run_serially(graph, LeastNumbers{});
    for (const int devices : {1, 2, 7}) {
      for (const bool is_watched : {false, true}) {
        SCOPED_TRACE(std::string(generator) + ", " + std::to_string(devices) + " devices, watched " +
                     std::to_string(is_watched));
        const auto result = run_asked(graph, Plan::kPullActive, devices, is_watched);
        EXPECT_EQ(result.values, expected);
        ASSERT_GT(result.supersteps.size(), 1u);
        for (const SuperstepStatistics& each : result.supersteps)
          EXPECT_EQ(each.plan, each.superstep == 0 ? Plan::kPullAll : Plan::kPullActive);
        const std::string all = std::to_string(result.supersteps.size());
        EXPECT_EQ(result.advice, "the plan pull-active was asked for and used in " +
                                     std::to_string(result.supersteps.size() - 1) + " of " + all +
                                     " supersteps; the others went by pull-all");
      }
    }
  }
}

TEST(AskedPlan, NumbersThatAreNoPlansAndShapesAreRefused) {
  const Graph<std::int32_t> graph = small_graph("path", {{"vertices", "70"}});
  for (const int number : {kPlanCount, 8, 200}) {
    const std::string what = "run: EngineOptions::plan is the number " + std::to_string(number) + ", which is no Plan";
    for (const int devices : {1, 2})
      EXPECT_EQ(refusal<UsageError>([&] { (void)run_asked(graph, static_cast<Plan>(number), devices, false); }), what);
  }
  Runtime runtime("host:2");
  EngineOptions options;
  options.plan = Plan::kPullAll;
  for (const int number : {kGatherShapeCount, 200}) {
    options.tuning.shape = static_cast<GatherShape>(number);
    for (const int devices : {1, 2})
      EXPECT_EQ(
          refusal<UsageError>(
              [&] { (void)warpgraph::run(on(runtime, graph, {.devices = devices}), LeastNumbers{}, options); }),
          "run: EngineOptions::tuning.shape is the number " + std::to_string(number) + ", which is no GatherShape");
  }
}

TEST(AskedPlan, NothingIsSaidOfPlansThatAreUsedThroughout) {
  const Graph<std::int32_t> graph = small_graph("path", {{"vertices", "700"}});
  for (const Plan plan : {Plan::kPullAll, Plan::kPush, Plan::kPriority, Plan::kPullUnsettled})
    for (const int devices : {1, 2}) EXPECT_EQ(run_asked(graph, plan, devices, false).advice, "");
  // Which becomes push where each superstep has a launch of its own.
  for (const bool is_watched : {false, true})
    for (const int devices : {1, 2}) EXPECT_EQ(run_asked(graph, Plan::kPushLoop, devices, is_watched).advice, "");
}

}  // namespace
}  // namespace warpgraph::test
