// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/primitives/select.hpp>

#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

struct Flagging {
  std::string name;
  std::vector<std::uint8_t> flags;
};

std::vector<Flagging> flaggings(std::size_t size) {
  std::vector<Flagging> all = {{"none", std::vector<std::uint8_t>(size, 0)},
                               {"all", std::vector<std::uint8_t>(size, 1)},
                               {"half", random_flags(size, 0.5)},
                               {"few", random_flags(size, 0.01)},
                               {"most", random_flags(size, 0.99)}};
  if (size == 0) return all;
  all.push_back({"the first", std::vector<std::uint8_t>(size, 0)});
  all.back().flags.front() = 1;
  all.push_back({"the last", std::vector<std::uint8_t>(size, 0)});
  all.back().flags.back() = 1;
  return all;
}

template <class T>
struct Split {
  std::vector<T> selected;
  std::vector<T> rest;
};

template <class T>
Split<T> split(const std::vector<T>& elements, const std::vector<std::uint8_t>& flags) {
  Split<T> split;
  for (std::size_t i = 0; i < elements.size(); ++i)
    (flags[i] != 0 ? split.selected : split.rest).push_back(elements[i]);
  return split;
}

class SelectTest : public MachineTest {
 protected:
  template <class T>
  std::vector<T> selected(const std::vector<T>& elements, const std::vector<std::uint8_t>& flags) {
    const auto in = to_device(stream(), elements, "in");
    const auto of = to_device(stream(), flags, "flags");
    Buffer<T> out(stream(), elements.size(), "out");
    Buffer<std::uint64_t> count(stream(), 1, "count");
    select(stream(), in, of, out.view(), count);
    return to_host(stream(), out.view().subview(0, to_host(stream(), count)[0]));
  }

  template <class T>
  Split<T> partitioned(const std::vector<T>& elements, const std::vector<std::uint8_t>& flags) {
    const auto in = to_device(stream(), elements, "in");
    const auto of = to_device(stream(), flags, "flags");
    Buffer<T> out(stream(), elements.size(), "out");
    Buffer<std::uint64_t> count(stream(), 1, "count");
    partition(stream(), in, of, out.view(), count);
    const std::size_t first_of_rest = to_host(stream(), count)[0];
    return {to_host(stream(), out.view().subview(0, first_of_rest)),
            to_host(stream(), out.view().subview(first_of_rest, elements.size() - first_of_rest))};
  }

  template <class Expect>
  void for_each_case(Expect expect) {
    for_each_width([&]<class T>(std::string_view type) {
      for (const std::size_t size : sizes()) {
        const auto elements = random_blobs<sizeof(T)>(size);
        for (const auto& [name, flags] : flaggings(size)) {
          SCOPED_TRACE(trace(type, name, size));
          expect(elements, flags);
        }
      }
    });
  }
};

TEST_P(SelectTest, SelectKeepsFlaggedElementsInOrder) {
  for_each_case([&](const auto& elements, const auto& flags) {
    ASSERT_EQ(selected(elements, flags), split(elements, flags).selected);
  });
}

TEST_P(SelectTest, PartitionKeepsTheOrderOfBothParts) {
  for_each_case([&](const auto& elements, const auto& flags) {
    const auto expected = split(elements, flags);
    const auto found = partitioned(elements, flags);
    ASSERT_EQ(found.selected, expected.selected);
    ASSERT_EQ(found.rest, expected.rest);
  });
}

TEST_P(SelectTest, AnyFlagButZeroSelects) {
  const std::vector<std::uint32_t> elements = {10, 11, 12, 13};
  const std::vector<std::uint8_t> flags = {2, 0, 255, 128};
  EXPECT_EQ(selected(elements, flags), (std::vector<std::uint32_t>{10, 12, 13}));
  EXPECT_EQ(partitioned(elements, flags).rest, (std::vector<std::uint32_t>{11}));
}

TEST_P(SelectTest, SelectLeavesTheRestOfTheOutputAlone) {
  const auto in = to_device(stream(), std::vector<std::uint32_t>{1, 2, 3}, "in");
  const auto flags = to_device(stream(), std::vector<std::uint8_t>{0, 1, 0}, "flags");
  auto out = to_device(stream(), std::vector<std::uint32_t>{7, 8, 9}, "out");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  select(stream(), in, flags, out.view(), count);
  EXPECT_EQ(to_host(stream(), out), (std::vector<std::uint32_t>{2, 8, 9}));
}

TEST_P(SelectTest, MemoryIsPredictedExactly) {
  for_each_width([&]<class T>(std::string_view type) {
    for (const std::size_t size : some_sizes()) {
      SCOPED_TRACE(trace(type, "half", size));
      const auto elements = random_blobs<sizeof(T)>(size);
      device().reset_peak_memory();
      selected(elements, random_flags(size, 0.5));
      partitioned(elements, random_flags(size, 0.5));
      EXPECT_EQ(select_memory<T>(device(), size).total(), peak_of(device(), "select"));
      EXPECT_EQ(partition_memory<T>(device(), size).total(), peak_of(device(), "partition"));
    }
  });
}

TEST_P(SelectTest, HostFailsTheStreamIfTheOutputIsTooSmall) {
  if (on_cuda()) GTEST_SKIP();
  const auto in = to_device(stream(), std::vector<std::uint32_t>{1, 2, 3}, "in");
  const auto flags = to_device(stream(), std::vector<std::uint8_t>{1, 1, 0}, "flags");
  Buffer<std::uint32_t> out(stream(), 1, "out");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  select(stream(), in, flags, out.view(), count);
  EXPECT_THROW(stream().synchronize(), DeviceError);
}

TEST_P(SelectTest, RejectsFlagsOfAnotherSize) {
  Buffer<std::uint32_t> in(stream(), 10, "in");
  Buffer<std::uint32_t> out(stream(), 10, "out");
  Buffer<std::uint8_t> flags(stream(), 9, "flags");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  EXPECT_THROW(select(stream(), in, flags, out.view(), count), UsageError);
}

TEST_P(SelectTest, RejectsWorkInPlace) {
  Buffer<std::uint32_t> in(stream(), 10, "in");
  Buffer<std::uint8_t> flags(stream(), 10, "flags");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  EXPECT_THROW(partition(stream(), in, flags, in.view(), count), UsageError);
}

TEST_P(SelectTest, RejectsAPartitionWithoutRoom) {
  Buffer<std::uint32_t> in(stream(), 10, "in");
  Buffer<std::uint32_t> out(stream(), 9, "out");
  Buffer<std::uint8_t> flags(stream(), 10, "flags");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  EXPECT_THROW(partition(stream(), in, flags, out.view(), count), UsageError);
}

// 0 1 2 ... with every third element selected, beyond 2^31.
TEST_P(SelectTest, LargeInputsCountInSixtyFourBits) {
  constexpr std::size_t kThird = (1ull << 31) / 3 + 12'345;
  constexpr std::size_t kSize = 3 * kThird;
  if (!on_cuda() || device().memory().free < 10 * kSize) GTEST_SKIP();
  Buffer<std::uint32_t> in(stream(), kSize, "in");
  fill(stream(), in, 1);
  exclusive_scan(stream(), in, in.view());
  Buffer<std::uint8_t> flags(stream(), kSize, "flags");
  std::vector<std::uint8_t> host_flags(kSize, 0);
  for (std::size_t i = 0; i < kSize; i += 3) host_flags[i] = 1;
  copy(stream(), flags, view_of(host_flags));
  Buffer<std::uint32_t> out(stream(), kSize, "out");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  partition(stream(), in, flags, out.view(), count);
  ASSERT_EQ(to_host(stream(), count)[0], kThird);
  for (const std::size_t i : {std::size_t{0}, kThird / 2, kThird - 1}) {
    EXPECT_EQ(to_host(stream(), out.view().subview(i, 1))[0], 3 * i);
    EXPECT_EQ(
        to_host(stream(), out.view().subview(kThird + 2 * i, 2)),
        (std::vector<std::uint32_t>{static_cast<std::uint32_t>(3 * i + 1), static_cast<std::uint32_t>(3 * i + 2)}));
  }
  fill(stream(), out, 0);
  select(stream(), in, flags, out.view(), count);
  ASSERT_EQ(to_host(stream(), count)[0], kThird);
  EXPECT_EQ(to_host(stream(), out.view().subview(kThird - 1, 2)),
            (std::vector<std::uint32_t>{static_cast<std::uint32_t>(3 * kThird - 3), 0}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(SelectTest);

}  // namespace
}  // namespace warpgraph::test
