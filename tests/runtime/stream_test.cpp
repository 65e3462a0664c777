// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class StreamTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(StreamTest);

void fail(StreamRef stream, const std::string& why) {
  stream.call("faulty", [why] { throw std::runtime_error(why); });
}

std::string failure(StreamRef stream) {
  try {
    stream.synchronize();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return {};
}

TEST_P(StreamTest, WorkRunsInTheOrderInWhichItWasAsked) {
  std::vector<int> order;
  for (int i = 0; i < 100; ++i) stream().call("note", [&order, i] { order.push_back(i); });
  stream().synchronize();
  std::vector<int> expected;
  for (int i = 0; i < 100; ++i) expected.push_back(i);
  EXPECT_EQ(order, expected);
}

TEST_P(StreamTest, SynchronizeWaitsForTheWork) {
  bool done = false;
  stream().call("slow", [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    done = true;
  });
  stream().synchronize();
  EXPECT_TRUE(done);
}

TEST_P(StreamTest, IsIdleBeforeAndAfterItsWork) {
  EXPECT_TRUE(stream().is_idle());
  stream().synchronize();  // of no work
  EXPECT_TRUE(stream().is_idle());
  stream().call("nothing", [] {});
  stream().synchronize();
  EXPECT_TRUE(stream().is_idle());
}

TEST_P(StreamTest, CallsReturnBeforeTheWorkIsDone) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  std::promise<void> gate;
  stream().call("held", [held = gate.get_future().share()] { held.wait(); });
  EXPECT_FALSE(stream().is_idle());
  gate.set_value();
  stream().synchronize();
}

TEST_P(StreamTest, StreamsDoNotWaitForEachOther) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  const Stream other(device(), "other");
  Buffer<int> buffer(other, 100, "numbers");
  fill<int>(other, buffer, 5);  // CUDA loads a kernel at its first launch, which waits for all streams
  other.synchronize();
  std::promise<void> gate;
  stream().call("held", [held = gate.get_future().share()] { held.wait(); });
  fill<int>(other, buffer, 6);  // no call: CUDA may run the calls of all streams in one thread
  other.synchronize();
  EXPECT_FALSE(stream().is_idle());
  gate.set_value();
}

TEST_P(StreamTest, AThreadOfItsOwnMayFillEachStream) {
  std::vector<std::vector<int>> order(4);
  std::vector<std::thread> threads;
  for (auto& mine : order) {
    threads.emplace_back([this, &mine] {
      const Stream own(device(), "own");
      for (int i = 0; i < 50; ++i) own.call("note", [&mine, i] { mine.push_back(i); });
      own.synchronize();
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& mine : order) EXPECT_TRUE(mine.size() == 50 && std::ranges::is_sorted(mine));
}

TEST_P(StreamTest, FailureIsToldAtTheNextWait) {
  Stream failing(device(), "failing");
  fail(failing, "the disk is full");
  const std::string message = failure(failing);
  EXPECT_NE(message.find("the disk is full"), std::string::npos) << message;
  EXPECT_NE(message.find("faulty"), std::string::npos) << message;
}

TEST_P(StreamTest, FailureOfAnyTypeIsToldAtTheNextWait) {
  Stream failing(device(), "failing");
  failing.call("faulty", [] { throw 42; });
  EXPECT_NE(failure(failing).find("faulty"), std::string::npos);
}

TEST_P(StreamTest, AFailureEndsWithTheWaitThatTellsOfIt) {
  Stream failing(device(), "failing");
  fail(failing, "first");
  EXPECT_NE(failure(failing).find("first"), std::string::npos);
  EXPECT_EQ(failure(failing), "");
  bool ran = false;
  failing.call("later", [&] { ran = true; });
  EXPECT_EQ(failure(failing), "");
  EXPECT_TRUE(ran);
  fail(failing, "second");
  EXPECT_NE(failure(failing).find("second"), std::string::npos);
}

TEST_P(StreamTest, AWaitForTheDeviceLeavesTheFailureToItsStream) {
  Stream failing(device(), "failing");
  fail(failing, "on purpose");
  EXPECT_THROW(device().synchronize(), DeviceError);
  EXPECT_THROW(runtime().synchronize(), DeviceError);
  EXPECT_NE(failure(failing).find("on purpose"), std::string::npos);
  device().synchronize();
}

TEST_P(StreamTest, AQuietWaitLeavesTheFailureToTheNext) {
  Stream failing(device(), "failing");
  fail(failing, "on purpose");
  failing.ref().wait_quietly();
  EXPECT_NE(failure(failing).find("on purpose"), std::string::npos);
}

TEST_P(StreamTest, AQuietWaitEndsTheFailureWhileAnotherErrorUnwinds) {
  struct Owner {
    ~Owner() { stream.wait_quietly(); }
    StreamRef stream;
  };
  Stream failing(device(), "failing");
  fail(failing, "on purpose");
  try {
    const Owner owner{failing};
    throw std::runtime_error("another");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(failure(failing), "");
}

TEST_P(StreamTest, WorkBehindAFailureIsSkipped) {
  Stream failing(device(), "failing");
  bool ran = false;
  fail(failing, "on purpose");
  failing.call("behind", [&] { ran = true; });
  EXPECT_THROW(failing.synchronize(), DeviceError);
  EXPECT_FALSE(ran);
}

TEST_P(StreamTest, OtherStreamsGoOnAfterAFailure) {
  Stream failing(device(), "failing");
  Event event(device());
  fail(failing, "on purpose");
  event.record(failing);
  bool ran = false;
  stream().wait(event);
  stream().call("behind the failure of another", [&] { ran = true; });
  stream().synchronize();
  EXPECT_TRUE(ran);
  EXPECT_TRUE(event.is_done());
  EXPECT_THROW(failing.synchronize(), DeviceError);
}

TEST_P(StreamTest, BuffersOfAFailedStreamAreReleased) {
  {
    Stream failing(device(), "failing");
    const Buffer<int> buffer(failing, 1000, "numbers");
    fail(failing, "on purpose");
    EXPECT_THROW(failing.synchronize(), DeviceError);
  }
  EXPECT_EQ(device().memory().in_use, 0u);
}

TEST_P(StreamTest, DestructorWaitsForTheWork) {
  bool done = false;
  {
    const Stream brief(device(), "brief");
    brief.call("slow", [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      done = true;
    });
  }
  EXPECT_TRUE(done);
}

TEST_P(StreamTest, DestructorTellsOfAFailureAndDoesNotThrow) {
  testing::internal::CaptureStderr();
  {
    const Stream failing(device(), "failing");
    fail(failing, "nobody asked");
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("nobody asked"), std::string::npos);
}

TEST_P(StreamTest, MovingKeepsTheWork) {
  std::vector<int> order;
  Stream first(device(), "first");
  first.call("note", [&] { order.push_back(1); });
  Stream second(std::move(first));
  second.call("note", [&] { order.push_back(2); });
  second.synchronize();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST_P(StreamTest, MoveAssignmentWaitsForTheReplacedStream) {
  bool done = false;
  Stream replaced(device(), "replaced");
  replaced.call("slow", [&] { done = true; });
  replaced = Stream(device(), "new");
  EXPECT_TRUE(done);
  replaced.synchronize();
}

TEST_P(StreamTest, CopiesAndCallsShareOneOrder) {
  Buffer<int> buffer(stream(), 100, "numbers");
  PinnedBuffer<int> in(runtime(), 100);
  PinnedBuffer<int> out(runtime(), 100);
  int seen = 0;
  stream().call("write the source", [&] { std::ranges::fill(in.span(), 2); });
  copy(stream(), buffer, in);
  copy(stream(), out, buffer);
  stream().call("read the target", [&] { seen = out[99]; });
  stream().synchronize();
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace warpgraph::test
