// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph_facts.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class GraphFactsTest : public MachineTest {
 protected:
  template <class T>
  EdgeValueRange<T> range_of(const std::vector<T>& values) {
    const Buffer<T> held = to_device(stream(), values, "values");
    return edge_value_range(stream(), View<const T>(held));
  }
  // Ascending values, more than a sweep takes at once, with the extremes inside.
  template <class T>
  void expect_found(T least, T greatest) {
    std::vector<T> values(100'000, T{1});
    values[70'001] = least;
    values[31] = greatest;
    const EdgeValueRange<T> found = range_of(values);
    EXPECT_EQ(found.least, least);
    EXPECT_EQ(found.greatest, greatest);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GraphFactsTest);

TEST_P(GraphFactsTest, RangeHasTheLeastAndTheGreatestValue) {
  expect_found<std::int32_t>(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
  expect_found<std::int64_t>(-5, std::int64_t{1} << 60);
  expect_found<float>(-1e-30f, 3e38f);
  expect_found<double>(-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
  expect_found<float>(0.5f, 1.0f);
}

TEST_P(GraphFactsTest, RangeOfNoValueIsZero) {
  const EdgeValueRange<float> found = range_of<float>({});
  EXPECT_EQ(found.least, 0);
  EXPECT_EQ(found.greatest, 0);
}

TEST_P(GraphFactsTest, RangeShowsWhatIsNoNumber) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(range_of<float>({1, none, 2}).greatest));
  EXPECT_TRUE(std::isnan(range_of<float>({1, std::copysign(none, -1.0f), 2}).least));
}

TEST_P(GraphFactsTest, RangeIsFoundOnce) {
  const std::vector<double> first{1, 2};
  const std::vector<double> second{5};
  const Buffer<double> held = to_device(stream(), first, "values");
  const Buffer<double> other = to_device(stream(), second, "values");
  const GraphFacts facts;
  EXPECT_EQ(facts.value_range(stream(), View<const double>(held)).greatest, 2);
  EXPECT_EQ(facts.value_range(stream(), View<const double>(other)).greatest, 2);
}

TEST(IsLocal, OfAGraphInHostMemoryLooksAtWhereEdgesLead) {
  constexpr VertexId kCount = 5000;
  std::vector<EdgeId> row(kCount + 1);
  std::iota(row.begin(), row.end(), EdgeId{0});
  std::vector<VertexId> near(kCount);
  std::vector<VertexId> far(kCount);
  for (VertexId v = 0; v < kCount; ++v) {
    near[v] = v == 0 ? 0 : v - 1;
    far[v] = (v + kCount / 2) % kCount;
  }

  EXPECT_TRUE(has_locality(row, near));
  EXPECT_FALSE(has_locality(row, far));
}

}  // namespace
}  // namespace warpgraph::test
