// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

TEST(View, OfNothingIsEmpty) {
  const View<int> view;
  EXPECT_TRUE(view.empty());
  EXPECT_EQ(view.size(), 0u);
  EXPECT_EQ(view.data(), nullptr);
}

TEST(View, ReadsAndWritesWhatItBorrows) {
  std::vector<int> values{1, 2, 3};
  const View<int> view = view_of(values);
  view[1] = 7;
  EXPECT_EQ(values, (std::vector<int>{1, 7, 3}));
  EXPECT_EQ(view.size_bytes(), 12u);
}

TEST(View, OfAnythingContiguous) {
  std::array<int, 3> array{1, 2, 3};
  const std::vector<int> constant{4, 5};
  EXPECT_EQ(view_of(array).size(), 3u);
  EXPECT_EQ(view_of(constant)[1], 5);
  EXPECT_EQ(view_of(std::span(array).subspan(1))[0], 2);
}

TEST(View, OfMutableIsAViewOfConstant) {
  std::vector<int> values{1, 2};
  const View<const int> view = view_of(values);
  EXPECT_EQ(view.data(), values.data());
}

TEST(View, IsARange) {
  std::vector<int> values{1, 2, 3};
  int sum = 0;
  for (const int value : view_of(values)) sum += value;
  EXPECT_EQ(sum, 6);
}

TEST(View, SubviewIsAPart) {
  std::vector<int> values{0, 1, 2, 3, 4};
  const auto part = view_of(values).subview(1, 3);
  EXPECT_TRUE(std::ranges::equal(part, std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(view_of(values).subview(5, 0).empty());
}

#if WARPGRAPH_CHECKED

TEST(CheckedView, IndexOutsideIsAMistake) {
  std::vector<int> values{0, 1, 2};
  const auto view = view_of(values);
  EXPECT_THROW(view[3], UsageError);
  EXPECT_THROW(view[-1], UsageError);
  EXPECT_THROW(View<int>()[0], UsageError);
}

TEST(CheckedView, SubviewThatReachesOutsideIsAMistake) {
  std::vector<int> values{0, 1, 2};
  const auto view = view_of(values);
  EXPECT_THROW(static_cast<void>(view.subview(1, 3)), UsageError);
  EXPECT_THROW(static_cast<void>(view.subview(4, 1)), UsageError);
  EXPECT_THROW(static_cast<void>(view.subview(4, 0)), UsageError);
  EXPECT_THROW(static_cast<void>(view.subview(2, static_cast<std::size_t>(-1))), UsageError);
}

TEST(CheckedView, AddressBetweenElementsIsAMistake) {
  std::vector<std::uint32_t> values{0, 1, 2};
  std::byte* const bytes = reinterpret_cast<std::byte*>(values.data());
  EXPECT_THROW(View<std::uint32_t>(reinterpret_cast<std::uint32_t*>(bytes + 2), 1), UsageError);
  EXPECT_NO_THROW(View<std::uint32_t>(reinterpret_cast<std::uint32_t*>(bytes + 4), 1));
}

TEST(CheckedView, HostMayNotTouchDeviceMemory) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  auto buffer = to_device<int>(stream, std::vector<int>{1, 2}, "numbers");
  EXPECT_THROW(buffer.view()[0], DeviceError);
  EXPECT_THROW(buffer.view().subview(1, 1)[0], DeviceError);
}

TEST(CheckedView, EveryoneMayTouchPinnedMemory) {
  Runtime runtime("host:2");
  PinnedBuffer<int> buffer(runtime, 3);
  buffer.view()[2] = 1;
  const Stream stream(runtime.device(1), "test");
  stream.call("touch", [view = buffer.view()] { view[2] += 1; });
  stream.synchronize();
  EXPECT_EQ(buffer[2], 2);
}

// What the stream of device 0 tells after it touched memory of device 1.
std::string touch_neighbour(bool peer_access) {
  RuntimeOptions options;
  options.host.peer_access = peer_access;
  Runtime runtime("host:2", options);
  const Stream mine(runtime.device(0), "mine");
  const Stream theirs(runtime.device(1), "theirs");
  auto buffer = to_device<int>(theirs, std::vector<int>{1, 2}, "numbers");
  mine.call("touch", [view = buffer.view()] { view[1] += 1; });
  try {
    mine.synchronize();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CheckedView, MemoryOfANeighbourWithoutPeerAccessIsAnError) {
  EXPECT_NE(touch_neighbour(false).find("host:0 touches memory of device 1 without peer access"), std::string::npos)
      << touch_neighbour(false);
}
TEST(CheckedView, MemoryOfAPeerMayBeTouched) { EXPECT_EQ(touch_neighbour(true), "no error"); }

TEST(CheckedView, CopiesGoThroughTheHostWithoutPeerAccess) {
  RuntimeOptions options;
  options.host.peer_access = false;
  Runtime runtime("host:2", options);
  EXPECT_EQ(runtime.link(DeviceId{0}, DeviceId{1}), Link::kNone);
  const Stream mine(runtime.device(0), "mine");
  const Stream theirs(runtime.device(1), "theirs");
  const auto from = to_device<int>(theirs, std::vector<int>{1, 2}, "from");
  Buffer<int> to(mine, 2, "to");
  copy<int>(mine, to, from);
  EXPECT_EQ(to_host<int>(mine, to), (std::vector<int>{1, 2}));
}

#endif

}  // namespace
}  // namespace warpgraph::test
