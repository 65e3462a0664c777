// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

template <class T>
std::vector<T> weights_of(const EdgeList& edges) {
  return std::get<std::vector<T>>(edges.values);
}

template <class T>
std::vector<T> urand_weights(const char* kind, const char* type, const char* lowest, const char* highest) {
  return weights_of<T>(generated("urand", {{"vertices", "2000"},
                                           {"weights", kind},
                                           {"weight-type", type},
                                           {"lowest-weight", lowest},
                                           {"highest-weight", highest}}));
}

template <class T>
double mean(const std::vector<T>& values) {
  return static_cast<double>(std::accumulate(values.begin(), values.end(), 0.0)) / static_cast<double>(values.size());
}

TEST(WeightsTest, NoneByDefault) {
  EXPECT_TRUE(std::holds_alternative<std::monostate>(generated("rmat", {{"scale", "5"}}).values));
}

TEST(WeightsTest, UniformIntegersTakeEveryValueAboutEquallyOften) {
  const auto weights = urand_weights<std::int32_t>("uniform", "int32", "-3", "4");
  std::map<std::int32_t, int> count;
  for (const std::int32_t weight : weights) ++count[weight];
  EXPECT_EQ(count.begin()->first, -3);
  EXPECT_EQ(count.rbegin()->first, 4);
  EXPECT_EQ(count.size(), 8u);
  for (const auto& [weight, times] : count) EXPECT_NEAR(times, 4000, 300);
}

TEST(WeightsTest, UniformIntegersMaySpanTheWholeType) {
  const auto weights = urand_weights<std::int32_t>("uniform", "int32", "-2147483648", "2147483647");
  const auto [lowest, highest] = std::minmax_element(weights.begin(), weights.end());
  EXPECT_LT(*lowest, -2147000000);
  EXPECT_GT(*highest, 2147000000);
}

TEST(WeightsTest, UniformFloatsFillTheirRange) {
  const auto weights = urand_weights<float>("uniform", "float", "0", "1");
  const auto [lowest, highest] = std::minmax_element(weights.begin(), weights.end());
  EXPECT_GE(*lowest, 0);
  EXPECT_LE(*highest, 1);
  EXPECT_LT(*lowest, .001);
  EXPECT_GT(*highest, .999);
  EXPECT_NEAR(mean(weights), .5, .01);
  EXPECT_NEAR(mean(urand_weights<double>("uniform", "double", "-1", "3")), 1, .04);
}

// Half of the values of the density c / x^2 on [1, 1000] lie below 2.
TEST(WeightsTest, SkewedWeightsFollowThePowerLaw) {
  const auto reals = urand_weights<double>("skewed", "double", "1", "1000");
  const auto below_two = std::count_if(reals.begin(), reals.end(), [](double x) { return x < 2; });
  const auto below_hundred = std::count_if(reals.begin(), reals.end(), [](double x) { return x < 100; });
  EXPECT_NEAR(static_cast<double>(below_two) / static_cast<double>(reals.size()), .5005, .015);
  EXPECT_NEAR(static_cast<double>(below_hundred) / static_cast<double>(reals.size()), .991, .003);
  const auto integers = urand_weights<std::int64_t>("skewed", "int64", "1", "10");
  const auto [lowest, highest] = std::minmax_element(integers.begin(), integers.end());
  EXPECT_EQ(*lowest, 1);
  EXPECT_EQ(*highest, 10);
}

TEST(WeightsTest, BothDirectionsAndDuplicatesOfAnEdgeAgree) {
  const EdgeList edges =
      generated("rmat", {{"scale", "7"}, {"edge-factor", "64"}, {"weights", "uniform"}, {"highest-weight", "1000000"}});
  const auto weights = weights_of<std::int32_t>(edges);
  std::map<EdgePair, std::int32_t> known;
  std::size_t met_again = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [u, v] = std::minmax(edges.source[i], edges.target[i]);
    const auto [place, is_new] = known.emplace(EdgePair{u, v}, weights[i]);
    met_again += is_new ? 0 : 1;
    ASSERT_EQ(place->second, weights[i]);
  }
  EXPECT_GT(met_again, 1000u);
}

TEST(WeightsTest, AnotherSeedGivesOtherWeights) {
  const auto weights = [](const char* seed) {
    return weights_of<std::int32_t>(generated("path", {{"seed", seed}, {"weights", "uniform"}}));
  };
  EXPECT_NE(weights("1"), weights("2"));
}

TEST(WeightsTest, MeshLengthsAreThoseOfItsPoints) {
  const auto lengths = [](const char* jitter, const char* type) {
    return generated(
        "mesh", {{"width", "30"}, {"height", "30"}, {"jitter", jitter}, {"weights", "length"}, {"weight-type", type}});
  };
  for (const std::int32_t length : weights_of<std::int32_t>(lengths("0", "int32")))
    EXPECT_TRUE(length == 1024 || length == 1448) << length;  // 1024 sqrt(2) for diagonals
  for (const float length : weights_of<float>(lengths(".2", "float"))) {
    EXPECT_GT(length, .6f);
    EXPECT_LT(length, 2.f);
  }
}

TEST(WeightsTest, GeometricLengthsAreAtMostTheRadius) {
  const auto lengths = weights_of<std::int32_t>(generated("rgg", {{"vertices", "5000"}, {"weights", "length"}}));
  const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
  EXPECT_GE(*shortest, 1);
  EXPECT_LE(*longest, 1024);
  // Density 2 x / r^2 has its mean at two thirds of the radius.
  EXPECT_NEAR(mean(lengths), 1024 * 2.0 / 3, 10);
}

TEST(WeightsTest, RoadLengthsArePositive) {
  const auto lengths = weights_of<std::int64_t>(
      generated("road", {{"width", "50"}, {"height", "50"}, {"weights", "length"}, {"weight-type", "int64"}}));
  for (const std::int64_t length : lengths) {
    EXPECT_GE(length, 1024 / 2 / 3);
    EXPECT_LE(length, 1024 * 2);
  }
}

}  // namespace
}  // namespace warpgraph::test
