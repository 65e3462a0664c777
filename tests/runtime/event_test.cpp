// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class EventTest : public MachineTest {
 protected:
  void SetUp() override {
    MachineTest::SetUp();
    if (!IsSkipped()) other_ = std::make_unique<Stream>(device(), "other");
  }
  [[nodiscard]] StreamRef other() const { return *other_; }

  static void sleep(StreamRef stream) {
    stream.call("sleep", [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
  }

 private:
  std::unique_ptr<Stream> other_;
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(EventTest);

TEST_P(EventTest, WaitOrdersTwoStreams) {
  int value = 0;
  int seen = 0;
  Event written(device());
  sleep(stream());
  stream().call("write", [&] { value = 7; });
  written.record(stream());
  other().wait(written);
  other().call("read", [&] { seen = value; });
  other().synchronize();
  EXPECT_EQ(seen, 7);
}

TEST_P(EventTest, WaitsChainOverManyStreams) {
  std::vector<int> order;
  std::vector<Stream> streams;
  std::vector<Event> events;
  for (int i = 0; i < 6; ++i) {
    streams.emplace_back(device(), "link");
    events.emplace_back(device());
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (i > 0) streams[i].wait(events[i - 1]);
    streams[i].call("note", [&order, i] { order.push_back(static_cast<int>(i)); });
    events[i].record(streams[i]);
  }
  events.back().synchronize();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST_P(EventTest, NeverRecordedIsDoneAndNoHindrance) {
  Event event(device());
  EXPECT_TRUE(event.is_done());
  event.synchronize();
  bool ran = false;
  stream().wait(event);
  stream().call("behind", [&] { ran = true; });
  stream().synchronize();
  EXPECT_TRUE(ran);
}

TEST_P(EventTest, SynchronizeWaitsForTheMark) {
  int value = 0;
  Event event(device());
  sleep(stream());
  stream().call("write", [&] { value = 1; });
  event.record(stream());
  event.synchronize();
  EXPECT_TRUE(event.is_done());
  EXPECT_EQ(value, 1);
}

TEST_P(EventTest, IsNotDoneBeforeTheWorkIs) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  std::promise<void> gate;
  stream().call("held", [held = gate.get_future().share()] { held.wait(); });
  Event event(device());
  event.record(stream());
  EXPECT_FALSE(event.is_done());
  gate.set_value();
  stream().synchronize();
  EXPECT_TRUE(event.is_done());
}

TEST_P(EventTest, SecondRecordReplacesTheFirst) {
  int value = 0;
  int seen = 0;
  Event event(device());
  event.record(stream());
  sleep(stream());
  stream().call("write", [&] { value = 2; });
  event.record(stream());
  other().wait(event);
  other().call("read", [&] { seen = value; });
  other().synchronize();
  EXPECT_EQ(seen, 2);
}

TEST_P(EventTest, WaitIsForTheRecordBeforeIt) {
  if (!is_concurrent()) GTEST_SKIP() << "needs work that goes on by itself";
  Buffer<int> buffer(other(), 100, "numbers");
  std::promise<void> gate;
  Event event(device());
  event.record(stream());
  other().wait(event);
  stream().call("held", [held = gate.get_future().share()] { held.wait(); });
  event.record(stream());
  fill(other(), buffer, 6);  // no call: CUDA may run the calls of all streams in one thread
  other().synchronize();
  EXPECT_FALSE(event.is_done());
  gate.set_value();
}

TEST_P(EventTest, RecordInAnotherStreamReplacesTheFirst) {
  int value = 0;
  Event event(device());
  event.record(stream());
  sleep(other());
  other().call("write", [&] { value = 3; });
  event.record(other());
  event.synchronize();
  EXPECT_EQ(value, 3);
}

TEST_P(EventTest, AStreamMayWaitForItself) {
  Event event(device());
  event.record(stream());
  stream().wait(event);
  stream().synchronize();
  EXPECT_TRUE(event.is_done());
}

TEST_P(EventTest, MayGoWhileAStreamWaitsForIt) {
  int value = 0;
  int seen = 0;
  {
    Event event(device());
    sleep(stream());
    stream().call("write", [&] { value = 4; });
    event.record(stream());
    other().wait(event);
  }
  other().call("read", [&] { seen = value; });
  other().synchronize();
  EXPECT_EQ(seen, 4);
}

TEST_P(EventTest, MovingKeepsTheMark) {
  int value = 0;
  Event event(device());
  stream().call("write", [&] { value = 5; });
  event.record(stream());
  Event moved(std::move(event));
  moved.synchronize();
  EXPECT_EQ(value, 5);
}

TEST_P(EventTest, TimesTheWorkBetweenTwoMarks) {
  Event begin(device());
  Event end(device());
  begin.record(stream());
  sleep(stream());
  end.record(stream());
  end.synchronize();
  EXPECT_GE(end.microseconds_since(begin), 1900.0);
  EXPECT_LE(end.microseconds_since(begin), 60e6);
}

TEST_P(EventTest, TimeOfAnUnrecordedEventIsAMistake) {
  Event recorded(device());
  Event unrecorded(device());
  recorded.record(stream());
  recorded.synchronize();
  EXPECT_THROW(static_cast<void>(recorded.microseconds_since(unrecorded)), UsageError);
  EXPECT_THROW(static_cast<void>(unrecorded.microseconds_since(recorded)), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
