// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/primitives/run_length.hpp>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
  bool operator==(const Edge&) const = default;
};

template <class T, class Count>
struct Runs {
  std::vector<T> values;
  std::vector<Count> counts;
};

template <class Count, class T>
Runs<T, Count> runs_of(const std::vector<T>& elements) {
  Runs<T, Count> runs;
  for (const T& element : elements) {
    if (runs.values.empty() || runs.values.back() != element) {
      runs.values.push_back(element);
      runs.counts.push_back(0);
    }
    ++runs.counts.back();
  }
  return runs;
}

// Runs of up to `longest` elements.
template <class T>
std::vector<T> random_runs(std::size_t size, std::size_t longest) {
  std::mt19937_64 random(kSeed);
  std::vector<T> elements;
  while (elements.size() < size) {
    const T value = static_cast<T>(random() % 5);
    elements.insert(elements.end(), std::min<std::size_t>(1 + random() % longest, size - elements.size()), value);
  }
  return elements;
}

class RunLengthTest : public MachineTest {
 protected:
  template <class Count, class T>
  Runs<T, Count> encoded(const std::vector<T>& elements) {
    const auto in = to_device(stream(), elements, "in");
    Buffer<T> values(stream(), elements.size(), "values");
    Buffer<Count> counts(stream(), elements.size(), "counts");
    Buffer<std::uint64_t> count(stream(), 1, "count");
    run_length_encode(stream(), in, values.view(), counts.view(), count);
    const std::size_t runs = to_host(stream(), count)[0];
    return {to_host(stream(), values.view().subview(0, runs)), to_host(stream(), counts.view().subview(0, runs))};
  }

  template <class T>
  std::vector<T> distinct(const std::vector<T>& elements) {
    const auto in = to_device(stream(), elements, "in");
    Buffer<T> values(stream(), elements.size(), "values");
    Buffer<std::uint64_t> count(stream(), 1, "count");
    unique(stream(), in, values.view(), count);
    return to_host(stream(), values.view().subview(0, to_host(stream(), count)[0]));
  }

  template <class T>
  void expect_oracle(const std::vector<T>& elements) {
    const auto narrow = encoded<std::uint32_t>(elements);
    const auto wide = encoded<std::uint64_t>(elements);
    const auto expected = runs_of<std::uint32_t>(elements);
    ASSERT_EQ(narrow.values, expected.values);
    ASSERT_EQ(narrow.counts, expected.counts);
    ASSERT_EQ(wide.values, expected.values);
    ASSERT_EQ(wide.counts, runs_of<std::uint64_t>(elements).counts);
    ASSERT_EQ(distinct(elements), expected.values);
  }

  template <class T>
  void expect_oracle_on_all_shapes(std::string_view type) {
    for (const std::size_t size : sizes()) {
      for (const auto& [shape, elements] : shapes<T>(size)) {
        SCOPED_TRACE(trace(type, shape, size));
        expect_oracle(elements);
      }
      for (const std::size_t longest : {3, 100, 50'000}) {
        SCOPED_TRACE(trace(type, "runs of up to " + std::to_string(longest), size));
        expect_oracle(random_runs<T>(size, longest));
      }
    }
  }
};

TEST_P(RunLengthTest, EncodesRunsOfNarrowIntegers) { expect_oracle_on_all_shapes<std::int32_t>("int32"); }
TEST_P(RunLengthTest, EncodesRunsOfWideIntegers) { expect_oracle_on_all_shapes<std::uint64_t>("uint64"); }

TEST_P(RunLengthTest, EncodesRunsOfStructs) {
  expect_oracle(std::vector<Edge>{{1, 2}, {1, 2}, {1, 3}, {2, 3}, {2, 3}, {1, 2}});
}

TEST_P(RunLengthTest, MemoryIsPredictedExactly) {
  for (const std::size_t size : some_sizes()) {
    SCOPED_TRACE(trace("uint32", "runs", size));
    const auto elements = random_runs<std::uint32_t>(size, 10);
    device().reset_peak_memory();
    encoded<std::uint64_t>(elements);
    distinct(elements);
    EXPECT_EQ((run_length_encode_memory<std::uint32_t, std::uint64_t>(device(), size).total()),
              peak_of(device(), "run_length_encode"));
    EXPECT_EQ(unique_memory<std::uint32_t>(device(), size).total(), peak_of(device(), "unique"));
  }
}

TEST_P(RunLengthTest, HostFailsTheStreamIfTheOutputIsTooSmall) {
  if (on_cuda()) GTEST_SKIP();
  const auto in = to_device(stream(), std::vector<std::uint32_t>{1, 2, 3}, "in");
  Buffer<std::uint32_t> values(stream(), 2, "values");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  unique(stream(), in, values.view(), count);
  EXPECT_THROW(stream().synchronize(), DeviceError);
}

TEST_P(RunLengthTest, RejectsWorkInPlace) {
  Buffer<std::uint32_t> in(stream(), 10, "in");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  EXPECT_THROW(unique(stream(), in, in.view(), count), UsageError);
}

TEST_P(RunLengthTest, LargeRunsCountInSixtyFourBits) {
  constexpr std::size_t kSize = (1ull << 31) + 12'345;
  if (!on_cuda() || device().memory().free < 3 * kSize * sizeof(std::uint32_t)) GTEST_SKIP();
  Buffer<std::uint32_t> in(stream(), kSize, "in");
  fill(stream(), in, 1);
  fill(stream(), in.view().subview(0, 10), 0);
  Buffer<std::uint32_t> values(stream(), 10, "values");
  Buffer<std::uint64_t> counts(stream(), 10, "counts");
  Buffer<std::uint64_t> count(stream(), 1, "count");
  run_length_encode(stream(), in, values.view(), counts.view(), count);
  ASSERT_EQ(to_host(stream(), count)[0], 2u);
  EXPECT_EQ(to_host(stream(), counts.view().subview(0, 2)), (std::vector<std::uint64_t>{10, kSize - 10}));
  unique(stream(), in, values.view(), count);
  EXPECT_EQ(to_host(stream(), count)[0], 2u);
  EXPECT_EQ(to_host(stream(), values.view().subview(0, 2)), (std::vector<std::uint32_t>{0, 1}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(RunLengthTest);

}  // namespace
}  // namespace warpgraph::test
