// SPDX-License-Identifier: Apache-2.0
//
// Runs on several devices that go wrong, and placements that are none.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>

#include "framework/shard/compiled_once.hpp"
#include "framework/shard/sharded_case.hpp"
#include "support/time_limit.hpp"

namespace warpgraph::test {
namespace {

void expect_nothing_left(Runtime& runtime) {
  for (int i = 0; i < runtime.device_count(); ++i) EXPECT_EQ(runtime.device(i).memory().in_use, 0u) << "device " << i;
}

// What a run throws, whenever it does.
template <class Fault>
std::string message_of(const RuntimeOptions& machine, const EngineOptions& options = {}) {
  std::string message;
  Runtime runtime("host:3", machine);
  try {
    const auto graph = spread_evenly(runtime, rmat_graph());
    (void)warpgraph::run(graph, Distances{1}, options);
  } catch (const Fault& fault) {
    message = fault.what();
  }
  try {
    runtime.synchronize();
  } catch (const DeviceError&) {  // of the lost device, again
  }
  expect_nothing_left(runtime);
  return message;
}

TEST(ShardFaults, ALostDeviceEndsTheRun) {
  RuntimeOptions machine = threaded();
  machine.host.faults.lost_device = 1;
  EngineOptions one_by_one;
  one_by_one.after_superstep = [](const SuperstepStatistics&) { return true; };
  for (const std::int64_t after : {0, 5, 40, 80, 120}) {
    SCOPED_TRACE(after);
    machine.host.faults.lost_after = after;
    const std::string message = message_of<DeviceError>(machine, one_by_one);
    EXPECT_NE(message.find("host:1 is lost"), std::string::npos) << message;
  }
}

TEST(ShardFaults, AnAllocationThatFailsLosesNothing) {
  RuntimeOptions machine = threaded();
  bool failed = true;
  std::int64_t n = 0;
  for (; failed && n < 1000; n += 7) {
    SCOPED_TRACE(n);
    machine.host.faults.failing_allocation = n;
    failed = !message_of<OutOfMemory>(machine).empty();
    if (HasFailure()) return;
  }
  EXPECT_GT(n, 50);
  EXPECT_FALSE(failed);
}

TEST(ShardFaults, AShardThatDoesNotFitIsRefusedBeforeItIsMade) {
  RuntimeOptions machine = threaded();
  machine.memory_limit = 20000;
  const std::string message = message_of<OutOfMemory>(machine);
  EXPECT_NE(message.find("host:0"), std::string::npos) << message;
  EXPECT_NE(message.find("a shard of the graph"), std::string::npos) << message;
}

// The values of all vertices do not fit, those that are read do.
TEST(ShardFaults, WhatDoesNotFitMayDoSoWithValuesOfWhatIsRead) {
  const auto lattice = small_graph("grid2d", {{"width", "40"}, {"height", "50"}});
  const auto row = lattice.incoming().row.span();
  const Placement placement = shards::place_by_edges(row, {4});
  const auto local_ids = shards::count_local_ids(row, lattice.incoming().column.span(), placement);
  const auto bytes = [&](Copies copies) {
    std::size_t max = 0;
    for (std::size_t i = 0; i < placement.held.size(); ++i) {
      const VertexRange held = placement.held[i];
      shards::ShardSize size{lattice.vertex_count(), held.size(), row[held.last] - row[held.first], 4};
      if (copies == Copies::kRead) size.local_ids = local_ids[i];
      max = std::max(max, shards::shard_memory<std::int32_t>(size, {.copies = copies, .run_bytes = 64}).total());
    }
    return max;
  };
  RuntimeOptions machine = threaded();
  machine.memory_limit = bytes(Copies::kRead);
  ASSERT_LT(machine.memory_limit, bytes(Copies::kAll));
  Runtime runtime("host:4", machine);
  EXPECT_THROW((void)shard_graph(runtime, lattice, placement, {.run_bytes = 64}), OutOfMemory);
  const auto shards = shard_graph(runtime, lattice, placement, {.copies = Copies::kRead, .run_bytes = 64});
  const auto result = warpgraph::run(shards, Distances{1});
  EXPECT_EQ(result.to_host(shards.streams()), run_serially(lattice, Distances{1}));
}

TEST(ShardFaults, MemoryThatCannotBePinnedIsToldOf) {
  RuntimeOptions machine = threaded();
  machine.host.faults.pinned_failure = true;
  EXPECT_NE(message_of<OutOfMemory>(machine).find("pinned"), std::string::npos);
}

TEST(ShardFaults, ASuperstepThatTakesTooLongNamesTheDevices) {
  RuntimeOptions machine = threaded();
  machine.host.faults.longest_delay = std::chrono::microseconds(20000);
  EngineOptions options;
  options.exchange.superstep_timeout = std::chrono::milliseconds(1);
  const std::string message = message_of<DeviceError>(machine, options);
  EXPECT_NE(message.find("takes longer than 1 ms"), std::string::npos) << message;
  EXPECT_NE(message.find("host:"), std::string::npos) << message;
}

// It goes on only when it was named: a run that waited for it first would wait for ever.
TEST(ShardFaults, AStuckDeviceIsNamedBeforeTheRunWaitsForIt) {
  const TimeLimit limit(std::chrono::seconds(100));
  std::atomic<bool> is_named = false;
  std::string told;
  EngineOptions options;
  options.exchange.superstep_timeout = std::chrono::milliseconds(20);
  options.exchange.on_late = [&](std::string_view message) {
    told = message;
    is_named = true;
    is_named.notify_all();
  };
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  graph.stream(1).call("stuck", [&] { is_named.wait(false); });
  EXPECT_THROW((void)warpgraph::run(graph, Distances{1}, options), DeviceError);
  EXPECT_NE(told.find("takes longer than 20 ms"), std::string::npos) << told;
  EXPECT_NE(told.find("host:1"), std::string::npos) << told;
}

TEST(ShardFaults, PatienceThatSufficesChangesNothing) {
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  EngineOptions options;
  options.exchange.superstep_timeout = std::chrono::minutes(5);
  const auto result = warpgraph::run(graph, Distances{1}, options);
  EXPECT_EQ(result.to_host(graph.streams()), run_serially(rmat_graph(), Distances{1}));
}

TEST(ShardRuns, GoOnWhileTheCallerWaits) {
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  auto running = warpgraph::start(graph, Distances{1});
  while (!running.is_done()) std::this_thread::yield();
  EXPECT_EQ(running.wait().to_host(graph.streams()), run_serially(rmat_graph(), Distances{1}));
}

TEST(ShardRuns, OneAtATimeHasTheGraph) {
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  std::atomic<bool> begun = false;
  std::atomic<bool> told = false;
  auto running = warpgraph::start(graph, Distances{1}, {.after_superstep = [&](const SuperstepStatistics&) {
                                    begun = true;
                                    while (!told) std::this_thread::yield();
                                    return true;
                                  }});
  while (!begun) std::this_thread::yield();
  EXPECT_THROW((void)warpgraph::run(graph, Distances{1}), UsageError);
  EXPECT_THROW((void)warpgraph::start(graph, Distances{1}).wait(), UsageError);
  told = true;
  const auto expected = run_serially(rmat_graph(), Distances{1});
  EXPECT_EQ(running.wait().to_host(graph.streams()), expected);
  EXPECT_EQ(warpgraph::run(graph, Distances{1}).to_host(graph.streams()), expected);
}

TEST(ShardRuns, EndEarlyWhenCancelled) {
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  // The callback holds the run until it was told to end.
  std::atomic<bool> told = false;
  auto running = warpgraph::start(graph, Distances{1}, {.after_superstep = [&](const SuperstepStatistics&) {
                                    while (!told) std::this_thread::yield();
                                    return true;
                                  }});
  running.cancel();
  told = true;
  const auto result = running.wait();
  EXPECT_EQ(result.end, RunEnd::kCancelled);
  EXPECT_LE(result.supersteps.size(), 1u);
}

TEST(ShardAdvice, SaysThatKernelsDoNotRunAtTheSameTime) {
  RuntimeOptions machine = threaded();
  const auto says = [&] {
    Runtime runtime("host:2", machine);
    return warpgraph::run(spread_evenly(runtime, rmat_graph()), Distances{1}).advice.find("at the same time") !=
           std::string::npos;
  };
  EXPECT_FALSE(says());
  machine.host.launches_block = true;
  EXPECT_TRUE(says());
  machine.concurrent_kernels = false;
  EXPECT_FALSE(says()) << "the caller knows";
}

TEST(Placement, IsCheckedBeforeAnythingIsSpread) {
  Runtime runtime("host:2", threaded());
  const VertexId n = rmat_graph().vertex_count();
  const auto refuses = [&](const Placement& placement) {
    EXPECT_THROW((void)shard_graph(runtime, rmat_graph(), placement), UsageError);
  };
  refuses({});
  refuses({{{0, n}}, {}});
  refuses({{{0, 128}, {256, n}}, {{0, 128}, {256, n}}});
  refuses({{{0, 100}, {100, n}}, {{0, 100}, {100, n}}});
  refuses({{{0, 128}, {128, n}}, {{0, 128}, {256, n}}});
  refuses({{{0, 128}, {128, 512}}, {{0, 128}, {128, 512}}});
  refuses({{{0, 128}, {128, 256}, {256, n}}, {{0, 128}, {128, 256}, {256, n}}});
  expect_nothing_left(runtime);
}

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_SEVERAL_DEVICES(Distances);

}  // namespace warpgraph
