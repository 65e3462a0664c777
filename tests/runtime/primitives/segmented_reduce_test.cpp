// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/primitives/segmented_reduce.hpp>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

// offsets.back() elements are needed.
struct Segmentation {
  std::string name;
  std::vector<std::uint64_t> offsets;
};

Segmentation lengths(std::string name, const std::vector<std::uint64_t>& lengths, std::uint64_t begin = 0) {
  Segmentation segmentation{std::move(name), {begin}};
  for (const std::uint64_t length : lengths) segmentation.offsets.push_back(segmentation.offsets.back() + length);
  return segmentation;
}

std::vector<std::uint64_t> random_lengths(std::size_t count, std::uint64_t longest) {
  std::mt19937_64 random(kSeed);
  std::vector<std::uint64_t> lengths(count);
  for (auto& length : lengths) length = random() % (longest + 1);
  return lengths;
}

std::vector<std::uint64_t> one_among_empty(std::size_t count, std::size_t place, std::uint64_t length) {
  std::vector<std::uint64_t> lengths(count);
  lengths[place] = length;
  return lengths;
}

std::vector<Segmentation> segmentations() {
  return {
      lengths("none", {}),
      lengths("one empty", {0}),
      lengths("one of one", {1}),
      lengths("one huge", {200'000}),
      lengths("all empty", std::vector<std::uint64_t>(10'000)),
      lengths("all of one", std::vector<std::uint64_t>(10'000, 1)),
      lengths("short", random_lengths(5'000, 5)),
      lengths("middling", random_lengths(1'000, 100)),
      lengths("long", random_lengths(10, 50'000)),
      lengths("huge, then empty", one_among_empty(20'000, 0, 150'000)),
      lengths("empty, huge, empty", one_among_empty(20'000, 9'999, 150'000)),
      lengths("empty, then huge", one_among_empty(20'000, 19'999, 150'000)),
      lengths("two that meet inside a chunk", {40'000, 100'000, 3}),
      lengths("begins late", random_lengths(1'000, 30), 777),
  };
}

class SegmentedReduceTest : public MachineTest {
 protected:
  template <class Offset, class T, class Op>
  std::vector<T> reduced(const std::vector<T>& numbers, const std::vector<std::uint64_t>& offsets, Op op) {
    const auto in = to_device(stream(), numbers, "in");
    const auto of = to_device(stream(), std::vector<Offset>(offsets.begin(), offsets.end()), "offsets");
    Buffer<T> out(stream(), offsets.size() - 1, "out");
    segmented_reduce(stream(), in, of, out.view(), op);
    return to_host(stream(), out);
  }

  template <class T, class Op>
  static std::vector<T> oracle(const std::vector<T>& numbers, const std::vector<std::uint64_t>& offsets, Op op) {
    std::vector<T> sums;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
      T sum = Op::template identity<T>();
      for (std::uint64_t i = offsets[s]; i < offsets[s + 1]; ++i) sum = combine(op, sum, numbers[i]);
      sums.push_back(sum);
    }
    return sums;
  }

  template <class Op>
  void expect_oracle(Op op) {
    for_each_number([&]<class T>(std::string_view type) {
      for (const auto& [name, offsets] : segmentations()) {
        constexpr std::size_t kBehind = 100;  // elements of no segment
        const auto numbers = random_numbers<T>(offsets.back() + kBehind);
        SCOPED_TRACE(trace(type, name, numbers.size()));
        const auto expected = oracle(numbers, offsets, op);
        ASSERT_EQ(reduced<std::uint32_t>(numbers, offsets, op), expected);
        ASSERT_EQ(reduced<std::uint64_t>(numbers, offsets, op), expected);
      }
    });
  }
};

TEST_P(SegmentedReduceTest, PlusGivesTheSumOfEachSegment) { expect_oracle(Plus{}); }
TEST_P(SegmentedReduceTest, MinGivesTheLeastOfEachSegment) { expect_oracle(Min{}); }
TEST_P(SegmentedReduceTest, MaxGivesTheGreatestOfEachSegment) { expect_oracle(Max{}); }

TEST_P(SegmentedReduceTest, SegmentsOfAnEmptyInputGiveTheIdentity) {
  EXPECT_EQ(reduced<std::uint32_t>(std::vector<std::int32_t>(), {0, 0, 0}, Max{}),
            std::vector<std::int32_t>(2, std::numeric_limits<std::int32_t>::lowest()));
}

TEST_P(SegmentedReduceTest, FloatSumsRepeatToTheBit) {
  std::mt19937_64 random(kSeed);
  const auto [name, offsets] = lengths("", random_lengths(1'000, 1'000));
  std::vector<float> numbers(offsets.back());
  for (float& number : numbers) number = std::uniform_real_distribution<float>(-1, 1)(random);
  const auto first = reduced<std::uint32_t>(numbers, offsets, Plus{});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(reduced<std::uint32_t>(numbers, offsets, Plus{}), first);
}

TEST_P(SegmentedReduceTest, MemoryIsPredictedExactly) {
  for (const auto& [name, offsets] : segmentations()) {
    const auto numbers = random_numbers<double>(offsets.back());
    SCOPED_TRACE(trace("double", name, numbers.size()));
    device().reset_peak_memory();
    reduced<std::uint64_t>(numbers, offsets, Plus{});
    EXPECT_EQ((segmented_reduce_memory<double, Plus>(device(), numbers.size(), offsets.size() - 1).total()),
              peak_of(device(), "segmented_reduce"));
  }
}

TEST_P(SegmentedReduceTest, RejectsMissingOffsets) {
  Buffer<float> in(stream(), 10, "in");
  Buffer<std::uint32_t> offsets;
  EXPECT_THROW(segmented_reduce(stream(), in, offsets, View<float>()), UsageError);
}

TEST_P(SegmentedReduceTest, RejectsAShortOutput) {
  Buffer<float> in(stream(), 10, "in");
  Buffer<float> out(stream(), 1, "out");
  Buffer<std::uint32_t> offsets(stream(), 3, "offsets");
  EXPECT_THROW(segmented_reduce(stream(), in, offsets, out.view()), UsageError);
}

// 2^31 elements and more in three segments of which the middle one is almost everything: carries of several levels.
TEST_P(SegmentedReduceTest, LargeSegmentsCountInSixtyFourBits) {
  constexpr std::size_t kSize = (1ull << 31) + 12'345;
  if (!on_cuda() || device().memory().free < 2 * kSize * sizeof(std::uint32_t)) GTEST_SKIP();
  Buffer<std::uint32_t> in(stream(), kSize, "in");
  fill(stream(), in, 3);
  const auto offsets = to_device(stream(), std::vector<std::uint64_t>{0, 1000, kSize - 10, kSize}, "offsets");
  Buffer<std::uint32_t> out(stream(), 3, "out");
  segmented_reduce(stream(), in, offsets, out.view());
  EXPECT_EQ(to_host(stream(), out),
            (std::vector<std::uint32_t>{3000, static_cast<std::uint32_t>(3 * (kSize - 1010)), 30}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(SegmentedReduceTest);

}  // namespace
}  // namespace warpgraph::test
