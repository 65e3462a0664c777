// SPDX-License-Identifier: Apache-2.0
//
// Supersteps of several devices that share a launch: the same as those that the host queues one by one.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "framework/shard/compiled_once.hpp"
#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

std::vector<ShardedParam> traced(std::vector<ShardedParam> params) {
  for (ShardedParam& each : params) each.machine.options.timeline = true;
  return params;
}

constexpr const char* kLaunchesBlock = "CUDA_LAUNCH_BLOCKING";

class PeerLoopTest : public ShardedCase {
 protected:
  void SetUp() override {
    ShardedCase::SetUp();
    if (std::getenv(kLaunchesBlock) != nullptr) return;  // then they do not, and results are right
    if (!IsSkipped() && !runtime().supports_concurrent_kernels())
      GTEST_SKIP() << "kernels of these devices do not run at the same time";
  }
  // On each device, since they were forgotten.
  [[nodiscard]] std::size_t launches_of(std::string_view kernel) const {
    const auto spans = runtime().timeline()->spans();
    const auto is_kernel = [&](const Timeline::Span& span) { return span.name.find(kernel) != std::string::npos; };
    const auto all = static_cast<std::size_t>(std::ranges::count_if(spans, is_kernel));
    return all / static_cast<std::size_t>(GetParam().devices);
  }
  void forget_launches() const { runtime().timeline()->clear(); }

  struct Run {
    std::vector<std::uint32_t> values;
    RunReport report;
  };
  template <class P = Levels>
  [[nodiscard]] static Run run(const ShardedGraph<std::int32_t>& graph, const EngineOptions& options,
                               const P& program = {1}) {
    auto result = warpgraph::run(graph, program, options);
    auto values = result.to_host(graph.streams());
    return {std::move(values), std::move(static_cast<RunReport&>(result))};
  }
  [[nodiscard]] static EngineOptions pushing() {
    EngineOptions options;
    options.plan = Plan::kPushLoop;
    options.exchange.hub = HubKind::kPeer;
    return options;
  }
  [[nodiscard]] static std::size_t count(const RunReport& report, Plan plan) {
    return static_cast<std::size_t>(std::ranges::count(report.supersteps, plan, &SuperstepStatistics::plan));
  }
  [[nodiscard]] static std::size_t loops(const RunReport& report) { return count(report, Plan::kPushLoop); }

  // What does not depend on who queues the supersteps.
  static void expect_same(const Run& found, const Run& expected) {
    EXPECT_EQ(found.values, expected.values);
    EXPECT_EQ(found.report.end, expected.report.end);
    ASSERT_EQ(found.report.supersteps.size(), expected.report.supersteps.size());
    for (std::size_t i = 0; i < found.report.supersteps.size(); ++i) {
      SCOPED_TRACE("superstep " + std::to_string(i));
      const SuperstepStatistics& a = found.report.supersteps[i];
      const SuperstepStatistics& b = expected.report.supersteps[i];
      EXPECT_EQ(a.superstep, b.superstep);
      EXPECT_EQ(a.active_vertices, b.active_vertices);
      EXPECT_EQ(a.active_edges, b.active_edges);
      EXPECT_EQ(a.updated_vertices, b.updated_vertices);
      const results::PeerSuperstep& ours = found.report.per_device[i];
      const results::PeerSuperstep& theirs = expected.report.per_device[i];
      ASSERT_EQ(ours.devices.size(), theirs.devices.size());
      for (std::size_t d = 0; d < ours.devices.size(); ++d) {
        EXPECT_EQ(ours.devices[d].edges, theirs.devices[d].edges);
        EXPECT_EQ(ours.devices[d].updated, theirs.devices[d].updated);
      }
    }
  }
};

// With a worker for each device's stream, as on GPUs.
INSTANTIATE_TEST_SUITE_P(Host, PeerLoopTest, testing::ValuesIn(traced(late_machines())), sharded_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, PeerLoopTest, testing::ValuesIn(traced(sharded_gpus())), sharded_name);

const Graph<std::int32_t>& lattice() {
  static const auto graph = small_graph("grid2d", {{"width", "30"}, {"height", "20"}});
  return graph;
}
const Graph<std::int32_t>& skewed() {
  static const auto graph = small_graph("rmat", {{"scale", "11"}});
  return graph;
}

TEST_P(PeerLoopTest, DoesWhatTheHostWouldQueue) {
  for (const auto* const each : {&lattice(), &skewed()}) {
    for (const Copies copies : {Copies::kAll, Copies::kRead}) {
      SCOPED_TRACE("copies of " + std::string(to_string(copies)));
      const auto graph = spread(*each, 0, copies);
      EngineOptions one_by_one = pushing();
      one_by_one.plan = Plan::kPush;
      const Run expected = run(graph, one_by_one);
      const Run found = run(graph, pushing());
      EXPECT_EQ(loops(expected.report), 0u);
      EXPECT_GT(loops(found.report), 1u);
      expect_same(found, expected);
      for (std::size_t i = 0; i < found.report.per_device.size(); ++i)
        EXPECT_EQ(found.report.per_device[i].links.size(), expected.report.per_device[i].links.size()) << i;
      // How far a label comes in a superstep is up to chance.
      const Run labels = run(graph, pushing(), Labels{});
      EXPECT_EQ(labels.values, run_serially(*each, Labels{}));
      EXPECT_GT(loops(labels.report), 1u);
    }
  }
}

TEST_P(PeerLoopTest, TakesTurnsWithOtherPlans) {
  const auto graph = spread(skewed(), 0);
  EngineOptions options;
  options.exchange.hub = HubKind::kPeer;
  const auto expected = run_serially(skewed(), Labels{});
  for (const std::uint64_t max : {30u, 400u, 3000u}) {
    options.tuning.thresholds.peer_loop_edges = max;
    const Run found = run(graph, options, Labels{});
    EXPECT_EQ(found.values, expected);
    for (const SuperstepStatistics& each : found.report.supersteps)
      EXPECT_TRUE(each.plan != Plan::kPushLoop || each.active_edges <= max) << each.superstep;
  }
  EXPECT_GT(loops(run(graph, options, Labels{}).report), 0u);
}

// Several sources, and the largest value that reaches a vertex.
struct HopsLeft {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Max;
  static constexpr bool kFirstHitSuffices = true;
  static constexpr bool kUniformUpdates = true;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return active_initially(v) ? 1000 : 0; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v % 500 == 7; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue hops, NoValue) const { return hops == 0 ? 0 : hops - 1; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue hops) const { return hops > old; }
};
static_assert(detail::SearchProgram<Levels> && detail::SearchProgram<HopsLeft>);
static_assert(!detail::SearchProgram<Parents> && !detail::SearchProgram<Distances> && !detail::SearchProgram<Labels>);

// A search is one launch, whatever its directions; with a callback the host queues the same supersteps.
TEST_P(PeerLoopTest, SearchesInEveryDirection) {
  const auto on_both = [&](const auto& program) {
    std::size_t turn = 0;
    for (const auto* const each : {&lattice(), &skewed()}) {
      const auto graph = spread(*each, 0);
      ++turn;
      constexpr std::pair<double, double> kRules[] = {{0, 24}, {14, 24}, {14, 2}, {1e9, 1e9}};
      for (const auto& [alpha, beta] : kRules) {
        for (const std::uint64_t max : {1u, 100u, 1u << 21}) {
          if (kSanitized && turn++ % 2 == 0) continue;  // on the other graph
          SCOPED_TRACE("alpha " + std::to_string(alpha) + ", beta " + std::to_string(beta) + ", loops up to " +
                       std::to_string(max));
          EngineOptions options;
          options.exchange.hub = HubKind::kPeer;
          options.tuning.thresholds.alpha = alpha;
          options.tuning.thresholds.beta = beta;
          options.tuning.thresholds.peer_list_edges = max;
          forget_launches();
          const Run found = run(graph, options, program);
          EXPECT_EQ(launches_of("Search"), 1u);
          options.after_superstep = [](const SuperstepStatistics&) { return true; };
          const Run expected = run(graph, options, program);
          EXPECT_EQ(launches_of("Search"), 1u);
          expect_same(found, expected);
          for (std::size_t i = 0; i < found.report.supersteps.size(); ++i) {
            const SuperstepStatistics& step = found.report.supersteps[i];
            const bool pulls = step.plan == Plan::kPullFirst;
            EXPECT_EQ(pulls, expected.report.supersteps[i].plan == Plan::kPullFirst) << i;
            EXPECT_EQ(step.plan == Plan::kPushLoop, !pulls && step.active_edges <= max) << i;
          }
          if (alpha != 14) {
            EXPECT_EQ(count(found.report, Plan::kPullFirst) != 0, alpha > 14);
          }
        }
      }
    }
  };
  on_both(Levels{1});
  on_both(HopsLeft{});
}

// After a launch, whose queue has counted the edges of the same frontier.
TEST_P(PeerLoopTest, PullFirstCountsNoEdges) {
  const auto graph = spread(skewed(), 0, Copies::kRead);
  EngineOptions options;
  options.exchange.hub = HubKind::kPeer;
  options.tuning.thresholds.alpha = 14;
  options.tuning.thresholds.peer_loop_edges = 1000;
  const Run found = run(graph, options);
  EXPECT_GT(loops(found.report), 0u);
  EXPECT_GT(count(found.report, Plan::kPullFirst), 0u);
  for (std::size_t i = 0; i < found.report.supersteps.size(); ++i) {
    if (found.report.supersteps[i].plan != Plan::kPullFirst) continue;
    for (const results::DeviceActivity& device : found.report.per_device[i].devices) EXPECT_EQ(device.edges, 0u) << i;
  }
}

TEST(PeerStepTimes, AreRightAboveFourSeconds) {
  EXPECT_FLOAT_EQ(detail::nanoseconds_between(7, 7 + std::uint64_t{60000000000}), 6e10F);
}

TEST_P(PeerLoopTest, SearchesGoOnInAnotherLaunch) {
  const auto strip = small_graph("grid2d", {{"width", "2"}, {"height", "600"}});
  const auto graph = spread(strip, 0);
  const auto expected = run_serially(strip, Levels{1});
  for (const std::uint64_t max : {1u, 1u << 21}) {
    EngineOptions options = pushing();
    options.tuning.thresholds.peer_list_edges = max;
    const Run found = run(graph, options);
    EXPECT_EQ(found.values, expected);
    EXPECT_GT(found.report.supersteps.size(), 2 * detail::LoopHistory::kMaxSteps);
    EXPECT_EQ(count(found.report, max == 1 ? Plan::kPush : Plan::kPushLoop), found.report.supersteps.size());
  }
}

// In the order of a distance; what is too large for a launch of all devices the host queues, with the same near and far
// sets.
TEST_P(PeerLoopTest, OrdersByDistance) {
  const auto strip = small_graph("grid2d", {{"width", "2"}, {"height", "300"}});
  bool splits_far_on_host = false;
  for (const auto* const each : {&lattice(), &skewed(), &strip}) {
    for (const Copies copies : {Copies::kAll, Copies::kRead}) {
      if (each == &strip && copies == Copies::kRead) continue;  // of many supersteps
      const auto graph = spread(*each, 0, copies);
      const auto distances = run_serially(*each, Distances{1});
      const auto widths = run_serially(*each, Widths{1});
      for (const double step : {1.0, 40.0}) {
        if (step > 1 && (each == &strip || copies == Copies::kRead)) continue;
        for (const std::uint64_t max : {20u, 36u, 1u << 21}) {
          SCOPED_TRACE("step " + std::to_string(step) + ", loops up to " + std::to_string(max));
          EngineOptions options = pushing();
          options.plan = Plan::kPriority;
          options.tuning.priority_step = step;
          options.tuning.thresholds.peer_loop_edges = max;
          forget_launches();
          const Run found = run(graph, options, Distances{1});
          EXPECT_EQ(found.values, distances);
          EXPECT_EQ(found.report.end, RunEnd::kConverged);
          EXPECT_EQ(count(found.report, Plan::kPriority), found.report.supersteps.size());
          const auto is_large = [&](const SuperstepStatistics& one) { return one.active_edges > max; };
          EXPECT_EQ(launches_of("PushMarking"), std::ranges::count_if(found.report.supersteps, is_large));
          EXPECT_EQ(launches_of("PeerLoop") == 0, std::ranges::all_of(found.report.supersteps, is_large));
          splits_far_on_host = splits_far_on_host || (launches_of("PushMarking") == 0 && launches_of("MoveToFar") != 0);

          if (each == &strip) continue;
          const auto wide = warpgraph::run(graph, Widths{1}, options);
          EXPECT_EQ(wide.to_host(graph.streams()), widths);
        }
      }
    }
  }
  EXPECT_TRUE(splits_far_on_host) << "nowhere did more wait than a loop has room for";
}

TEST_P(PeerLoopTest, EndsAtTheLimitOfSupersteps) {
  const auto graph = spread(lattice(), 0);
  for (const std::uint32_t max : {1u, 2u, 7u}) {
    EngineOptions options = pushing();
    options.max_supersteps = max;
    const Run found = run(graph, options);
    EXPECT_EQ(found.values, run_serially(lattice(), Levels{1}, max));
    EXPECT_EQ(found.report.supersteps.size(), max);
    EXPECT_EQ(found.report.end, RunEnd::kSuperstepLimit);
  }
}

TEST_P(PeerLoopTest, HasNoPlaceWhereSomethingElseIsAskedFor) {
  const auto graph = spread(lattice(), 0);
  EngineOptions options = pushing();
  options.exchange.superstep_timeout = std::chrono::milliseconds(600000);
  EXPECT_EQ(loops(run(graph, options).report), 0u);
  options = pushing();
  options.exchange.hub = HubKind::kHost;
  EXPECT_EQ(loops(run(graph, options).report), 0u);
  options = pushing();
  options.exchange.refinement = Refinement::kMarked;
  EXPECT_EQ(loops(run(graph, options).report), 0u);
}

// What programs of all kinds whose launches wait for each other are to find.
struct RightResults {
  explicit RightResults(const Graph<std::int32_t>& graph)
      : levels(run_serially(graph, Levels{1})),
        labels(run_serially(graph, Labels{})),
        distances(run_serially(graph, Distances{1})) {}

  std::vector<Levels::VertexValue> levels;
  std::vector<Labels::VertexValue> labels;
  std::vector<Distances::VertexValue> distances;
};
const RightResults& right_of_lattice() {
  static const RightResults right(lattice());
  return right;
}

void expect_right_results(const ShardedGraph<std::int32_t>& graph, const RightResults& right) {
  const auto expect = [&](const auto& program, const auto& expected) {
    EXPECT_EQ(warpgraph::run(graph, program).to_host(graph.streams()), expected);
  };
  expect(Levels{1}, right.levels);
  expect(Labels{}, right.labels);
  expect(Distances{1}, right.distances);
}

TEST_P(PeerLoopTest, GivesRightResultsWhateverTheLaunches) {
  expect_right_results(spread(lattice(), 0), right_of_lattice());
  expect_right_results(spread(skewed(), 0), RightResults(skewed()));
}

// No kernel may then wait for one of another device. CUDA reads its variable when a process begins.
TEST_P(PeerLoopTest, EndsWhereLaunchesBlock) {
  if (runtime().device().kind() == DeviceKind::kGpu) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string test = "MultiGpu/PeerLoopTest.GivesRightResultsWhateverTheLaunches/" + GetParam().machine.name;
    EXPECT_EQ(
        std::system((std::string(kLaunchesBlock) + "=1 timeout 100 '" + program + "' --gtest_filter=" + test).c_str()),
        0);
    return;
  }
  RuntimeOptions options = GetParam().machine.options;
  options.host.launches_block = true;
  Runtime blocking(on_gpus_here(GetParam().machine.devices), options);
  const auto place = shards::place_by_edges(lattice().incoming().row.span(), {GetParam().devices});
  const auto graph = shard_graph(blocking, lattice(), place);
  expect_right_results(graph, right_of_lattice());
  EXPECT_EQ(loops(run(graph, pushing()).report), 0u);
}

// Each holds the devices that the other waits for, unless they take turns. Virtual devices are a runtime's own.
TEST_P(PeerLoopTest, TwoRuntimesOnTheSameDevicesEnd) {
  const int times = runtime().device().kind() == DeviceKind::kGpu ? 20 : 4;
  const auto run_often = [&](Runtime& on) {
    const auto place = shards::place_by_edges(lattice().incoming().row.span(), {GetParam().devices});
    const auto graph = shard_graph(on, lattice(), place);
    for (int i = 0; i < times; ++i) expect_right_results(graph, right_of_lattice());
  };
  Runtime other(on_gpus_here(GetParam().machine.devices), GetParam().machine.options);
  const std::jthread beside([&] { run_often(other); });
  run_often(runtime());
}

// NCCL's kernels wait for each other too, on every hub that the devices have.
TEST_P(PeerLoopTest, RunsWithEachHubBesideOneWithLoopsEnd) {
  const auto expected = run_serially(lattice(), Distances{1});
  const int times = runtime().device().kind() == DeviceKind::kGpu ? 20 : 2;
  const auto run_often = [&](Runtime& on, std::optional<HubKind> hub) {
    const auto graph =
        shard_graph(on, lattice(), shards::place_by_edges(lattice().incoming().row.span(), {GetParam().devices}));
    EngineOptions options = pushing();
    options.exchange.hub = hub;
    for (int i = 0; i < times; ++i)
      EXPECT_EQ(warpgraph::run(graph, Distances{1}, options).to_host(graph.streams()), expected);
  };
  Runtime other(on_gpus_here(GetParam().machine.devices), GetParam().machine.options);
  for (const HubKind hub : hubs()) {
    SCOPED_TRACE(to_string(hub));
    const std::jthread beside([&] { run_often(other, hub); });
    run_often(runtime(), std::nullopt);
  }
}

// Wherever it is lost: the others wait for what it would tell them.
template <class P>
void expect_the_others_stop(const P& program) {
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
      const auto graph = shard_graph(runtime, lattice(), shards::place_by_edges(row, {3}));
      (void)warpgraph::run(graph, program);
      is_lost = false;
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find("host:1 is lost"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(after, 10);
  EXPECT_FALSE(is_lost);
}
TEST(PeerLoopFaults, ALostDeviceStopsASearch) { expect_the_others_stop(Levels{1}); }
TEST(PeerLoopFaults, ALostDeviceStopsTheOthers) { expect_the_others_stop(Distances{1}); }

}  // namespace
}  // namespace warpgraph::test
