// SPDX-License-Identifier: Apache-2.0
#include "statistics.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>
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
  EXPECT_EQ(result.incoming.max, 3u);  // 1 <- 0, 0, 1
  ASSERT_TRUE(result.outgoing.has_value());
  EXPECT_EQ(result.outgoing->max, 3u);  // 0 -> 1, 1, 2
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

TEST(Degrees, OfNoVertexAreNothing) { EXPECT_EQ(describe_degrees({}).max, 0u); }

// ---- The memory need

class MemoryNeeds : public Statistics {
 protected:
  // A vertex has `degree` neighbours behind it.
  AnyGraph ring(VertexId degree, bool directed) {
    EdgeList list;
    list.vertex_count = 4096;
    list.direction = directed ? Direction::kDirected : Direction::kUndirectedOnce;
    for (VertexId v = 0; v < list.vertex_count; ++v) {
      for (VertexId i = 1; i <= degree; ++i) {
        list.source.push_back(v);
        list.target.push_back((v + i) % list.vertex_count);
      }
    }
    list.values = std::vector<float>(list.size(), 1);
    return build_graph(threads_, std::move(list), {.outgoing = directed});
  }
  // What the device that takes most has taken, at its peak.
  static std::size_t taken(const AnyGraph& graph, int devices) {
    Runtime runtime("host:" + std::to_string(devices));
    if (devices == 1) {
      const Stream stream(runtime.device(), "test");
      const auto placed = std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
      stream.synchronize();
      return runtime.device().memory().peak;
    }
    const auto row = std::visit([](const auto& each) { return each.incoming().row.span(); }, graph);
    const AnyShardedGraph spread = shard_graph(runtime, graph, shards::place_by_edges(row, {.devices = devices}));
    std::size_t max = 0;
    for (int i = 0; i < devices; ++i) max = std::max(max, runtime.device(i).memory().peak);
    return max;
  }
};

TEST_F(MemoryNeeds, OnOneDeviceIsWhatItTakes) {
  for (const bool directed : {false, true}) {
    const AnyGraph graph = ring(2, directed);
    EXPECT_EQ(memory_needs(graph, {1}).front().bytes, taken(graph, 1)) << directed;
  }
}

TEST_F(MemoryNeeds, OnSeveralIsNoLessThanOneTakesAndLittleMore) {
  for (const bool directed : {false, true}) {
    for (const VertexId degree : {2, 30}) {
      const AnyGraph graph = ring(degree, directed);
      const auto needs = memory_needs(graph, {2, 4});
      for (const MemoryNeed& need : needs) {
        const std::size_t max = taken(graph, need.devices);
        EXPECT_GE(need.bytes, max) << need.devices << ' ' << degree;
        EXPECT_LE(need.bytes, max * 3 / 2) << need.devices << ' ' << degree;
      }
      EXPECT_GT(needs[0].bytes, needs[1].bytes);
    }
  }
}

}  // namespace
}  // namespace warpgraph::cli
