// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/kernel/host/lane_order.hpp>

namespace warpgraph::test {
namespace {

template <std::uint32_t kCount>
std::vector<std::uint32_t> visit(detail::LaneOrder& order) {
  std::vector<std::uint32_t> lanes;
  order.visit<kCount>([&](std::uint32_t lane) { lanes.push_back(lane); });
  return lanes;
}

std::vector<std::uint32_t> ascending(std::uint32_t count) {
  std::vector<std::uint32_t> lanes(count);
  std::iota(lanes.begin(), lanes.end(), 0u);
  return lanes;
}

TEST(LaneOrder, SeedZeroAscends) {
  detail::LaneOrder order(0, 17);
  EXPECT_TRUE(order.ascending());
  EXPECT_EQ(visit<32>(order), ascending(32));
}

template <std::uint32_t kCount>
void every_lane_is_visited_once(std::uint64_t seed) {
  detail::LaneOrder order(seed, 3);
  for (int phase = 0; phase < 20; ++phase) {
    auto lanes = visit<kCount>(order);
    std::sort(lanes.begin(), lanes.end());
    ASSERT_EQ(lanes, ascending(kCount)) << "seed " << seed;
  }
}

TEST(LaneOrder, EveryLaneIsVisitedOnce) {
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    every_lane_is_visited_once<1>(seed);
    every_lane_is_visited_once<8>(seed);
    every_lane_is_visited_once<32>(seed);
    every_lane_is_visited_once<1024>(seed);
  }
}

TEST(LaneOrder, PhasesUnitsAndSeedsDiffer) {
  std::set<std::vector<std::uint32_t>> orders;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (std::uint64_t unit = 0; unit < 5; ++unit) {
      detail::LaneOrder order(seed, unit);
      for (int phase = 0; phase < 4; ++phase) orders.insert(visit<32>(order));
    }
  }
  EXPECT_GT(orders.size(), 80u);  // of 100 drawn from 512
}

TEST(LaneOrder, TheSameSeedGivesTheSameOrder) {
  detail::LaneOrder first(9, 4);
  detail::LaneOrder second(9, 4);
  for (int phase = 0; phase < 5; ++phase) EXPECT_EQ(visit<256>(first), visit<256>(second));
}

// Each lane has a chance to run before its left neighbour and behind it.
TEST(LaneOrder, NoPairOfNeighboursKeepsItsOrder) {
  std::vector<int> before(32, 0);
  constexpr int kSeeds = 200;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    detail::LaneOrder order(static_cast<std::uint64_t>(seed), 0);
    std::vector<std::uint32_t> place(32);
    const auto lanes = visit<32>(order);
    for (std::uint32_t i = 0; i < 32; ++i) place[lanes[i]] = i;
    for (std::size_t lane = 1; lane < 32; ++lane) before[lane] += place[lane] < place[lane - 1] ? 1 : 0;
  }
  for (std::size_t lane = 1; lane < 32; ++lane) {
    EXPECT_GT(before[lane], kSeeds / 4) << lane;
    EXPECT_LT(before[lane], 3 * kSeeds / 4) << lane;
  }
}

}  // namespace
}  // namespace warpgraph::test
