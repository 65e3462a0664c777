// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class RuntimeTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(RuntimeTest);

TEST_P(RuntimeTest, DescribesItsDevices) {
  const DeviceInfo& info = device().info();
  EXPECT_FALSE(info.model.empty());
  EXPECT_GT(info.multiprocessors, 0);
  EXPECT_GT(info.memory_bytes, 0u);
  EXPECT_EQ(info.architecture.empty(), !on_cuda());
  EXPECT_EQ(&device().runtime(), &runtime());
}

TEST_P(RuntimeTest, NumberOutsideOfTheDevicesIsAMistake) {
  EXPECT_THROW(static_cast<void>(runtime().device(-1)), UsageError);
  EXPECT_THROW(static_cast<void>(runtime().device(1)), UsageError);
  EXPECT_THROW(static_cast<void>(runtime().link(DeviceId{0}, DeviceId{1})), UsageError);
}

TEST_P(RuntimeTest, ADeviceReachesItself) { EXPECT_EQ(runtime().link(DeviceId{0}, DeviceId{0}), Link::kSelf); }

TEST_P(RuntimeTest, ClockRuns) {
  const double before = runtime().now();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_GE(runtime().now() - before, 2000.0);
}

TEST_P(RuntimeTest, KeepsATimelineOnlyIfAskedTo) {
  EXPECT_EQ(runtime().timeline(), nullptr);
  RuntimeOptions options = GetParam().options;
  options.timeline = true;
  EXPECT_NE(Runtime(GetParam().devices, options).timeline(), nullptr);
}

TEST_P(RuntimeTest, SynchronizeWaitsForAllStreams) {
  std::atomic<int> done = 0;
  Stream first(device(), "first");
  Stream second(device(), "second");
  for (const Stream* each : {&first, &second}) {
    each->call("slow", [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++done;
    });
  }
  runtime().synchronize();
  EXPECT_EQ(done, 2);
}

TEST_P(RuntimeTest, SynchronizeWaitsForAllStreamsEvenIfOneFailed) {
  std::atomic<bool> done = false;
  Stream failing(device(), "failing");
  Stream slow(device(), "slow");
  failing.call("fail", [] { throw std::runtime_error("on purpose"); });
  slow.call("slow", [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    done = true;
  });
  EXPECT_THROW(runtime().synchronize(), DeviceError);
  EXPECT_TRUE(done);
}

TEST_P(RuntimeTest, TwoRuntimesDoNotKnowEachOther) {
  Runtime other(GetParam().devices, GetParam().options);
  const Stream other_stream(other.device(), "other");
  const Buffer<int> buffer(other_stream, 1000, "numbers");
  EXPECT_EQ(device().memory().in_use, 0u);
  EXPECT_EQ(other.device().memory().in_use, 4000u);
}

TEST(Runtime, HasTheHostThreadsItWasGiven) {
  RuntimeOptions options;
  options.host.threads = 3;
  const Runtime runtime("host:2", options);
  EXPECT_EQ(runtime.threads().size(), 3u);
  EXPECT_EQ(runtime.device(1).info().multiprocessors, 3);
}

TEST(Runtime, VirtualDevicesDivideTheMemory) {
  EXPECT_EQ(Runtime("host").device().info().memory_bytes / 4, Runtime("host:4").device(3).info().memory_bytes);
}

TEST(Runtime, LinksHaveNames) {
  EXPECT_EQ(to_string(Link::kSelf), "self");
  EXPECT_EQ(to_string(Link::kPeerAtomics), "peer+atomics");
  EXPECT_EQ(to_string(Link::kPeer), "peer");
  EXPECT_EQ(to_string(Link::kNone), "host");
}

}  // namespace
}  // namespace warpgraph::test
