// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"

// What a device knows of its memory.
namespace warpgraph::test {
namespace {

class DeviceTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(DeviceTest);

TEST_P(DeviceTest, CountsMemoryByTheNamesOfBuffers) {
  const Buffer<int> row(stream(), 100, "row");
  const Buffer<char> column(stream(), 7, "column");
  const Buffer<int> more_row(stream(), 50, "row");
  const MemoryUse use = device().memory();
  EXPECT_EQ(use.in_use, 607u);
  ASSERT_EQ(use.items.size(), 2u);
  EXPECT_EQ(use.items[0].name, "column");
  EXPECT_EQ(use.items[0].in_use, 7u);
  EXPECT_EQ(use.items[1].name, "row");
  EXPECT_EQ(use.items[1].in_use, 600u);
}

TEST_P(DeviceTest, RemembersThePeakUntilItIsReset) {
  { const Buffer<char> brief(stream(), 5000, "brief"); }
  const Buffer<char> kept(stream(), 100, "kept");
  EXPECT_EQ(device().memory().peak, 5000u);
  device().reset_peak_memory();
  EXPECT_EQ(device().memory().peak, 100u);
}

TEST_P(DeviceTest, HasLessMemoryFreeWhileABufferLives) {
  if (on_cuda()) GTEST_SKIP() << "others may use the GPU";
  const MemoryUse before = device().memory();
  EXPECT_EQ(before.capacity, device().info().memory_bytes);
  const Buffer<char> buffer(stream(), 1 << 20, "numbers");
  EXPECT_EQ(device().memory().free, before.free - (1 << 20));
}

TEST_P(DeviceTest, KeepsReleasedMemoryUntilTrimmed) {
  { const Buffer<char> brief(stream(), 1 << 20, "brief"); }
  stream().synchronize();
  EXPECT_GE(device().memory().pool_bytes, std::size_t{1} << 20);
  device().trim_memory();
  EXPECT_EQ(device().memory().pool_bytes, 0u);
}

// Whether a plan is refused depends on what is free now; to ask takes nothing.
TEST_P(DeviceTest, APlanThatFitsIsGranted) {
  const std::size_t in_use = device().memory().in_use;
  EXPECT_NO_THROW(device().require(MemoryPlan("row", 1 << 20), "a small graph"));
  EXPECT_NO_THROW(device().require(MemoryPlan(), "nothing"));
  EXPECT_EQ(device().memory().in_use, in_use);
  if (on_cuda()) return;  // others may use the GPU
  const std::size_t free = device().memory().free;
  EXPECT_NO_THROW(device().require(MemoryPlan("all", free), "a graph that just fits"));
  EXPECT_THROW(device().require(MemoryPlan("more", free + 1), "a graph that just does not"), OutOfMemory);
}

TEST_P(DeviceTest, APlanThatDoesNotFitNamesNeedAndFree) {
  const std::size_t capacity = device().info().memory_bytes;
  MemoryPlan plan("row", capacity / 4);
  plan.add("column", capacity);
  try {
    device().require(plan, "the whole web");
    FAIL() << "no error";
  } catch (const OutOfMemory& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.asked(), plan.total());
    EXPECT_LE(error.free(), capacity);
    for (const std::string& part :
         {device().name(), std::string("the whole web"), plan.describe(), support::format_bytes(plan.total())})
      EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

class MemoryLimitTest : public MachineTest {
 protected:
  static constexpr std::size_t kLimit = 1 << 16;
  void SetUp() override {
    MachineTest::SetUp();
    if (IsSkipped()) return;
    RuntimeOptions options = GetParam().options;
    options.memory_limit = kLimit;
    limited_ = std::make_unique<Runtime>(GetParam().devices, options);
    stream_ = std::make_unique<Stream>(limited().device(), "limited");
  }
  [[nodiscard]] Runtime& limited() const { return *limited_; }
  [[nodiscard]] StreamRef limited_stream() const { return *stream_; }

 private:
  std::unique_ptr<Runtime> limited_;
  std::unique_ptr<Stream> stream_;
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(MemoryLimitTest);

TEST_P(MemoryLimitTest, IsTheCapacity) {
  const Buffer<char> buffer(limited_stream(), kLimit / 4, "quarter");
  EXPECT_EQ(limited().device().memory().capacity, kLimit);
  EXPECT_EQ(limited().device().memory().free, kLimit - kLimit / 4);
}

TEST_P(MemoryLimitTest, MayBeUsedWholly) {
  const Buffer<char> half(limited_stream(), kLimit / 2, "half");
  const Buffer<char> other(limited_stream(), kLimit / 2, "other half");
  EXPECT_EQ(limited().device().memory().free, 0u);
}

TEST_P(MemoryLimitTest, IsNotPassed) {
  const Buffer<char> half(limited_stream(), kLimit / 2, "half");
  try {
    const Buffer<char> more(limited_stream(), kLimit / 2 + 1, "more");
    FAIL() << "no error";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.asked(), kLimit / 2 + 1);
    EXPECT_EQ(error.free(), kLimit / 2);
  }
}

TEST_P(MemoryLimitTest, IsFreeAgainAtOnceAfterARelease) {
  for (int run = 0; run < 20; ++run) {
    Buffer<char> buffer(limited_stream(), kLimit, "all");
    fill(limited_stream(), buffer, 'x');
    ASSERT_EQ(limited().device().memory().free, 0u) << run;
  }
  EXPECT_EQ(limited().device().memory().free, kLimit);
}

TEST_P(MemoryLimitTest, BoundsPlans) {
  limited().device().require(MemoryPlan("all", kLimit), "a graph that fits");
  EXPECT_THROW(limited().device().require(MemoryPlan("more", kLimit + 1), "a graph that does not"), OutOfMemory);
}

}  // namespace
}  // namespace warpgraph::test
