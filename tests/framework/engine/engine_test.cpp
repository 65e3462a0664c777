// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <warpgraph/framework/engine/memory.hpp>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

// What the engine does besides computing the right values: limits, callbacks, statistics, sums over all vertices, order
// of the results, running on while the caller does something else.
namespace warpgraph::test {
namespace {

// A sum over all vertices needs all of them evaluated, whatever the program says.
struct GrowthOfSome : Growth {
  static constexpr bool kEvaluateAll = false;
};
static_assert(detail::evaluates_all<GrowthOfSome>());

class EngineTest : public EngineCase {
 protected:
  // 0 - 1 - ... - (vertices - 1)
  DeviceGraph<std::int32_t> path(VertexId vertices) {
    return on_device(small_graph("path", {{"vertices", std::to_string(vertices)}}));
  }
};

TEST_P(EngineTest, StopsAtTheLimitOfSupersteps) {
  const auto graph = path(50);
  const auto result = warpgraph::run(stream(), graph, Levels{0}, {.max_supersteps = 7});

  EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(result.supersteps.size(), 7u);
  const auto level = result.to_host(stream());
  EXPECT_EQ(level[7], 7u);
  EXPECT_EQ(level[8], kNoVertex);
}

// The first launch of a search reads the first frontier's counts; this run has no launch.
TEST_P(EngineTest, ARunWithoutSuperstepsWaitsForItsValues) {
  EdgeList list;
  list.vertex_count = 3000;
  list.source.assign(list.vertex_count - 1, 0);
  list.target.resize(list.vertex_count - 1);
  std::iota(list.target.begin(), list.target.end(), 1);
  list.values = std::vector<std::int32_t>(list.vertex_count - 1, 1);
  ThreadPool threads(1);
  const auto star = on_device(build_graph<std::int32_t>(threads, std::move(list), {.outgoing = true}));
  for (const VertexId source : {0u, 5u}) {
    const auto result = warpgraph::run(stream(), star, Levels{source}, {.max_supersteps = 0});

    EXPECT_TRUE(stream().is_idle());
    EXPECT_TRUE(result.supersteps.empty());
    EXPECT_EQ(result.end, source == 0 ? RunEnd::kSuperstepLimit : RunEnd::kConverged);
    std::vector<std::uint32_t> expected(3000, kNoVertex);
    expected[source] = 0;
    EXPECT_EQ(to_host(stream(), result.values), expected);
  }
}

TEST_P(EngineTest, CountsWhatIsActiveInEverySuperstep) {
  const auto graph = path(50);
  for (const auto plan : {Plan::kPush, Plan::kPushLoop, Plan::kPullFirst}) {
    const auto result = warpgraph::run(stream(), graph, Levels{0}, {.plan = plan});

    ASSERT_TRUE(result.converged());
    // The last superstep finds that the end of the path has no vertex behind it.
    ASSERT_EQ(result.supersteps.size(), 50u);
    for (std::uint32_t i = 0; i < 50; ++i) {
      const SuperstepStatistics& step = result.supersteps[i];
      EXPECT_EQ(step.superstep, i);
      EXPECT_EQ(step.plan, plan);
      EXPECT_EQ(step.active_vertices, 1u);
      EXPECT_EQ(step.active_edges, i == 0 || i == 49 ? 1u : 2u);
      EXPECT_EQ(step.updated_vertices, i == 49 ? 0u : 1u);
    }
  }
}

TEST_P(EngineTest, CallsBackAfterEachSuperstepAndStopsIfTold) {
  const auto graph = path(50);
  std::vector<std::uint32_t> seen;
  const auto result =
      warpgraph::run(stream(), graph, Levels{0}, {.after_superstep = [&](const SuperstepStatistics& step) {
                       seen.push_back(step.superstep);
                       return step.superstep < 4;
                     }});

  EXPECT_EQ(result.end, RunEnd::kStopped);
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST_P(EngineTest, TimesSuperstepsIfAsked) {
  const auto star = small_graph("star", {{"vertices", "9000"}});  // whose long row makes it a search in one launch
  const auto long_row = on_device(star);
  const auto graph = path(20);
  for (const auto* const each : {&graph, &long_row}) {
    const auto result = warpgraph::run(stream(), *each, Levels{0}, {.time_supersteps = true});

    EXPECT_GE(result.supersteps.size(), 2u);
    for (const SuperstepStatistics& step : result.supersteps) EXPECT_GT(step.microseconds, 0);
  }
}

TEST_P(EngineTest, RefusesPlansThatAreNotPossible) {
  const auto graph = path(20);
  const auto one_way = small_graph("rmat", {{"scale", "5"}}, /*outgoing=*/false);
  const auto incoming_only = on_device(one_way);

  EXPECT_THROW(warpgraph::run(stream(), graph, Levels{0}, {.plan = Plan::kPullAll}), UsageError);
  EXPECT_THROW(warpgraph::run(stream(), incoming_only, Levels{0}, {.plan = Plan::kPush}), UsageError);
  EXPECT_THROW(warpgraph::run(stream(), graph, Growth{1}, {.plan = Plan::kPullActive}), UsageError);
}

TEST_P(EngineTest, AggregatesReachTheProgramBeforeEverySuperstep) {
  for (const NamedGraph& each : graphs_of_machine()) {
    if (each.graph.vertex_count() == 0) continue;
    const Growth program{1000000000};
    const auto expected = run_serially(each.graph, program);
    expect_in_all_ways(each, program, 0xffffffffu,
                       [&](const auto& values, const EngineOptions&) { EXPECT_EQ(values, expected); });
  }
}

TEST_P(EngineTest, AllocatesNoMoreThanItsMemoryPlan) {
  const auto host = small_graph("rmat", {{"scale", "12"}});
  const auto graph = on_device(host);
  std::size_t turn = 0;
  for (const NamedOptions& way : all_ways<Distances>(/*has_outgoing=*/true)) {
    if (!takes(turn++)) continue;
    SCOPED_TRACE(way.name);
    device().reset_peak_memory();
    const std::size_t before = device().memory().in_use;
    warpgraph::run(stream(), graph, Distances{1}, way.options);
    const MemoryPlan plan = engine_memory<Distances>(stream(), graph.vertex_count(), graph.edge_count(), true);
    EXPECT_LE(device().memory().peak - before, plan.total());
  }
}

TEST_P(EngineTest, ResultsComeInTheOrderOfTheGraphAndByName) {
  ThreadPool threads(1);
  EdgeList list = generators::generate(
      generators::parse_generator("grid2d", {{"width", "9"}, {"height", "7"}, {"weights", "uniform"}}), threads);
  const auto plain = build_graph<std::int32_t>(threads, list);
  const auto relabelled = build_graph<std::int32_t>(threads, list, {.relabel = Relabel::kRandom});
  const auto graph = on_device(relabelled);
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), 5);

  const auto result = warpgraph::run(stream(), graph, Levels{source});

  EXPECT_EQ(result.to_host(stream()), run_serially(relabelled, Levels{source}));
  const std::vector<std::uint32_t> expected = run_serially(plain, Levels{5});
  const auto named = result.by_name(stream(), graph.ids());
  ASSERT_EQ(named.size(), expected.size());
  for (std::size_t v = 0; v < named.size(); ++v) {
    EXPECT_EQ(named[v].name, v);
    EXPECT_EQ(named[v].value, expected[v]);
  }
}

TEST_P(EngineTest, RunsOnWhileTheCallerWaits) {
  const auto graph = path(64);
  const auto expected = run_serially(small_graph("path", {{"vertices", "64"}}), Levels{0});
  auto running = warpgraph::start(stream(), graph, Levels{0});
  while (!running.is_done()) std::this_thread::yield();

  const auto result = running.wait();

  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.to_host(stream()), expected);
}

TEST_P(EngineTest, EndsEarlyWhenCancelled) {
  const auto graph = path(64);
  // The callback holds the run until it was told to end.
  std::atomic<bool> told = false;
  auto running = warpgraph::start(stream(), graph, Levels{0}, {.after_superstep = [&](const SuperstepStatistics&) {
                                    while (!told) std::this_thread::yield();
                                    return true;
                                  }});
  running.cancel();
  told = true;

  const auto result = running.wait();

  EXPECT_EQ(result.end, RunEnd::kCancelled);
  EXPECT_LE(result.supersteps.size(), 1u);
}

TEST_P(EngineTest, PassesErrorsOfARunToWhoWaits) {
  const auto graph = path(20);
  auto running = warpgraph::start(stream(), graph, Levels{0}, {.plan = Plan::kPullAll});

  EXPECT_THROW(running.wait(), UsageError);
}

TEST_P(EngineTest, FindsTheFactsOfAGraphOnce) {
  const auto graph = path(20);
  const rows::RowFacts* const found = &graph.row_facts(stream());
  warpgraph::run(stream(), graph, Levels{0});

  EXPECT_EQ(&graph.row_facts(stream()), found);
  EXPECT_EQ(found->incoming.longest, 2u);
}

// A program without values of edges must not make it known that they are 1.
TEST_P(EngineTest, KnowsTheMeanOfTheValuesAfterARunThatSeesNone) {
  const auto graph = path(20);
  warpgraph::run(stream(), graph, Levels{0});

  EXPECT_GT(graph.mean_edge_value(stream()), 1);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(EngineTest);

// The memory that is read back into goes with the run.
TEST(EngineFaults, ARunThatThrowsLeavesNothingQueued) {
  RuntimeOptions machine = host_machine("late", HostExecution::kThreads, 1).options;
  machine.host.faults.longest_delay = std::chrono::milliseconds(1);
  const auto host = small_graph("path", {{"vertices", "50"}});
  bool failed = true;
  int runs_that_threw = 0;
  for (std::int64_t n = 0; failed && n < 100; ++n) {
    SCOPED_TRACE(n);
    machine.host.faults.failing_allocation = n;
    Runtime runtime("host", machine);
    const Stream stream(runtime.device(), "test");
    failed = false;
    std::optional<DeviceGraph<std::int32_t>> graph;
    try {
      graph.emplace(upload(stream, host));
      stream.synchronize();
    } catch (const OutOfMemory&) {
      failed = true;
      continue;
    }
    try {
      (void)warpgraph::run(stream, *graph, Distances{0});
    } catch (const OutOfMemory&) {
      failed = true;
      ++runs_that_threw;
      EXPECT_TRUE(stream.is_idle());
    }
  }
  EXPECT_GT(runs_that_threw, 5);
  EXPECT_FALSE(failed);
}

}  // namespace
}  // namespace warpgraph::test
