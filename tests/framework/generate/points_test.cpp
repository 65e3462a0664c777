// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "framework/generate/generated.hpp"

// Where vertices lie, against the lengths that the same generator gives their edges.
namespace warpgraph::test {
namespace {

std::vector<generators::PlanePoint> points_of(const std::string& name,
                                              const generators::GeneratorArguments& arguments) {
  ThreadPool threads(2);
  return generators::generator_points(generators::parse_generator(name, arguments), threads);
}

// Lengths are rounded down, in `a_unit` of the coordinates.
void expect_lengths(const std::string& name, generators::GeneratorArguments arguments, double a_unit) {
  const std::vector<generators::PlanePoint> points = points_of(name, arguments);
  arguments["weights"] = "length";
  const EdgeList edges = generated(name, arguments);
  ASSERT_EQ(points.size(), edges.vertex_count);
  const auto& lengths = std::get<std::vector<std::int32_t>>(edges.values);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const generators::PlanePoint a = points[edges.source[i]];
    const generators::PlanePoint b = points[edges.target[i]];
    ASSERT_NEAR(std::hypot(a.x - b.x, a.y - b.y) / a_unit, lengths[i], 1.001) << name << ", edge " << i;
  }
}

TEST(GeneratorPoints, AreAsFarApartAsTheirEdgesAreLong) {
  const double spacing = 1.0 / 1024;
  expect_lengths("mesh", {{"width", "30"}, {"height", "20"}}, spacing);
  expect_lengths("road", {{"width", "30"}, {"height", "20"}, {"segments", "4"}}, spacing);
  expect_lengths("rgg", {{"vertices", "2000"}, {"radius", ".05"}}, .05 / 1024);
}

TEST(GeneratorPoints, FollowTheVerticesThatArePermuted) {
  expect_lengths("mesh", {{"width", "40"}, {"height", "20"}, {"permute", "true"}}, 1.0 / 1024);
  expect_lengths("road", {{"width", "40"}, {"height", "20"}, {"permute", "true"}}, 1.0 / 1024);
  expect_lengths("rgg", {{"vertices", "2000"}, {"radius", ".05"}, {"permute", "true"}}, .05 / 1024);
}

TEST(GeneratorPoints, OfAGridAreItsCorners) {
  const std::vector<generators::PlanePoint> points = points_of("grid2d", {{"width", "3"}, {"height", "2"}});
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(std::pair(points[4].x, points[4].y), std::pair(1.0, 1.0));
}

TEST(GeneratorPoints, AreRefusedOfGraphsThatLieNowhere) {
  EXPECT_THROW((void)points_of("rmat", {{"scale", "4"}}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
