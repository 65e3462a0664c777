// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/generate/counter_random.hpp>

#include <bit>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph {
namespace {

constexpr std::uint64_t kDraws = 100000;

// Graphs are named by generator, parameters and seed; the same name must mean the same graph in all versions.
TEST(CounterRandomTest, DrawsNeverChange) {
  const generators::CounterRandom random(1, 2);
  EXPECT_EQ(random(0), 1431425474102398471u);
  EXPECT_EQ(random(1), 11446999876264359965u);
  EXPECT_EQ(random(1u << 31), 12132101425190194312u);
}

TEST(CounterRandomTest, EveryBitIsSetHalfOfTheTime) {
  const generators::CounterRandom random(7, 0);
  std::vector<int> set(64);
  for (std::uint64_t i = 0; i < kDraws; ++i)
    for (unsigned bit = 0; bit < 64; ++bit) set[bit] += static_cast<int>(random(i) >> bit & 1);
  for (const int count : set) EXPECT_NEAR(count, kDraws / 2, 800);  // 5 standard deviations
}

TEST(CounterRandomTest, NeighbouringSeedsStreamsAndCountersDifferInHalfOfTheBits) {
  std::uint64_t by_seed = 0;
  std::uint64_t by_stream = 0;
  std::uint64_t by_counter = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    by_seed += static_cast<std::uint64_t>(
        std::popcount(generators::CounterRandom(i, 3)(5) ^ generators::CounterRandom(i + 1, 3)(5)));
    by_stream += static_cast<std::uint64_t>(
        std::popcount(generators::CounterRandom(3, i)(5) ^ generators::CounterRandom(3, i + 1)(5)));
    by_counter += static_cast<std::uint64_t>(
        std::popcount(generators::CounterRandom(3, 5)(i) ^ generators::CounterRandom(3, 5)(i + 1)));
  }
  EXPECT_NEAR(static_cast<double>(by_seed) / kDraws, 32, .1);
  EXPECT_NEAR(static_cast<double>(by_stream) / kDraws, 32, .1);
  EXPECT_NEAR(static_cast<double>(by_counter) / kDraws, 32, .1);
}

TEST(CounterRandomTest, BelowIsUniform) {
  const generators::CounterRandom random(1, 1);
  std::vector<int> hits(10);
  for (std::uint64_t i = 0; i < kDraws; ++i) ++hits[generators::below(random(i), 10)];
  for (const int count : hits) EXPECT_NEAR(count, kDraws / 10, 475);  // 5 standard deviations
}

TEST(CounterRandomTest, BelowStaysBelowTheLargestLimits) {
  EXPECT_EQ(generators::below(~std::uint64_t{0}, 1), 0u);
  EXPECT_EQ(generators::below(~std::uint64_t{0}, ~std::uint64_t{0}), ~std::uint64_t{0} - 1);
  EXPECT_EQ(generators::below(0, ~std::uint64_t{0}), 0u);
}

TEST(ProbabilityTest, ZeroNeverHappensAndOneAlways) {
  EXPECT_FALSE(generators::Probability(0)(0));
  EXPECT_TRUE(generators::Probability(1)(~std::uint64_t{0}));
  EXPECT_FALSE(generators::Probability(-1)(0));
  EXPECT_TRUE(generators::Probability(2)(~std::uint64_t{0}));
}

TEST(ProbabilityTest, HappensAsOftenAsItSays) {
  const generators::CounterRandom random(1, 1);
  const generators::Probability third(1.0 / 3);
  int hits = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) hits += third(random(i)) ? 1 : 0;
  EXPECT_NEAR(hits, kDraws / 3.0, 750);
}

}  // namespace
}  // namespace warpgraph
