// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "support/failing_allocation.hpp"
#include "support/machines.hpp"

// The host has no memory for what the runtime allocates itself.
namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

class HostOutOfMemoryTest : public MachineTest {
 protected:
  // Work that takes a while.
  void start(StreamRef stream) {
    stream.call("slow", [this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++done_;
    });
  }
  // wait() returns when the work is done, without memory for anything.
  template <class Wait>
  void expect_to_wait(const Wait& wait) {
    const int before = done_;
    start(stream());
    const FailingAllocation none(0, FailingAllocation::kAll);
    wait();
    EXPECT_EQ(done_, before + 1);
  }

  int done_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Host, HostOutOfMemoryTest, testing::ValuesIn(host_machines("host:2")), machine_name);

TEST_P(HostOutOfMemoryTest, WaitsForAStreamAllocateNothing) {
  expect_to_wait([&] { stream().synchronize(); });
  expect_to_wait([&] { stream().wait_quietly(); });
}

TEST_P(HostOutOfMemoryTest, WaitsForADeviceAllocateNothing) {
  expect_to_wait([&] { device().synchronize(); });
  expect_to_wait([&] { runtime().synchronize(); });
}

TEST_P(HostOutOfMemoryTest, WaitsForAnEventAllocateNothing) {
  Event event(device());
  start(stream());
  event.record(stream());
  const FailingAllocation none(0, FailingAllocation::kAll);
  event.synchronize();
  EXPECT_TRUE(event.is_done());
  EXPECT_EQ(done_, 1);
}

TEST_P(HostOutOfMemoryTest, ADestructorWaitsWithoutMemory) {
  std::vector<int> written(1 << 16);
  std::optional<Stream> brief(std::in_place, device(), "brief");
  Buffer<int> buffer(*brief, written.size(), "numbers");
  start(*brief);
  fill<int>(*brief, buffer, 3);
  copy<int>(*brief, view_of(written), buffer);
  const FailingAllocation none(0, FailingAllocation::kAll);
  brief.reset();
  EXPECT_EQ(written.back(), 3);
}

TEST_P(HostOutOfMemoryTest, PinnedMemoryThatAnErrorReleasesIsNotWrittenAnyMore) {
  try {
    const PinnedBuffer<int> pinned(runtime(), 1);
    start(stream());
    stream().call("write", [this, to = pinned.data()] { *to = done_; });
    throw OutOfMemory("before the wait");
  } catch (const OutOfMemory&) {
    EXPECT_EQ(done_, 1);
  }
  stream().synchronize();
}

// Two devices write, sum up, exchange and read.
std::vector<std::int64_t> exchange_sums(Runtime& runtime) {
  const Stream first(runtime.device(0), "first");
  const Stream second(runtime.device(1), "second");
  const std::vector<StreamRef> streams{first, second};
  constexpr std::size_t kCount = 3000;
  Buffer<std::int64_t> ones(first, kCount, "ones");
  fill<std::int64_t>(first, ones, 1);
  Buffer<std::int64_t> sums(first, kCount, "sums");
  inclusive_scan(first, ones.view(), sums.view());
  Buffer<std::int64_t> inbox(second, kCount, "inbox");
  const auto hub = hubs::make_hub(HubKind::kHost, streams, kCount * sizeof(std::int64_t));
  const hubs::Parcel parcel{
      0, hubs::bytes_of(View<const std::int64_t>(sums.view())), {{1, hubs::bytes_of(inbox.view())}}};
  hub->exchange(std::vector{parcel});
  return to_host<std::int64_t>(second, inbox);
}

TEST_P(HostOutOfMemoryTest, OneFailedAllocationIsOneError) {
  const std::vector<std::int64_t> expected = exchange_sums(runtime());
  bool has_failed = true;
  for (std::int64_t n = 0; has_failed; n += kSanitized ? 11 : 3) {
    {
      const FailingAllocation one(n);
      try {
        exchange_sums(runtime());
      } catch (const OutOfMemory&) {
      } catch (const std::bad_alloc&) {
      }
      has_failed = one.has_failed();
    }
    EXPECT_EQ(exchange_sums(runtime()), expected) << "allocation " << n;
  }
}

}  // namespace
}  // namespace warpgraph::test
