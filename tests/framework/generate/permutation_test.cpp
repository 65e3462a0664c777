// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/generate/permutation.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph {
namespace {

std::vector<std::uint64_t> images(std::uint64_t size, std::uint64_t seed) {
  const generators::Permutation permutation(size, generators::CounterRandom(seed, 0));
  std::vector<std::uint64_t> result;
  for (std::uint64_t i = 0; i < size; ++i) result.push_back(permutation(i));
  return result;
}

TEST(PermutationTest, TakesEveryPlaceOnce) {
  for (const std::uint64_t size : {1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 1000, 4096, 5000, 65537}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      std::vector<std::uint64_t> places = images(size, seed);
      std::sort(places.begin(), places.end());
      for (std::uint64_t i = 0; i < size; ++i) ASSERT_EQ(places[i], i) << "size " << size << ", seed " << seed;
    }
  }
}

TEST(PermutationTest, StaysBelowLargeSizes) {
  for (const std::uint64_t size : {(std::uint64_t{1} << 63) + 12345, ~std::uint64_t{0}, std::uint64_t{1} << 40}) {
    const generators::Permutation permutation(size, generators::CounterRandom(1, 0));
    for (std::uint64_t i = 0; i < 10000; ++i) ASSERT_LT(permutation(i), size);
    EXPECT_LT(permutation(size - 1), size);
  }
}

TEST(PermutationTest, IsAnotherOneForAnotherSeed) { EXPECT_NE(images(1000, 1), images(1000, 2)); }

// A random permutation has one fixed point on average, whatever its size.
TEST(PermutationTest, FixedPointsAreAsRareAsChanceHasThem) {
  std::size_t fixed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<std::uint64_t> places = images(1000, seed);
    for (std::uint64_t i = 0; i < places.size(); ++i) fixed += places[i] == i ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(fixed), 200, 70);
}

// Neighbours go anywhere: distances between their images have the triangular distribution's mean, a third of the size,
// and fall into ten bins as often as it says.
TEST(PermutationTest, NeighboursAreTornApart) {
  constexpr double kSize = 100000;
  const std::vector<std::uint64_t> places = images(static_cast<std::uint64_t>(kSize), 3);
  std::vector<double> bins(10);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const double distance = std::abs(static_cast<double>(places[i]) - static_cast<double>(places[i + 1]));
    sum += distance;
    ++bins[static_cast<std::size_t>(distance / kSize * 10)];
  }
  EXPECT_NEAR(sum / kSize, kSize / 3, kSize * .005);
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    const double share = (19 - 2 * static_cast<double>(bin)) / 100;
    EXPECT_NEAR(bins[bin] / kSize, share, .01);
  }
}

// The first tenth of the places, as drawing without replacement takes them, is spread evenly.
TEST(PermutationTest, APrefixIsAUniformSample) {
  const generators::Permutation permutation(1000003, generators::CounterRandom(9, 0));
  std::vector<int> bins(100);
  for (std::uint64_t i = 0; i < 100000; ++i) ++bins[permutation(i) * 100 / 1000003];
  double chi_square = 0;
  for (const int count : bins) chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  EXPECT_LT(chi_square, 160);  // 99 degrees of freedom
}

}  // namespace
}  // namespace warpgraph
