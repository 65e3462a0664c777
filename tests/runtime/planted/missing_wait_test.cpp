// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>

#include "support/machines.hpp"

// A stream that reads what another writes, without waiting for it, planted to show that the shuffled executor makes it
// a wrong result in any build, and the same one for the same seed.
namespace warpgraph::test {
namespace {

constexpr std::uint64_t kSeeds = 20;

// What the consumer reads, whose producer writes 1, then 2, then 3.
int consumed(bool waits, std::uint64_t seed) {
  Runtime runtime("host", host_machine("shuffled", HostExecution::kShuffled, seed).options);
  const Stream producer(runtime.device(), "producer");
  const Stream consumer(runtime.device(), "consumer");
  Buffer<int> number(producer, 1, "number");
  for (const int value : {1, 2, 3}) fill(producer, number, value);
  Event written(runtime.device());
  written.record(producer);
  if (waits) consumer.wait(written);
  const int result = to_host(consumer, number)[0];
  producer.synchronize();
  return result;
}

std::vector<int> consumed_for_all_seeds(bool waits) {
  std::vector<int> results;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) results.push_back(consumed(waits, seed));
  return results;
}

TEST(PlantedMissingWait, MostSeedsGiveAWrongResult) {
  const auto results = consumed_for_all_seeds(false);
  EXPECT_GT(std::ranges::count_if(results, [](int result) { return result != 3; }), 10);
}

TEST(PlantedMissingWait, TheSameSeedGivesTheSameWrongResult) {
  EXPECT_EQ(consumed_for_all_seeds(false), consumed_for_all_seeds(false));
}

TEST(PlantedMissingWait, EverySeedIsRightWithTheWait) {
  EXPECT_EQ(consumed_for_all_seeds(true), std::vector<int>(kSeeds, 3));
}

}  // namespace
}  // namespace warpgraph::test
