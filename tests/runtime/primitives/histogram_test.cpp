// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <warpgraph/runtime/primitives/histogram.hpp>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

using Counts = std::vector<std::uint64_t>;

// In arithmetic that is exact for the numbers here.
template <class T>
Counts oracle(const std::vector<T>& numbers, std::size_t bins, T lower, T upper) {
  using Wide = std::conditional_t<std::integral<T>, std::int64_t, long double>;
  Counts counts(bins);
  for (const T x : numbers) {
    if (!(x >= lower && x < upper)) continue;
    const Wide bin = (Wide(x) - Wide(lower)) * Wide(bins) / (Wide(upper) - Wide(lower));
    ++counts[static_cast<std::size_t>(bin)];
  }
  return counts;
}

class HistogramTest : public MachineTest {
 protected:
  template <class T>
  Counts counted(const std::vector<T>& numbers, std::size_t bins, T lower, T upper) {
    const auto in = to_device(stream(), numbers, "in");
    Buffer<std::uint64_t> counts(stream(), bins, "counts");
    histogram(stream(), in, counts.view(), lower, upper);
    return to_host(stream(), counts);
  }
};

TEST_P(HistogramTest, CountsEachElementInItsBin) {
  for_each_number([&]<class T>(std::string_view type) {
    for (const std::size_t size : sizes()) {
      for (const std::size_t bins : {1, 4, 64, 1024, 8192, 16384}) {
        SCOPED_TRACE(trace(type, std::to_string(bins) + " bins", size));
        auto numbers = random_numbers<T>(size);
        for (T& number : numbers)
          if constexpr (std::integral<T>) number = static_cast<T>(number % 20'000);
        ASSERT_EQ(counted(numbers, bins, T{0}, T{64}), oracle(numbers, bins, T{0}, T{64}));
        ASSERT_EQ(counted(numbers, bins, T{3}, T{16'387}), oracle(numbers, bins, T{3}, T{16'387}));
      }
    }
  });
}

TEST_P(HistogramTest, SplitsTheWholeRangeOfAType) {
  using Limits = std::numeric_limits<std::int32_t>;
  const auto numbers = random_numbers<std::int32_t>(100'000);
  EXPECT_EQ(counted(numbers, 777, Limits::lowest(), Limits::max()),
            oracle(numbers, 777, Limits::lowest(), Limits::max()));
}

TEST_P(HistogramTest, LeavesOutWhatLiesOutside) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(counted({-0.5f, 0.f, 0.25f, 0.5f, 1.f, nan}, 2, 0.f, 1.f), (Counts{2, 1}));
}

TEST_P(HistogramTest, RoundingDoesNotLeaveTheLastBin) {
  const float below = std::nextafter(1.f, 0.f);
  const Counts counts = counted(std::vector<float>(100, below), 3, -7.f, 1.f);
  EXPECT_EQ(counts, (Counts{0, 0, 100}));
}

TEST_P(HistogramTest, CountsAllElementsInOneBinIfAllAreEqual) {
  EXPECT_EQ(counted(std::vector<std::uint64_t>(100'000, 5), 10, std::uint64_t{0}, std::uint64_t{10})[5], 100'000u);
}

TEST_P(HistogramTest, OverwritesTheCounts) {
  const auto in = to_device(stream(), std::vector<std::uint32_t>{0, 1}, "in");
  auto counts = to_device(stream(), Counts{100, 100}, "counts");
  histogram(stream(), in, counts.view(), 0u, 2u);
  EXPECT_EQ(to_host(stream(), counts), (Counts{1, 1}));
}

TEST_P(HistogramTest, RejectsAnEmptyRange) { EXPECT_THROW(counted(std::vector<float>{1}, 2, 1.f, 1.f), UsageError); }

TEST_P(HistogramTest, RejectsARangeThatOverflows) {
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_THROW(counted(std::vector<std::int64_t>{1}, 2, Limits::lowest(), Limits::max()), UsageError);
}

TEST_P(HistogramTest, LargeInputsCountInSixtyFourBits) {
  constexpr std::size_t kSize = (1ull << 32) + 12'345;
  if (!on_cuda() || device().memory().free < 2 * kSize * sizeof(std::uint32_t)) GTEST_SKIP();
  Buffer<std::uint32_t> in(stream(), kSize, "in");
  Buffer<std::uint64_t> counts(stream(), 2, "counts");
  fill(stream(), in, 1);
  histogram(stream(), in, counts.view(), 0u, 2u);
  EXPECT_EQ(to_host(stream(), counts), (Counts{0, kSize}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(HistogramTest);

}  // namespace
}  // namespace warpgraph::test
