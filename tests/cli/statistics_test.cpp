// SPDX-License-Identifier: Apache-2.0
#include "statistics.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "memory_need.hpp"

namespace warpgraph::cli {
namespace {

// 0 -> 1 (twice)   1 -> 1   0 -> 2   2 -> 0      3 is alone
EdgeList small_list() {
  EdgeList list;
  list.vertex_count = 4;
  list.source = {0, 0, 1, 0, 2};
  list.target = {1, 1, 1, 2, 0};
  list.values = std::vector<std::int32_t>{5, -3, 1, 9, 2};
  return list;
}

class Statistics : public testing::Test {
 protected:
  ThreadPool threads_{2};
};

TEST_F(Statistics, CountsLoopsDuplicatesAndLonelyVertices) {
  const GraphStatistics result = describe_graph(build_graph(threads_, small_list()), threads_);
  EXPECT_EQ(result.self_loops, 1u);
  EXPECT_EQ(result.duplicates, 1u);
  EXPECT_EQ(result.isolated_vertices, 1u);
}

TEST_F(Statistics, FindsTheRangeOfIntegerValues) {
  const GraphStatistics result = describe_graph(build_graph(threads_, small_list()), threads_);
  EXPECT_EQ(result.values, ValueRange(std::pair<std::int64_t, std::int64_t>(-3, 9)));
}

TEST_F(Statistics, FindsTheRangeOfRealValues) {
  EdgeList list = small_list();
  list.values = std::vector<float>{.5f, 2, 3, 4, -1.5f};
  const GraphStatistics result = describe_graph(build_graph(threads_, std::move(list)), threads_);
  EXPECT_EQ(result.values, ValueRange(std::pair<double, double>(-1.5, 4)));
}

TEST_F(Statistics, KnowsBothDegreesOfADirectedGraph) {
  const GraphStatistics result = describe_graph(build_graph(threads_, small_list()), threads_);
  EXPECT_EQ(result.incoming.most, 3u);  // 1 <- 0, 0, 1
  ASSERT_TRUE(result.outgoing.has_value());
  EXPECT_EQ(result.outgoing->most, 3u);  // 0 -> 1, 1, 2
  EXPECT_EQ(result.outgoing->histogram, (std::vector<std::uint64_t>{1, 2, 1}));
}

TEST_F(Statistics, UndirectedGraphsHaveOneDegree) {
  EdgeList list = small_list();
  list.direction = Direction::kUndirectedOnce;
  const GraphStatistics result = describe_graph(build_graph(threads_, std::move(list)), threads_);
  EXPECT_FALSE(result.outgoing.has_value());
  EXPECT_EQ(result.isolated_vertices, 1u);
}

TEST_F(Statistics, AnUndirectedEdgeThatIsThereTwiceIsOneDuplicate) {
  EdgeList list = small_list();  // 1 - 0 twice, and 2 - 0 twice
  list.direction = Direction::kUndirectedOnce;
  EXPECT_EQ(describe_graph(build_graph(threads_, std::move(list)), threads_).duplicates, 2u);
}

TEST_F(Statistics, ASelfLoopThatIsThereTwiceIsOneDuplicate) {
  EdgeList list;
  list.vertex_count = 1;
  list.source = list.target = {0, 0};
  list.direction = Direction::kUndirectedOnce;
  EXPECT_EQ(describe_graph(build_graph(threads_, std::move(list)), threads_).duplicates, 1u);
}

TEST(Degrees, PercentilesAreDegreesThatThisShareDoesNotExceed) {
  DegreeCounts degrees;
  for (EdgeId degree = 1; degree <= 100; ++degree) degrees[degree] = 3;
  const DegreeStatistics result = describe_degrees(degrees);
  EXPECT_EQ(result.percentiles, (std::array<EdgeId, 4>{10, 50, 90, 99}));
  EXPECT_DOUBLE_EQ(result.mean, 50.5);
}

TEST(Degrees, BucketsArePowersOfTwo) {
  EXPECT_EQ(describe_degrees({{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {7, 1}, {8, 1}}).histogram,
            (std::vector<std::uint64_t>{1, 1, 2, 2, 1}));
}

TEST(Degrees, OfOneVertex) {
  const DegreeStatistics result = describe_degrees({{6, 1}});
  EXPECT_EQ(result.least, 6u);
  EXPECT_EQ(result.percentiles, (std::array<EdgeId, 4>{6, 6, 6, 6}));
}

TEST(Degrees, OfNoVertexAreNothing) { EXPECT_EQ(describe_degrees({}).most, 0u); }

TEST_F(Statistics, MemoryNeedFallsWithTheDevices) {
  EdgeList cycle;
  cycle.vertex_count = 1024;
  for (VertexId v = 0; v < 1024; ++v) {
    cycle.source.push_back(v);
    cycle.target.push_back((v + 1) % 1024);
  }
  const auto needs = memory_needs(build_graph(threads_, std::move(cycle)), {1, 2});
  ASSERT_EQ(needs.size(), 2u);
  EXPECT_EQ(needs[0].bytes, 1025u * 4 + 1024 * 4);
  EXPECT_EQ(needs[1].bytes, 513u * 4 + 512 * 4);
}

}  // namespace
}  // namespace warpgraph::cli
