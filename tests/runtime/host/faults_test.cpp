// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"
#include "support/no_threads.hpp"

// Faults that the host backend injects, and how the runtime takes them.
namespace warpgraph::test {
namespace {

class FaultsTest : public MachineTest {
 protected:
  RuntimeOptions options = GetParam().options;
};
INSTANTIATE_TEST_SUITE_P(Host, FaultsTest, testing::ValuesIn(host_machines("host:2")), machine_name);

constexpr std::int64_t kAllocations = 6;

// Work on two devices with kAllocations allocations, which are released in the middle, at the end and by exceptions.
std::vector<int> work(Runtime& runtime) {
  PinnedBuffer<int> staged(runtime, 1000);  // before the streams, which finish their copies when an exception flies
  const Stream first(runtime.device(0), "first");
  const Stream second(runtime.device(1), "second");
  Buffer<int> source(first, 1000, "source");
  fill<int>(first, source, 3);
  {
    Buffer<int> temporary(first, 1000, "temporary");
    copy<int>(first, temporary, source);
    copy<int>(first, staged, temporary);
  }
  Event staged_there(runtime.device(0));
  staged_there.record(first);
  Buffer<int> target(second, 1000, "target");
  second.wait(staged_there);
  copy<int>(second, target, staged);
  const Buffer<int> large(second, 100000, "large");
  const PinnedBuffer<int> last(runtime, 10);
  first.synchronize();
  return to_host<int>(second, target);
}

TEST_P(FaultsTest, NoneByDefault) {
  Runtime faulty("host:2", options);
  EXPECT_EQ(work(faulty), std::vector<int>(1000, 3));
}

TEST_P(FaultsTest, EveryFailedAllocationIsOutOfMemoryAndLeaksNothing) {
  for (std::int64_t n = 0; n < kAllocations; ++n) {
    options.host.faults.failing_allocation = n;
    Runtime faulty("host:2", options);
    EXPECT_THROW(work(faulty), OutOfMemory) << "allocation " << n;
    faulty.synchronize();
    for (int i = 0; i < 2; ++i) EXPECT_EQ(faulty.device(i).memory().in_use, 0u) << "allocation " << n;
  }
}

TEST_P(FaultsTest, TheRuntimeWorksOnAfterAFailedAllocation) {
  for (std::int64_t n = 0; n < kAllocations; ++n) {
    options.host.faults.failing_allocation = n;
    Runtime faulty("host:2", options);
    EXPECT_THROW(work(faulty), OutOfMemory) << "allocation " << n;
    EXPECT_EQ(work(faulty), std::vector<int>(1000, 3)) << "allocation " << n;
  }
}

TEST_P(FaultsTest, AnAllocationBehindTheLastNeverFails) {
  options.host.faults.failing_allocation = kAllocations;
  Runtime faulty("host:2", options);
  EXPECT_EQ(work(faulty), std::vector<int>(1000, 3));
}

// Which of 100 allocations fail.
std::vector<int> failures(const RuntimeOptions& options) {
  Runtime faulty("host", options);
  const Stream stream(faulty.device(), "test");
  std::vector<int> failed;
  for (int i = 0; i < 100; ++i) {
    try {
      const Buffer<int> buffer(stream, 10, "numbers");
    } catch (const OutOfMemory&) {
      failed.push_back(i);
    }
  }
  return failed;
}

TEST_P(FaultsTest, AllocationsFailAsTheSeedSays) {
  options.host.faults.allocation_failure = 0.3;
  options.host.faults.seed = 1;
  const auto first = failures(options);
  EXPECT_EQ(failures(options), first);
  EXPECT_GT(first.size(), 10u);
  EXPECT_LT(first.size(), 60u);
  options.host.faults.seed = 2;
  EXPECT_NE(failures(options), first);
}

TEST_P(FaultsTest, AllAllocationsMayFail) {
  options.host.faults.allocation_failure = 1;
  EXPECT_EQ(failures(options).size(), 100u);
}

TEST_P(FaultsTest, DelaysChangeNoResult) {
  options.host.faults.longest_delay = std::chrono::milliseconds(1);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    options.host.faults.seed = seed;
    Runtime faulty("host:2", options);
    EXPECT_EQ(work(faulty), std::vector<int>(1000, 3)) << "seed " << seed;
  }
}

TEST_P(FaultsTest, DelaysTakeTime) {
  options.host.faults.longest_delay = std::chrono::milliseconds(2);
  Runtime faulty("host", options);
  const Stream stream(faulty.device(), "test");
  const double begin = faulty.now();
  for (int i = 0; i < 20; ++i) stream.call("nothing", [] {});
  stream.synchronize();
  EXPECT_GT(faulty.now() - begin, 5000);  // 20 ms on average
}

TEST_P(FaultsTest, NoHostMemoryIsPinnedWhereThatFails) {
  options.host.faults.pinned_failure = true;
  Runtime faulty("host", options);
  const Stream stream(faulty.device(), "test");
  const Buffer<int> buffer(stream, 10, "numbers");
  try {
    const PinnedBuffer<int> pinned(faulty, 10);
    FAIL() << "was pinned";
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string(error.what()).find("could not be pinned"), std::string::npos) << error.what();
    EXPECT_EQ(error.asked(), 40u);
  }
}

// What the device says when somebody waits for it.
std::string failure(StreamRef stream) {
  try {
    stream.synchronize();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return {};
}

// host:1 is lost after three pieces of work.
class LostDeviceTest : public FaultsTest {
 protected:
  void SetUp() override {
    options.host.faults.lost_device = 1;
    options.host.faults.lost_after = 3;
    lossy_ = std::make_unique<Runtime>("host:2", options);
    stream_ = std::make_unique<Stream>(lossy_->device(1), "lost");
  }
  [[nodiscard]] Runtime& lossy() const { return *lossy_; }
  [[nodiscard]] StreamRef lost() const { return *stream_; }
  // Asks for five pieces of work and counts those done.
  int work_on(StreamRef stream) {
    for (int i = 0; i < 5; ++i) stream.call("count", [this] { ++done_; });
    failure(stream);
    return done_;
  }

 private:
  std::unique_ptr<Runtime> lossy_;
  std::unique_ptr<Stream> stream_;
  int done_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Host, LostDeviceTest, testing::ValuesIn(host_machines("host:2")), machine_name);

TEST_P(LostDeviceTest, DoesItsWorkUntilThen) { EXPECT_EQ(work_on(lost()), 3); }

TEST_P(LostDeviceTest, SaysSoAtEveryWait) {
  EXPECT_EQ(failure(lost()), "");
  work_on(lost());
  EXPECT_EQ(failure(lost()), "host:1 is lost");
  EXPECT_EQ(failure(lost()), "host:1 is lost");
  EXPECT_THROW(lossy().device(1).synchronize(), DeviceError);
  EXPECT_THROW(lossy().synchronize(), DeviceError);
}

TEST_P(LostDeviceTest, IsLostForAllItsStreams) {
  const Stream before(lossy().device(1), "before");
  work_on(lost());
  const Stream after(lossy().device(1), "after");
  EXPECT_EQ(failure(before), "host:1 is lost");
  EXPECT_EQ(work_on(after), 3);
}

TEST_P(LostDeviceTest, GivesNoMemoryAndTakesItBack) {
  {
    const Buffer<int> earlier(lost(), 10, "earlier");
    work_on(lost());
    EXPECT_THROW(Buffer<int>(lost(), 10, "later"), DeviceError);
  }
  failure(lost());
  EXPECT_EQ(lossy().device(1).memory().in_use, 0u);
}

TEST_P(LostDeviceTest, EndsThoseWhoWaitForItsEvents) {
  const Stream other(lossy().device(0), "other");
  work_on(lost());
  Event event(lossy().device(1));
  event.record(lost());
  bool ran = false;
  other.wait(event);
  other.call("behind", [&] { ran = true; });
  EXPECT_THROW(other.synchronize(), DeviceError);
  EXPECT_FALSE(ran);
  event.synchronize();
  EXPECT_TRUE(event.is_done());
}

TEST_P(FaultsTest, FreshMemoryIsPoisoned) {
  Runtime faulty("host", options);
  const Stream stream(faulty.device(), "test");
  const Buffer<std::uint8_t> fresh(stream, 1000, "fresh");
  const PinnedBuffer<std::uint8_t> pinned(faulty, 10);
  EXPECT_EQ(to_host<std::uint8_t>(stream, fresh), std::vector<std::uint8_t>(1000, 0xCB));
  EXPECT_EQ(pinned[9], 0xCB);
}

TEST_P(FaultsTest, ReusedMemoryIsPoisonedAgain) {
  Runtime faulty("host", options);
  const Stream stream(faulty.device(), "test");
  {
    Buffer<std::uint8_t> past(stream, 1000, "past");
    fill<std::uint8_t>(stream, past, 1);
  }
  stream.synchronize();
  const Buffer<std::uint8_t> reused(stream, 1000, "reused");
  EXPECT_EQ(faulty.device().memory().pool_growths, 1u);
  EXPECT_EQ(to_host<std::uint8_t>(stream, reused), std::vector<std::uint8_t>(1000, 0xCB));
}

TEST(StreamFaults, AStreamWithoutAThreadIsOutOfMemory) {
  Runtime runtime("host", host_machine("threads", HostExecution::kThreads, 0, "host", 1).options);
  const NoThreads none;
  EXPECT_THROW(Stream(runtime.device(), "main"), OutOfMemory);
}

TEST(StreamFaults, WorkThatFindsNoMemoryIsOutOfMemory) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "main");
  stream.call("ask for memory", [] { throw std::bad_alloc(); });
  try {
    stream.synchronize();
    FAIL() << "no error";
  } catch (const OutOfMemory& error) {
    EXPECT_STREQ(error.what(), "host:0, ask for memory: not enough host memory");
  }
}

}  // namespace
}  // namespace warpgraph::test
