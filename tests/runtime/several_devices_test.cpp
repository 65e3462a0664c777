// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/collect.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"

// Two devices of one runtime: what they share, and what they do not.
namespace warpgraph::test {
namespace {

class SeveralDevicesTest : public MachineTest {
 protected:
  void SetUp() override {
    MachineTest::SetUp();
    if (!IsSkipped()) far_ = std::make_unique<Stream>(device(1), "far");
  }
  // Streams of device 0 and of device 1.
  [[nodiscard]] StreamRef near() const { return stream(); }
  [[nodiscard]] StreamRef far() const { return *far_; }
  [[nodiscard]] bool are_peers() const { return runtime().link(DeviceId{0}, DeviceId{1}) != Link::kNone; }

 private:
  std::unique_ptr<Stream> far_;
};
WARPGRAPH_INSTANTIATE_ON_ALL_PAIRS(SeveralDevicesTest);

TEST_P(SeveralDevicesTest, HaveTheirOwnNumbersAndNames) {
  EXPECT_EQ(device(0).id(), DeviceId{0});
  EXPECT_EQ(device(1).id(), DeviceId{1});
  EXPECT_NE(device(0).name(), device(1).name());
  EXPECT_EQ(&far().device(), &device(1));
}

TEST_P(SeveralDevicesTest, LinksAreReportedInBothDirections) {
  const Link there = runtime().link(DeviceId{0}, DeviceId{1});
  const Link back = runtime().link(DeviceId{1}, DeviceId{0});
  EXPECT_NE(there, Link::kSelf);
  EXPECT_EQ(there, back);
}

TEST_P(SeveralDevicesTest, CountTheirMemoryApart) {
  const Buffer<char> mine(near(), 100, "mine");
  const Buffer<char> theirs(far(), 30, "theirs");
  EXPECT_EQ(device(0).memory().in_use, 100u);
  EXPECT_EQ(device(1).memory().in_use, 30u);
}

TEST_P(SeveralDevicesTest, CopyPushesToTheOther) {
  const auto values = random_values<int>(100000, -9, 9, 1);
  const auto from = to_device(near(), values, "from");
  Buffer<int> to(far(), values.size(), "to");
  far().synchronize();
  copy(near(), to, from);
  near().synchronize();
  EXPECT_EQ(to_host(far(), to), values);
}

TEST_P(SeveralDevicesTest, CopyPullsFromTheOther) {
  const auto values = random_values<int>(100000, -9, 9, 2);
  const auto from = to_device(near(), values, "from");
  Buffer<int> to(far(), values.size(), "to");
  copy(far(), to, from);
  EXPECT_EQ(to_host(far(), to), values);
}

TEST_P(SeveralDevicesTest, WaitOrdersStreamsOfTwoDevices) {
  std::vector<int> order;
  Event there(device(0));
  Event back(device(1));
  near().call("first", [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    order.push_back(1);
  });
  there.record(near());
  far().wait(there);
  far().call("second", [&] { order.push_back(2); });
  back.record(far());
  near().wait(back);
  near().call("third", [&] { order.push_back(3); });
  near().synchronize();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST_P(SeveralDevicesTest, AnEventIsRecordedOnItsOwnDevice) {
  Event event(device(1));
  EXPECT_THROW(event.record(near()), Error);
}

TEST_P(SeveralDevicesTest, ABufferIsNotReboundToAnotherDevice) {
  Buffer<int> buffer(near(), 10, "numbers");
  EXPECT_THROW(buffer.rebind(far()), UsageError);
}

struct Increment {
  View<std::uint32_t> values;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { values[i] += 1; }
};

TEST_P(SeveralDevicesTest, KernelsRunOnTheDeviceOfTheirStream) {
  for (const StreamRef stream : {near(), far()}) {
    const auto values = update(stream, std::vector<std::uint32_t>(1000, 4), [&](View<std::uint32_t> view) {
      kernel::for_each(stream, view.size(), Increment{view});
    });
    EXPECT_EQ(values, std::vector<std::uint32_t>(1000, 5));
  }
}

TEST_P(SeveralDevicesTest, KernelsReachTheMemoryOfAPeer) {
  if (!are_peers()) GTEST_SKIP() << "no peer access here";
  auto theirs = to_device(far(), std::vector<std::uint32_t>(1000, 6), "theirs");
  kernel::for_each(near(), theirs.size(), Increment{theirs});
  near().synchronize();
  EXPECT_EQ(to_host(far(), theirs), std::vector<std::uint32_t>(1000, 7));
}

struct AddForEveryone {
  View<std::uint64_t> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    atomic::fetch_add<kernel::Order::kRelaxed, kernel::AtomicScope::kSystem>(sum[0], i);
  }
};

TEST_P(SeveralDevicesTest, SystemAtomicsOfTwoDevicesMeet) {
  if (runtime().link(DeviceId{0}, DeviceId{1}) != Link::kPeerAtomics) GTEST_SKIP() << "no atomics between devices";
  constexpr std::uint64_t kCount = 20000;
  auto sum = to_device(far(), std::vector<std::uint64_t>{0}, "sum");
  kernel::for_each(near(), kCount, AddForEveryone{sum});
  kernel::for_each(far(), kCount, AddForEveryone{sum});
  near().synchronize();
  EXPECT_EQ(to_host(far(), sum)[0], kCount * (kCount - 1));
}

// A value goes back and forth, a step on each device, ordered by events alone.
TEST_P(SeveralDevicesTest, ARelayOverBothDevicesLosesNoStep) {
  constexpr std::uint32_t kRounds = 10;
  auto mine = to_device(near(), std::vector<std::uint32_t>(5000, 0), "mine");
  Buffer<std::uint32_t> theirs(far(), mine.size(), "theirs");
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    Event there(device(0));
    Event back(device(1));
    kernel::for_each(near(), mine.size(), Increment{mine});
    there.record(near());
    far().wait(there);
    copy(far(), theirs, mine);
    kernel::for_each(far(), theirs.size(), Increment{theirs});
    copy(far(), mine, theirs);
    back.record(far());
    near().wait(back);
  }
  EXPECT_EQ(to_host(near(), mine), std::vector<std::uint32_t>(5000, 2 * kRounds));
}

TEST_P(SeveralDevicesTest, TheTimelineTellsTheDevicesApart) {
  RuntimeOptions options = GetParam().options;
  options.timeline = true;
  Runtime traced(on_gpus_here(GetParam().devices), options);
  for (int i = 0; i < 2; ++i) Stream(traced.device(i), "main").call("work", [] {});
  traced.synchronize();
  const auto spans = traced.timeline()->spans();
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].device, device(0).name());
  EXPECT_EQ(spans[1].device, device(1).name());
}

}  // namespace
}  // namespace warpgraph::test
