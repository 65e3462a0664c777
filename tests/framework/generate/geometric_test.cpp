// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/counter_random.hpp>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

// The edges' number is that of all pairs of points that are near, whatever the cells: points are drawn as the generator
// draws them (stream 2 of the seed), and compared pair by pair.
std::size_t count_near_pairs(std::uint64_t n, double radius) {
  const generators::CounterRandom random(1, 2);
  const auto reach = static_cast<std::int64_t>(std::ldexp(radius, 31));
  std::size_t count = 0;
  for (std::uint64_t i = 0; i < n; ++i)
    for (std::uint64_t j = 0; j < i; ++j) {
      const auto dx = static_cast<std::int64_t>(random(i) >> 33) - static_cast<std::int64_t>(random(j) >> 33);
      const auto dy =
          static_cast<std::int64_t>(random(i) & 0x7fffffff) - static_cast<std::int64_t>(random(j) & 0x7fffffff);
      count += dx * dx + dy * dy <= reach * reach ? 1 : 0;
    }
  return count;
}

TEST(RandomGeometricTest, JoinsExactlyThePairsWithinTheRadius) {
  for (const char* radius : {"1e-8", ".001", ".01", ".05", ".3", ".34", ".5", ".51", "1"}) {
    const EdgeList edges = generated("rgg", {{"vertices", "1500"}, {"radius", radius}});
    EXPECT_EQ(edges.size(), count_near_pairs(1500, std::stod(radius))) << "radius " << radius;
    EXPECT_FALSE(has_duplicates(sorted_undirected(edges)));
    EXPECT_EQ(count_self_loops(edges), 0u);
  }
}

TEST(RandomGeometricTest, DefaultRadiusJustConnects) {
  const EdgeList edges = generated("rgg", {{"vertices", "2^15"}});
  // n pi r^2 = .55^2 pi ln n, less what lies beyond the border.
  EXPECT_NEAR(mean_degree(edges), .55 * .55 * 3.14159 * std::log(32768), .4);
  const auto sizes = components(edges);
  EXPECT_LT(sizes.size(), 12u);
  EXPECT_GT(*std::max_element(sizes.begin(), sizes.end()), 32700u);
}

TEST(RandomGeometricTest, IdsRunAlongRowsOfCells) {
  const EdgeList edges = generated("rgg", {{"vertices", "10000"}});
  const double row = 10000 * .55 * std::sqrt(std::log(10000.0) / 10000);
  for (const auto& [u, v] : pairs_of(edges)) {
    EXPECT_LT(u, v);
    EXPECT_LT(v - u, 3 * row);
  }
}

}  // namespace
}  // namespace warpgraph::test
