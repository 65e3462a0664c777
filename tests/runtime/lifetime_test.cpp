// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/thread_pool.hpp>
#include <warpgraph/runtime/timeline.hpp>

#include "support/machines.hpp"

// A runtime may be destroyed before what was made of it.
namespace warpgraph::test {
namespace {

class LifetimeTest : public testing::TestWithParam<MachineParam> {
 protected:
  void SetUp() override {
    const std::string devices = on_gpus_here(GetParam().devices);
    if (devices.empty()) GTEST_SKIP() << "no CUDA device";
    runtime = std::make_unique<Runtime>(devices, GetParam().options);
  }
  std::unique_ptr<Runtime> runtime;
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(LifetimeTest);

TEST_P(LifetimeTest, AStreamWorksOnAfterItsRuntime) {
  Stream stream(runtime->device());
  runtime.reset();
  Buffer<int> buffer(stream, 1000, "numbers");
  fill<int>(stream, buffer, 3);
  EXPECT_EQ(to_host(stream, buffer), std::vector<int>(1000, 3));
  EXPECT_EQ(stream.device().runtime().device_count(), 1);
  EXPECT_EQ(&stream.device().runtime().device(), &stream.device());
}

TEST_P(LifetimeTest, WorkIsUnderWayWhileTheRuntimeGoes) {
  bool done = false;
  std::optional<Stream> stream(std::in_place, runtime->device());
  stream->call("slow", [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    done = true;
  });
  runtime.reset();
  stream.reset();
  EXPECT_TRUE(done);
}

TEST_P(LifetimeTest, BuffersAndEventsMayBeTheLast) {
  std::optional<Stream> stream(std::in_place, runtime->device());
  Buffer<int> buffer(*stream, 1000, "numbers");
  PinnedBuffer<int> pinned(*runtime, 1000);
  Event event(runtime->device());
  fill<int>(*stream, buffer, 4);
  copy<int>(*stream, pinned, buffer);
  event.record(*stream);
  runtime.reset();
  stream.reset();
  event.synchronize();
  EXPECT_EQ(pinned[999], 4);
  const Buffer<int> moved = std::move(buffer);
  EXPECT_EQ(moved.size(), 1000u);
}

TEST_P(LifetimeTest, AHubNeedsItsStreamsAlone) {
  Stream stream(runtime->device());
  Buffer<std::byte> box(stream, 200, "box");
  auto hub = hubs::make_hub(HubKind::kHost, std::vector<StreamRef>{stream}, 100);
  runtime.reset();
  const View<std::byte> bytes = box.view();
  hub->exchange(std::vector{hubs::Parcel{0, bytes.subview(0, 100), {{0, bytes.subview(100, 100)}}}});
  hub.reset();
  stream.synchronize();
}

TEST_P(LifetimeTest, ARangeOfTheTimelineMayBeTheLast) {
  RuntimeOptions options = GetParam().options;
  options.timeline = true;
  auto timed = std::make_unique<Runtime>(on_gpus_here(GetParam().devices), options);
  const ProfileRange range(*timed, "all");
  timed.reset();
}

TEST(Lifetime, AQueuedFunctionMayBeTheLastOwnerOfAStream) {
  auto runtime = std::make_unique<Runtime>("host");
  std::optional<Stream> stream(std::in_place, runtime->device());
  const Stream other(runtime->device());
  other.call("own", [buffer = std::make_shared<Buffer<int>>(*stream, 1000, "numbers")] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  });
  runtime.reset();
  stream.reset();
}

std::unique_ptr<Stream> static_stream;
Buffer<int> static_buffer;
std::unique_ptr<Runtime> static_runtime;  // destroyed first

TEST(Lifetime, StaticObjectsGoInAnyOrder) {
  static_runtime = std::make_unique<Runtime>("host");
  static_stream = std::make_unique<Stream>(static_runtime->device());
  static_buffer = Buffer<int>(*static_stream, 1000, "numbers");
  fill<int>(*static_stream, static_buffer, 5);
  std::thread([] {
    thread_local Stream mine(static_runtime->device());
    thread_local Buffer<int> numbers(mine, 1000, "numbers");
    fill<int>(mine, numbers, 5);
  }).join();
  EXPECT_EQ(to_host(*static_stream, static_buffer), std::vector<int>(1000, 5));
}

}  // namespace
}  // namespace warpgraph::test
