// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class BufferTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(BufferTest);

TEST_P(BufferTest, HoldsAsManyElementsAsAsked) {
  Buffer<std::uint64_t> buffer(stream(), 33, "numbers");
  EXPECT_EQ(buffer.size(), 33u);
  EXPECT_FALSE(buffer.empty());
  EXPECT_EQ(buffer.view().size(), 33u);
  EXPECT_EQ(buffer.view().data(), buffer.data());
}

TEST_P(BufferTest, OfNoElementsNeedsNoMemory) {
  Buffer<int> none;
  Buffer<int> zero(stream(), 0, "nothing");
  EXPECT_TRUE(none.empty() && zero.empty());
  EXPECT_TRUE(none.view().empty() && zero.view().empty());
  EXPECT_EQ(device().memory().in_use, 0u);
}

TEST_P(BufferTest, IsAlignedForEveryType) {
  std::vector<Buffer<char>> buffers;
  for (const std::size_t size : {1u, 3u, 255u, 257u, 1000u}) buffers.emplace_back(stream(), size, "bytes");
  for (const auto& buffer : buffers) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 256, 0u);
}

TEST_P(BufferTest, MovingLeavesTheSourceEmpty) {
  Buffer<int> source(stream(), 10, "numbers");
  const int* data = source.data();
  Buffer<int> target(std::move(source));
  EXPECT_EQ(target.data(), data);
  EXPECT_EQ(target.size(), 10u);
  EXPECT_TRUE(source.empty());  // NOLINT: moved from, on purpose
  EXPECT_TRUE(source.view().empty());
}

TEST_P(BufferTest, MoveAssignmentReleasesTheReplaced) {
  Buffer<int> buffer(stream(), 1000, "old");
  buffer = Buffer<int>(stream(), 10, "new");
  EXPECT_EQ(device().memory().in_use, 40u);
}

TEST_P(BufferTest, MayGoWhileQueuedWorkUsesIt) {
  std::vector<int> out(50000, 0);
  {
    Buffer<int> first(stream(), out.size(), "first");
    Buffer<int> second(stream(), out.size(), "second");
    fill(stream(), first, 11);
    copy(stream(), second, first);
    copy(stream(), view_of(out), second);
  }
  stream().synchronize();
  EXPECT_EQ(out, std::vector<int>(out.size(), 11));
}

TEST_P(BufferTest, MayGoAfterItsStream) {
  Buffer<int> buffer;
  {
    const Stream brief(device(), "brief");
    buffer = Buffer<int>(brief, 100, "numbers");
  }
  fill(stream(), buffer, 8);
  EXPECT_EQ(to_host(stream(), buffer), std::vector<int>(100, 8));
}

TEST_P(BufferTest, RebindingOrdersTheReleaseInAnotherStream) {
  const Stream first(device(), "first");
  const Stream second(device(), "second");
  std::vector<int> out(50000, 0);
  {
    Buffer<int> buffer(first, out.size(), "numbers");
    fill<int>(first, buffer, 12);
    Event filled(device());
    filled.record(first);
    second.wait(filled);
    buffer.rebind(second);
    copy(second.ref(), view_of(out), buffer);
  }
  first.synchronize();
  second.synchronize();
  EXPECT_EQ(out, std::vector<int>(out.size(), 12));
}

TEST_P(BufferTest, RebindingAnEmptyBufferIsAMistake) {
  Buffer<int> none;
  EXPECT_THROW(none.rebind(stream()), UsageError);
}

// Several arrays, some at the same time, as a run of an algorithm would.
void run_once(StreamRef stream) {
  Buffer<int> kept(stream, 10000, "kept");
  for (const std::size_t size : {100u, 5000u, 100u}) {
    Buffer<int> temporary(stream, size, "temporary");
    fill(stream, temporary, 1);
    copy(stream, kept, temporary);
  }
}

TEST_P(BufferTest, RepeatedRunsAllocateNothing) {
  for (int run = 0; run < 2; ++run) {
    run_once(stream());
    stream().synchronize();
  }
  const std::size_t growths = device().memory().pool_growths;
  for (int run = 0; run < 20; ++run) {
    run_once(stream());
    stream().synchronize();
  }
  EXPECT_EQ(device().memory().pool_growths, growths);
}

TEST_P(BufferTest, RepeatedRunsAllocateNothingWithoutAWaitBetweenThem) {
  run_once(stream());
  const std::size_t growths = device().memory().pool_growths;
  for (int run = 0; run < 20; ++run) run_once(stream());
  EXPECT_EQ(device().memory().pool_growths, growths);
}

TEST_P(BufferTest, MoreElementsThanBytesCanBeCountedAreTooMany) {
  constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
  EXPECT_THROW(Buffer<std::uint64_t>(stream(), kMax / 8 + 2, "wraps to eight bytes"), OutOfMemory);
  EXPECT_THROW(Buffer<char>(stream(), kMax, "wraps when rounded up"), OutOfMemory);
}

TEST_P(BufferTest, LargerThanTheDeviceIsOutOfMemory) {
  const std::size_t bytes = device().info().memory_bytes;
  try {
    Buffer<char>(stream(), 2 * bytes, "the whole web");
    FAIL() << "no error";
  } catch (const OutOfMemory& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.asked(), 2 * bytes);
    EXPECT_LE(error.free(), bytes);
    EXPECT_NE(message.find(device().name()), std::string::npos) << message;
    EXPECT_NE(message.find("the whole web"), std::string::npos) << message;
  }
  EXPECT_EQ(device().memory().in_use, 0u);
}

class PinnedBufferTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PinnedBufferTest);

TEST_P(PinnedBufferTest, IsAnArrayOfTheHost) {
  PinnedBuffer<int> buffer(runtime(), 5);
  for (std::size_t i = 0; i < 5; ++i) buffer[i] = static_cast<int>(i);
  EXPECT_EQ(buffer.size(), 5u);
  EXPECT_TRUE(std::ranges::equal(buffer.span(), std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(buffer.view()[3], 3);
}

TEST_P(PinnedBufferTest, OfNoElementsHasNoMemory) {
  EXPECT_EQ(PinnedBuffer<int>().data(), nullptr);
  EXPECT_EQ(PinnedBuffer<int>(runtime(), 0).data(), nullptr);
}

TEST_P(PinnedBufferTest, MovingLeavesTheSourceEmpty) {
  PinnedBuffer<int> source(runtime(), 5);
  source[4] = 9;
  PinnedBuffer<int> target(std::move(source));
  EXPECT_EQ(target[4], 9);
  EXPECT_EQ(source.size(), 0u);  // NOLINT: moved from, on purpose
  target = PinnedBuffer<int>(runtime(), 2);
  EXPECT_EQ(target.size(), 2u);
}

TEST_P(PinnedBufferTest, IsCopiedToADeviceAndBack) {
  PinnedBuffer<int> there(runtime(), 100);
  PinnedBuffer<int> back(runtime(), 100);
  std::ranges::fill(there.span(), 14);
  Buffer<int> buffer(stream(), 100, "numbers");
  copy(stream(), buffer, there);
  copy(stream(), back, buffer);
  stream().synchronize();
  EXPECT_TRUE(std::ranges::equal(there.span(), back.span()));
}

}  // namespace
}  // namespace warpgraph::test
