// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/step_run.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "framework/peers/peers_case.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

struct Increment {
  View<std::uint32_t> value;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { value[i] += 1; }
};

class StepRunTest : public MachineTest {
 protected:
  // A run that converges after `wanted` steps, each of which adds one to every value.
  RunReport run(std::uint32_t wanted, const EngineOptions& options = {}, const std::atomic<bool>* cancelled = nullptr) {
    RunReport report;
    Buffer<std::uint32_t> value(stream(), 1000, "values");
    fill(stream(), value, 0);
    peers::StepRun steps(stream(), options, report, cancelled);
    std::uint32_t done = 0;
    while (steps.begin()) {
      kernel::for_each(stream(), value.size(), Increment{value});
      steps.end({.plan = Plan::kPullAll, .active_vertices = 1000, .updated_vertices = 7}, ++done == wanted);
    }
    EXPECT_EQ(to_host(stream(), value), std::vector<std::uint32_t>(1000, done));
    return report;
  }
};

TEST_P(StepRunTest, ReportsEveryStepUntilItConverges) {
  const RunReport report = run(3);
  EXPECT_EQ(report.end, RunEnd::kConverged);
  ASSERT_EQ(report.supersteps.size(), 3u);
  EXPECT_EQ(report.supersteps[2].superstep, 2u);
  EXPECT_EQ(report.supersteps[2].updated_vertices, 7u);
  EXPECT_EQ(report.supersteps[2].microseconds, 0);
  EXPECT_TRUE(report.per_device.empty());
}

TEST_P(StepRunTest, EndsAtTheLimitOfSupersteps) {
  const RunReport report = run(9, {.max_supersteps = 4});
  EXPECT_EQ(report.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(report.supersteps.size(), 4u);
}

TEST_P(StepRunTest, StopsWhenTheCallerSaysSo) {
  EngineOptions options;
  options.after_superstep = [](const SuperstepStatistics& step) { return step.superstep < 1; };
  const RunReport report = run(9, options);
  EXPECT_EQ(report.end, RunEnd::kStopped);
  EXPECT_EQ(report.supersteps.size(), 2u);
}

TEST_P(StepRunTest, IsCancelledBetweenTwoSteps) {
  std::atomic<bool> cancelled = false;
  EngineOptions options;
  options.after_superstep = [&](const SuperstepStatistics& step) {
    cancelled = step.superstep == 2;
    return true;
  };
  const RunReport report = run(9, options, &cancelled);
  EXPECT_EQ(report.end, RunEnd::kCancelled);
  EXPECT_EQ(report.supersteps.size(), 3u);
}

TEST_P(StepRunTest, TimesItsStepsIfAsked) {
  const RunReport report = run(2, {.time_supersteps = true});
  for (const SuperstepStatistics& step : report.supersteps) EXPECT_GT(step.microseconds, 0);
}

TEST_P(StepRunTest, AStepThatIsBegunAgainIsOneStep) {
  RunReport report;
  const EngineOptions options{.max_supersteps = 1};
  peers::StepRun steps(stream(), options, report);
  EXPECT_TRUE(steps.begin());
  EXPECT_TRUE(steps.begin());
  steps.end({}, false);
  EXPECT_FALSE(steps.begin());
  EXPECT_EQ(report.supersteps.size(), 1u);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(StepRunTest);

TEST(StepRunThatTakesTooLong, NamesTheLateDevice) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "slow");
  std::string told;
  EngineOptions options;
  options.exchange.superstep_timeout = std::chrono::milliseconds(5);
  options.exchange.on_late = [&](std::string_view message) { told = message; };
  RunReport report;
  peers::StepRun steps(stream, options, report);
  ASSERT_TRUE(steps.begin());
  stream.call("sleep", [] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); });
  EXPECT_THROW(steps.wait(), DeviceError);
  EXPECT_NE(told.find("host:0 is not done"), std::string::npos) << told;
}

class StepRunOnPeers : public PeersCase {};

TEST_P(StepRunOnPeers, ReportsWhatEachDeviceDidAndSent) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  const peers::PeerGraph peers = peers::peer_graph(graph, {});
  std::vector<Buffer<std::uint32_t>> value = arrays_of<std::uint32_t>(peers);
  RunReport report;
  peers::PeerArrays arrays(peers);
  const EngineOptions options{.max_supersteps = 2, .time_supersteps = true};
  peers::StepRun steps(peers, arrays, options, report);
  const peers::WaitForPeers wait(peers);
  while (steps.begin()) {
    for (int i = 0; i < peers.devices(); ++i)
      kernel::for_each(peers.part(i).stream, peers.vertices, Increment{value[static_cast<std::size_t>(i)]});
    steps.mark_computed();
    arrays.put_own(views_of(value));
    arrays.send();
    steps.wait_for_first();
    steps.end({.updated_vertices = peers.vertices}, false, {{{}, 11, 12, 0, 0}});
  }
  ASSERT_EQ(report.per_device.size(), 2u);
  for (const results::PeerSuperstep& step : report.per_device) {
    ASSERT_EQ(step.devices.size(), 3u);
    EXPECT_EQ(step.devices[0].edges, 11u);
    EXPECT_EQ(step.devices[0].updated, 12u);
    EXPECT_EQ(step.devices[2].own, peers.part(2).own);
    EXPECT_EQ(step.links.size(), 3u);
    for (const results::DeviceActivity& each : step.devices) EXPECT_GT(each.compute_microseconds, 0);
  }
}

TEST_P(StepRunOnPeers, AWholeRunHasOneEntryAndNoSupersteps) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  const peers::PeerGraph peers = peers::peer_graph(graph, {});
  RunReport report;
  peers::PeerArrays arrays(peers);
  const EngineOptions options{.max_supersteps = 0, .time_supersteps = true};
  peers::StepRun run(peers, arrays, options, report);
  run.begin_whole();
  run.end_whole();
  EXPECT_TRUE(report.converged());
  EXPECT_TRUE(report.supersteps.empty());
  ASSERT_EQ(report.per_device.size(), 1u);
  EXPECT_EQ(report.per_device[0].devices[1].edges, peers.part(1).incoming.column.size());
}

TEST_P(StepRunOnPeers, AWholeGraphIsOneDeviceThatNothingIsReportedOf) {
  const DeviceGraph<NoValue> graph = upload(stream(), ring_graph());
  const peers::PeerGraph peers = peers::peer_graph(stream(), graph);
  peers::PeerArrays arrays(peers);
  RunReport report;
  const EngineOptions options{.max_supersteps = 1, .time_supersteps = true};
  peers::StepRun steps(peers, arrays, options, report);
  while (steps.begin()) {
    arrays.send();
    steps.mark_computed();
    steps.wait_for_first();
    steps.end({.updated_vertices = peers.vertices}, false, {{{}, peers.edges, peers.vertices, 0, 0}});
  }
  ASSERT_EQ(report.supersteps.size(), 1u);
  EXPECT_GT(report.supersteps[0].microseconds, 0);
  EXPECT_TRUE(report.per_device.empty());
  peers::StepRun whole(peers, arrays, options, report);
  whole.begin_whole();
  whole.end_whole();
  EXPECT_TRUE(report.per_device.empty());
}

WARPGRAPH_INSTANTIATE_ON_PEERS(StepRunOnPeers);

}  // namespace
}  // namespace warpgraph::test
