// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/primitives/scan.hpp>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

class ScanTest : public MachineTest {
 protected:
  template <class T, class Op>
  std::vector<T> inclusive(const std::vector<T>& numbers, Op op) {
    const auto in = to_device(stream(), numbers, "in");
    Buffer<T> out(stream(), numbers.size(), "out");
    inclusive_scan(stream(), in, out.view(), op);
    return to_host(stream(), out);
  }
  template <class T, class Op>
  std::vector<T> exclusive(const std::vector<T>& numbers, Op op, T initial) {
    const auto in = to_device(stream(), numbers, "in");
    Buffer<T> out(stream(), numbers.size(), "out");
    exclusive_scan(stream(), in, out.view(), op, initial);
    return to_host(stream(), out);
  }

  template <class Op>
  void expect_oracle(Op op) {
    for_each_number([&]<class T>(std::string_view type) {
      for (const std::size_t size : sizes()) {
        for (const auto& [shape, numbers] : shapes<T>(size)) {
          SCOPED_TRACE(trace(type, shape, size));
          std::vector<T> before;
          std::vector<T> with;
          T sum = T{3};
          T sum_of_input = Op::template identity<T>();
          for (const T number : numbers) {
            before.push_back(sum);
            sum = combine(op, sum, number);
            with.push_back(sum_of_input = combine(op, sum_of_input, number));
          }
          ASSERT_EQ(exclusive(numbers, op, T{3}), before);
          ASSERT_EQ(inclusive(numbers, op), with);
        }
      }
    });
  }
};

TEST_P(ScanTest, PlusGivesPrefixSums) { expect_oracle(Plus{}); }
TEST_P(ScanTest, MinGivesPrefixMinima) { expect_oracle(Min{}); }
TEST_P(ScanTest, MaxGivesPrefixMaxima) { expect_oracle(Max{}); }

TEST_P(ScanTest, OrJoinsTheBits) {
  EXPECT_EQ(inclusive(std::vector<std::uint32_t>{1, 0, 4, 1}, Or{}), (std::vector<std::uint32_t>{1, 1, 5, 5}));
  EXPECT_EQ(exclusive(std::vector<std::uint64_t>{1, 0, 4, 1}, Or{}, std::uint64_t{8}),
            (std::vector<std::uint64_t>{8, 9, 9, 13}));
}

TEST_P(ScanTest, ExclusiveScanBeginsWithTheIdentity) {
  const auto in = to_device(stream(), std::vector<std::int32_t>{5, -7, 2}, "in");
  Buffer<std::int32_t> out(stream(), 3, "out");
  exclusive_scan(stream(), in, out.view(), Min{});
  EXPECT_EQ(to_host(stream(), out), (std::vector<std::int32_t>{std::numeric_limits<std::int32_t>::max(), 5, -7}));
}

TEST_P(ScanTest, WorksInPlace) {
  for (const std::size_t size : sizes()) {
    SCOPED_TRACE(trace("uint64", "random", size));
    const auto numbers = random_numbers<std::uint64_t>(size);
    auto first = to_device(stream(), numbers, "first");
    auto second = to_device(stream(), numbers, "second");
    inclusive_scan(stream(), first, first.view());
    exclusive_scan(stream(), second, second.view(), Plus{}, 1);
    ASSERT_EQ(to_host(stream(), first), inclusive(numbers, Plus{}));
    ASSERT_EQ(to_host(stream(), second), exclusive(numbers, Plus{}, std::uint64_t{1}));
  }
}

TEST_P(ScanTest, WritesNothingBehindTheInputsLength) {
  const auto in = to_device(stream(), std::vector<float>{1, 2}, "in");
  auto out = to_device(stream(), std::vector<float>{0, 0, -5}, "out");
  inclusive_scan(stream(), in, out.view());
  EXPECT_EQ(to_host(stream(), out), (std::vector<float>{1, 3, -5}));
}

TEST_P(ScanTest, MemoryIsPredictedExactly) {
  for_each_number([&]<class T>(std::string_view type) {
    for (const std::size_t size : some_sizes()) {
      SCOPED_TRACE(trace(type, "random", size));
      device().reset_peak_memory();
      exclusive(random_numbers<T>(size), Plus{}, T{});
      inclusive(random_numbers<T>(size), Plus{});
      EXPECT_EQ((exclusive_scan_memory<T, Plus>(device(), size).total()), peak_of(device(), "exclusive_scan"));
      EXPECT_EQ((inclusive_scan_memory<T, Plus>(device(), size).total()), peak_of(device(), "inclusive_scan"));
    }
  });
}

TEST_P(ScanTest, RejectsAPartialOverlap) {
  Buffer<float> buffer(stream(), 10, "buffer");
  EXPECT_THROW(inclusive_scan(stream(), buffer.view().subview(0, 5), buffer.view().subview(1, 5)), UsageError);
}

TEST_P(ScanTest, RejectsAShortOutput) {
  Buffer<float> in(stream(), 10, "in");
  Buffer<float> out(stream(), 9, "out");
  EXPECT_THROW(exclusive_scan(stream(), in, out.view()), UsageError);
}

TEST_P(ScanTest, LargeInputsCountInSixtyFourBits) {
  constexpr std::size_t kSize = (1ull << 31) + 12'345;
  if (!on_cuda() || device().memory().free < 2 * kSize * sizeof(std::uint32_t)) GTEST_SKIP();
  Buffer<std::uint32_t> numbers(stream(), kSize, "numbers");
  fill(stream(), numbers, 3);
  exclusive_scan(stream(), numbers, numbers.view());
  for (const std::size_t i : {std::size_t{1}, kSize / 2, (std::size_t{1} << 31) - 1, std::size_t{1} << 31, kSize - 1})
    EXPECT_EQ(to_host(stream(), numbers.view().subview(i, 1))[0], static_cast<std::uint32_t>(3 * i)) << i;
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ScanTest);

}  // namespace
}  // namespace warpgraph::test
