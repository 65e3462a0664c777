// SPDX-License-Identifier: Apache-2.0
//
// Supersteps of several devices that share a launch: the same as those that the host queues one by one.
#include <algorithm>
#include <string>
#include <vector>

#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

class SharedLoopTest : public ShardedCase {
 protected:
  struct Run {
    std::vector<std::uint32_t> levels;
    RunReport report;
  };
  [[nodiscard]] static Run run(const ShardedGraph<std::int32_t>& graph, const EngineOptions& options) {
    auto result = run_program(graph, Levels{1}, options);
    auto levels = result.to_host(graph.streams(), graph.ids());
    return {std::move(levels), std::move(static_cast<RunReport&>(result))};
  }
  [[nodiscard]] static EngineOptions pushing() {
    EngineOptions options;
    options.plan = Plan::kPushLoop;
    options.exchange.hub = HubKind::kPeer;
    return options;
  }
  [[nodiscard]] static std::size_t loops(const RunReport& report) {
    return static_cast<std::size_t>(std::ranges::count(report.supersteps, Plan::kPushLoop, &SuperstepStatistics::plan));
  }
};

// With a worker for each device's stream, as on GPUs.
INSTANTIATE_TEST_SUITE_P(Host, SharedLoopTest, testing::ValuesIn(late_machines()), sharded_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, SharedLoopTest, testing::ValuesIn(sharded_gpus()), sharded_name);

const Graph<std::int32_t>& lattice() {
  static const auto graph = small_graph("grid2d", {{"width", "30"}, {"height", "60"}});
  return graph;
}
const Graph<std::int32_t>& skewed() {
  static const auto graph = small_graph("rmat", {{"scale", "12"}});
  return graph;
}

TEST_P(SharedLoopTest, DoesWhatTheHostWouldQueue) {
  for (const auto* const each : {&lattice(), &skewed()}) {
    for (const Copies copies : {Copies::kAll, Copies::kRead}) {
      SCOPED_TRACE("copies of " + std::string(to_string(copies)));
      const auto graph = spread(*each, 0, 0, copies);
      EngineOptions one_by_one = pushing();
      one_by_one.plan = Plan::kPush;
      const Run expected = run(graph, one_by_one);
      const Run found = run(graph, pushing());
      EXPECT_EQ(found.levels, expected.levels);
      EXPECT_EQ(loops(expected.report), 0u);
      EXPECT_GT(loops(found.report), 1u);
      ASSERT_EQ(found.report.supersteps.size(), expected.report.supersteps.size());
      for (std::size_t i = 0; i < found.report.supersteps.size(); ++i) {
        SCOPED_TRACE("superstep " + std::to_string(i));
        const SuperstepStatistics& a = found.report.supersteps[i];
        const SuperstepStatistics& b = expected.report.supersteps[i];
        EXPECT_EQ(a.superstep, b.superstep);
        EXPECT_EQ(a.active_vertices, b.active_vertices);
        EXPECT_EQ(a.active_edges, b.active_edges);
        EXPECT_EQ(a.updated_vertices, b.updated_vertices);
        const SharedSuperstep& ours = found.report.shared[i];
        const SharedSuperstep& theirs = expected.report.shared[i];
        ASSERT_EQ(ours.links.size(), theirs.links.size());
        for (std::size_t d = 0; d < ours.devices.size(); ++d) {
          EXPECT_EQ(ours.devices[d].edges, theirs.devices[d].edges);
          EXPECT_EQ(ours.devices[d].updated, theirs.devices[d].updated);
        }
      }
    }
  }
}

TEST_P(SharedLoopTest, TakesTurnsWithOtherPlans) {
  const auto graph = spread(skewed(), 0);
  EngineOptions options;
  options.exchange.hub = HubKind::kPeer;
  const auto expected = run_serially(skewed(), Levels{1});
  for (const std::uint64_t most : {30u, 400u, 3000u}) {
    options.thresholds.shared_loop_edges = most;
    const Run found = run(graph, options);
    EXPECT_EQ(found.levels, expected);
    for (const SuperstepStatistics& each : found.report.supersteps)
      EXPECT_TRUE(each.plan != Plan::kPushLoop || each.active_edges <= most) << each.superstep;
  }
  EXPECT_GT(loops(run(graph, options).report), 0u);
}

TEST_P(SharedLoopTest, EndsAtTheLimitOfSupersteps) {
  const auto graph = spread(lattice(), 0);
  for (const std::uint32_t most : {1u, 2u, 7u}) {
    EngineOptions options = pushing();
    options.most_supersteps = most;
    const Run found = run(graph, options);
    EXPECT_EQ(found.levels, run_serially(lattice(), Levels{1}, most));
    EXPECT_EQ(found.report.supersteps.size(), most);
    EXPECT_EQ(found.report.end, RunEnd::kSuperstepLimit);
  }
}

TEST_P(SharedLoopTest, HasNoPlaceWhereSomethingElseIsAskedFor) {
  const auto graph = spread(lattice(), 0);
  EngineOptions options = pushing();
  options.exchange.patience = std::chrono::milliseconds(600000);
  EXPECT_EQ(loops(run(graph, options).report), 0u);
  options = pushing();
  options.exchange.hub = HubKind::kHost;
  EXPECT_EQ(loops(run(graph, options).report), 0u);
  options = pushing();
  options.exchange.refinement = Refinement::kMarked;
  EXPECT_EQ(loops(run(graph, options).report), 0u);
}

// Wherever it is lost: the others wait for what it would tell them.
TEST(SharedLoopFaults, ALostDeviceStopsTheOthers) {
  RuntimeOptions machine = host_machine("threads", HostExecution::kThreads, 0, "host", 1).options;
  machine.host.faults.lost_device = 1;
  std::int64_t after = 0;
  bool is_lost = true;
  for (; is_lost && after < 200; ++after) {
    SCOPED_TRACE(after);
    machine.host.faults.lost_after = after;
    Runtime runtime("host:3", machine);
    try {
      const auto row = lattice().incoming().row.span();
      const auto graph = shard_graph(runtime, lattice(), place_by_edges(row, {3}));
      EngineOptions options;
      options.plan = Plan::kPushLoop;
      (void)run_program(graph, Levels{1}, options);
      is_lost = false;
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find("host:1 is lost"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(after, 10);
  EXPECT_FALSE(is_lost);
}

}  // namespace
}  // namespace warpgraph::test
