// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/oracle/graphs.hpp"

// Parents, distances and widths that vertices could confirm to each other although no path has them.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// 0 - 1 - 2 and 0 - 3 - 2, 4 alone
TEST(VerifyParents, TakesAnyParentALevelAbove) {
  const auto graph = oracle::graph_of(5, {{0, 1}, {1, 2}, {0, 3}, {3, 2}});
  using Parents = std::vector<VertexId>;
  const auto problem = [&](const Parents& parents) { return verify_bfs_parents(graph, 0, parents); };
  EXPECT_EQ(problem({0, 0, 1, 0, kNoVertex}), Problem());
  EXPECT_EQ(problem({0, 0, 3, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({0, 0, 0, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({0, 2, 1, 0, kNoVertex}), Problem());  // 1 and 2 are each other's
  EXPECT_NE(problem({0, 0, kNoVertex, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({1, 0, 1, 0, kNoVertex}), Problem());
  EXPECT_NE(problem({0, 0, 1, 0, 0}), Problem());
  EXPECT_NE(problem({0, 0, 1, 0, 99}), Problem());
  EXPECT_THROW(problem({0, 0, 1, 0}), UsageError);
}

// 0 -> 1 of length 5, and 1 <-> 2 of length 0: at any distance from 0 to 5, 1 and 2 explain each other.
TEST(VerifyDistances, AreNotDeceivedByACycleOfLengthZero) {
  const auto graph =
      oracle::weighted_graph_of<std::int32_t>(3, {{0, 1}, {1, 2}, {2, 1}}, {5, 0, 0}, Direction::kDirected);
  using Distances = std::vector<std::uint32_t>;
  EXPECT_EQ(verify_sssp(graph, 0, Distances{0, 5, 5}), Problem());
  for (std::uint32_t wrong = 0; wrong < 5; ++wrong)
    EXPECT_NE(verify_sssp(graph, 0, Distances{0, wrong, wrong}), Problem()) << wrong;
}

// The same with a length that is lost in rounding.
TEST(VerifyDistances, AreNotDeceivedByACycleOfLittleLength) {
  const auto graph =
      oracle::weighted_graph_of<float>(3, {{0, 1}, {1, 2}, {2, 1}}, {5, 1e-9f, 1e-9f}, Direction::kDirected);
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<float>{0, 5, 5}), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 4, 4}), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 4, 4}, 1e-6), Problem());
}

TEST(VerifyDistances, AllowForTheRoundingThatTheyAreTold) {
  const auto graph = oracle::weighted_graph_of<float>(3, oracle::path(3), {0.1f, 0.2f});
  const float right = 0.1f + 0.2f;
  const std::vector<float> off{0, 0.1f, std::nextafter(right, 1.0f)};
  EXPECT_NE(verify_sssp(graph, 0, off), Problem());
  EXPECT_EQ(verify_sssp(graph, 0, off, 1e-6), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 0.1f, right * 1.001f}, 1e-6), Problem());
  EXPECT_NE(verify_sssp(graph, 0, std::vector<float>{0, 0.1f, right / 1.001f}, 1e-6), Problem());
}

TEST(VerifyDistances, AreNotThoseOfNoPathWhereThereIsOneThatIsTooLong) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(4, oracle::path(4), {0x7fffffff, 0x7fffffff, 5});
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<std::uint32_t>{0, 0x7fffffff, 0xfffffffe, 0xffffffff}),
            "vertex 3 has no distance, and an edge from 2, which has 4294967294");
  EXPECT_NE(verify_sssp(graph, 0, std::vector<std::uint32_t>{0, 0x7fffffff, 0xfffffffe, 3}), Problem());
  const auto real = oracle::weighted_graph_of<float>(3, oracle::path(3), {3e38f, 3e38f});
  EXPECT_NE(verify_sssp(real, 0, std::vector<float>{0, 3e38f, kUnreachable<float>}), Problem());
}

TEST(VerifyDistances, NeedLengthsThatAreFinite) {
  const auto graph = oracle::weighted_graph_of<float>(2, oracle::path(2), {std::numeric_limits<float>::infinity()});
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<float>{0, kUnreachable<float>}),
            "the edge from 1 to 0 has the length inf");
}

TEST(VerifyDistances, NeedLengthsThatAreNotNegative) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(2, oracle::path(2), {-1});
  EXPECT_EQ(verify_sssp(graph, 0, std::vector<std::uint32_t>{0, 1}), "the edge from 1 to 0 has a negative length");
}

// 0 - 1 of width 1, and 1 - 2 - 3 - 1 of width 9, which no path from 0 has.
TEST(VerifyWidths, AreNotDeceivedByACycle) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(4, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}, {1, 9, 9, 9});
  const std::int32_t all = kUnlimited<std::int32_t>;
  EXPECT_EQ(verify_widest_path(graph, 0, std::vector<std::int32_t>{all, 1, 1, 1}), Problem());
  EXPECT_NE(verify_widest_path(graph, 0, std::vector<std::int32_t>{all, 9, 9, 9}), Problem());
}

}  // namespace
}  // namespace warpgraph::test
