// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/machines.hpp"
#include "support/random.hpp"

namespace warpgraph::test {
namespace {

class CopyTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(CopyTest);

struct Sixteen {
  std::uint64_t words[2];
  bool operator==(const Sixteen&) const = default;
};

// The elements between two that must stay as they are, at offsets that wider stores would not be aligned to.
template <class T>
void fill_sets_every_element(StreamRef stream, T background, T value) {
  for (const std::size_t size : {1u, 2u, 7u, 64u, 1001u, 200000u}) {
    const std::vector<T> before(size + 2, background);
    auto buffer = to_device(stream, before, "numbers");
    fill(stream, buffer.view().subview(1, size), value);
    std::vector<T> expected(size, value);
    expected.insert(expected.begin(), background);
    expected.push_back(background);
    EXPECT_EQ(to_host(stream, buffer), expected) << size << " elements of " << sizeof(T) << " bytes";
  }
}

TEST_P(CopyTest, FillSetsEveryElementOfOneByte) { fill_sets_every_element<std::uint8_t>(stream(), 1, 0xA7); }
TEST_P(CopyTest, FillSetsEveryElementOfTwoBytes) { fill_sets_every_element<std::uint16_t>(stream(), 1, 0xA7B6); }
TEST_P(CopyTest, FillSetsEveryElementOfFourBytes) { fill_sets_every_element<float>(stream(), 1.0f, -2.75f); }
TEST_P(CopyTest, FillSetsEveryElementOfEightBytes) {
  fill_sets_every_element<std::uint64_t>(stream(), 1, 0x0123456789ABCDEFu);
}
TEST_P(CopyTest, FillSetsEveryElementOfSixteenBytes) {
  fill_sets_every_element<Sixteen>(stream(), {{1, 2}}, {{0x0123456789ABCDEFu, 42}});
}
TEST_P(CopyTest, FillOfNothingDoesNothing) {
  Buffer<int> none;
  Buffer<int> some(stream(), 8, "some");
  fill(stream(), some, 3);
  fill(stream(), none, 1);
  fill(stream(), some.view().subview(4, 0), 1);
  EXPECT_EQ(to_host(stream(), some), std::vector<int>(8, 3));
}

template <class T>
void survives_the_round_trip(StreamRef stream, std::size_t count) {
  const auto values = random_values<T>(count, 0, 100, count);
  EXPECT_EQ(to_host(stream, to_device(stream, values, "numbers")), values);
}

TEST_P(CopyTest, ArraysSurviveTheRoundTrip) {
  for (const std::size_t count : {0u, 1u, 3u, 1000u, 100001u}) {
    survives_the_round_trip<std::uint8_t>(stream(), count);
    survives_the_round_trip<std::int16_t>(stream(), count);
    survives_the_round_trip<float>(stream(), count);
    survives_the_round_trip<std::uint64_t>(stream(), count);
  }
}

// CUDA takes those of pageable memory through pinned blocks, in stages. Virtual devices have no stages.
TEST_P(CopyTest, LargeArraysSurviveTheRoundTrip) {
  const std::size_t unit = device().kind() == DeviceKind::kGpu ? std::size_t{1} << 20 : std::size_t{1} << 15;
  for (const std::size_t bytes : {32 * unit - 1, 40 * unit, 41 * unit + 13}) {
    SCOPED_TRACE(bytes);
    const auto values = random_values<std::uint8_t>(bytes, 0, 255, bytes);
    EXPECT_TRUE(to_host(stream(), to_device(stream(), values, "numbers")) == values);
    Buffer<std::uint8_t> shifted(stream(), bytes + 3, "numbers");
    copy(stream(), shifted.view().subview(3, bytes), view_of(values));
    fill(stream(), shifted.view().subview(0, 4), std::uint8_t{7});  // behind the copy
    std::vector<std::uint8_t> expected = values;
    expected.insert(expected.begin(), 3, 7);
    expected[3] = 7;
    EXPECT_TRUE(to_host(stream(), shifted) == expected);
  }
}

TEST_P(CopyTest, DeviceToDevice) {
  const auto values = random_values<int>(5000, -9, 9, 1);
  const auto from = to_device(stream(), values, "from");
  Buffer<int> to(stream(), values.size(), "to");
  copy(stream(), to, from);
  EXPECT_EQ(to_host(stream(), to), values);
}

TEST_P(CopyTest, FillsTheFrontOfALargerTarget) {
  Buffer<int> to(stream(), 5, "to");
  fill(stream(), to, 9);
  const std::vector<int> from{1, 2};
  copy(stream(), to, view_of(from));
  EXPECT_EQ(to_host(stream(), to), (std::vector<int>{1, 2, 9, 9, 9}));
}

TEST_P(CopyTest, OfSubviews) {
  const auto from = to_device(stream(), std::vector<int>{0, 1, 2, 3, 4}, "from");
  auto to = to_device(stream(), std::vector<int>(5, 9), "to");
  copy(stream(), to.view().subview(3, 2), from.view().subview(1, 2));
  EXPECT_EQ(to_host(stream(), to), (std::vector<int>{9, 9, 9, 1, 2}));
}

TEST_P(CopyTest, ToASmallerTargetIsAMistake) {
  Buffer<int> to(stream(), 2, "to");
  const std::vector<int> from(3, 0);
  EXPECT_THROW(copy(stream(), to, view_of(from)), UsageError);
}

TEST_P(CopyTest, OfNothingDoesNothing) {
  Buffer<int> none;
  copy(stream(), none, none);
  EXPECT_TRUE(to_host(stream(), none).empty());
}

TEST_P(CopyTest, ToDeviceLetsTheSourceGo) {
  std::vector<int> values(1000, 4);
  const auto buffer = to_device(stream(), values, "numbers");
  values.assign(1000, 5);
  EXPECT_EQ(to_host(stream(), buffer), std::vector<int>(1000, 4));
}

TEST_P(CopyTest, ToHostTellsOfAFailedStream) {
  Stream failing(device(), "failing");
  const Buffer<int> buffer(failing, 10, "numbers");
  failing.call("fail", [] { throw DeviceError("on purpose"); });
  EXPECT_THROW(static_cast<void>(to_host<int>(failing, buffer)), DeviceError);
}

}  // namespace
}  // namespace warpgraph::test
