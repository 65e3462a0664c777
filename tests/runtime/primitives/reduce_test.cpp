// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/primitives/reduce.hpp>

#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

class ReduceTest : public MachineTest {
 protected:
  template <class T, class Op>
  T reduced(const std::vector<T>& numbers, Op op) {
    const auto in = to_device(stream(), numbers, "in");
    Buffer<T> out(stream(), 1, "out");
    reduce(stream(), in, out.view(), op);
    return to_host(stream(), out)[0];
  }

  template <class Op>
  void expect_oracle(Op op) {
    for_each_number([&]<class T>(std::string_view type) {
      for (const std::size_t size : sizes()) {
        for (const auto& [shape, numbers] : shapes<T>(size)) {
          SCOPED_TRACE(trace(type, shape, size));
          T expected = Op::template identity<T>();
          for (const T number : numbers) expected = combine(op, expected, number);
          ASSERT_EQ(reduced(numbers, op), expected);
        }
      }
    });
  }
};

TEST_P(ReduceTest, PlusGivesTheSum) { expect_oracle(Plus{}); }
TEST_P(ReduceTest, MinGivesTheLeast) { expect_oracle(Min{}); }
TEST_P(ReduceTest, MaxGivesTheGreatest) { expect_oracle(Max{}); }

TEST_P(ReduceTest, OrJoinsTheBits) {
  EXPECT_EQ(reduced(std::vector<std::uint32_t>{1, 4, 1u << 31}, Or{}), 0x80000005u);
  EXPECT_EQ(reduced(std::vector<std::uint64_t>{1, 1ull << 40}, Or{}), (1ull << 40) + 1);
}

TEST_P(ReduceTest, FindsTheExtremes) {
  for_each_number([&]<class T>(std::string_view type) {
    SCOPED_TRACE(type);
    EXPECT_EQ(reduced(extremes<T>(1000), Min{}), std::numeric_limits<T>::lowest());
    EXPECT_EQ(reduced(extremes<T>(1000), Max{}), std::numeric_limits<T>::max());
  });
}

TEST_P(ReduceTest, FloatSumsRepeatToTheBit) {
  std::mt19937_64 random(kSeed);
  std::vector<float> numbers(100'000);
  for (float& number : numbers) number = std::uniform_real_distribution<float>(-1, 1)(random);
  const float first = reduced(numbers, Plus{});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(reduced(numbers, Plus{}), first);
}

TEST_P(ReduceTest, RunsInTheOrderOfTheStream) {
  Buffer<std::uint32_t> in(stream(), 100'000, "in");
  Buffer<std::uint32_t> out(stream(), 2, "out");
  fill(stream(), in, 1);
  reduce(stream(), in, out.view().subview(0, 1));
  fill(stream(), in, 2);
  reduce(stream(), in, out.view().subview(1, 1));
  EXPECT_EQ(to_host(stream(), out), (std::vector<std::uint32_t>{100'000, 200'000}));
}

TEST_P(ReduceTest, MemoryIsPredictedExactly) {
  for_each_number([&]<class T>(std::string_view type) {
    for (const std::size_t size : some_sizes()) {
      SCOPED_TRACE(trace(type, "random", size));
      device().reset_peak_memory();
      reduced(random_numbers<T>(size), Max{});
      EXPECT_EQ((reduce_memory<T, Max>(device(), size).total()), peak_of(device(), "reduce"));
    }
  });
}

TEST_P(ReduceTest, RejectsAnOutputInsideTheInput) {
  Buffer<float> in(stream(), 10, "in");
  EXPECT_THROW(reduce(stream(), in, in.view().subview(3, 1)), UsageError);
}

TEST_P(ReduceTest, RejectsAnEmptyOutput) {
  Buffer<float> in(stream(), 10, "in");
  EXPECT_THROW(reduce(stream(), in, View<float>()), UsageError);
}

TEST_P(ReduceTest, LargeInputsCountInSixtyFourBits) {
  constexpr std::size_t kSize = (1ull << 31) + 12'345;
  if (!on_cuda() || device().memory().free < 2 * kSize * sizeof(std::uint32_t)) GTEST_SKIP();
  Buffer<std::uint32_t> in(stream(), kSize, "in");
  Buffer<std::uint32_t> out(stream(), 1, "out");
  fill(stream(), in, 3);
  reduce(stream(), in, out.view());
  EXPECT_EQ(to_host(stream(), out)[0], static_cast<std::uint32_t>(3 * kSize));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ReduceTest);

float sum_on_host(const std::vector<float>& numbers, unsigned threads) {
  RuntimeOptions options;
  options.host.threads = threads;
  Runtime runtime("host", options);
  const Stream stream(runtime.device());
  const auto in = to_device(stream, numbers, "in");
  Buffer<float> out(stream, 1, "out");
  reduce(stream, in, out.view());
  return to_host(stream, out)[0];
}

TEST(HostReduceTest, FloatSumsDoNotDependOnTheNumberOfThreads) {
  std::mt19937_64 random(kSeed);
  std::vector<float> numbers(300'000);
  for (float& number : numbers) number = std::uniform_real_distribution<float>(-1, 1)(random);
  const float expected = sum_on_host(numbers, 1);
  for (const unsigned threads : {2, 3, 7}) EXPECT_EQ(sum_on_host(numbers, threads), expected) << threads;
}

}  // namespace
}  // namespace warpgraph::test
