// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "all_partitions.hpp"

// partition() against all partitions of graphs that are small enough to try them.
namespace warpgraph::test::exhaustive {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

class ExhaustivePartition : public testing::Test {
 protected:
  void compare(const ListedGraph& graph, const PartitionOptions& options, Comparison& sum) const {
    exhaustive::compare(stream_, graph, options, sum);
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "test"};
};

TEST_F(ExhaustivePartition, BisectionsAreMostlyTheBest) {
  Comparison sum;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    PartitionOptions options;
    options.tolerance = {seed % 2 == 0 ? 0.0 : 0.3};
    compare(tiny_graph(seed, static_cast<VertexId>(2 + seed % 9), 5), options, sum);
  }
  expect_good(sum);
}

TEST_F(ExhaustivePartition, ThreeAndFourPartsAreMostlyTheBest) {
  Comparison sum;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    PartitionOptions options;
    options.parts = 3 + seed % 2;
    compare(tiny_graph(seed, static_cast<VertexId>(4 + seed % 5), 5), options, sum);
  }
  expect_good(sum);
}

TEST_F(ExhaustivePartition, WeighedVerticesFitWhereTheyCan) {
  Comparison sum;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    ListedGraph graph = tiny_graph(seed, static_cast<VertexId>(4 + seed % 6), 5);
    std::vector<std::int64_t> weights(graph.vertices());
    for (VertexId v = 0; v < graph.vertices(); ++v) weights[v] = static_cast<std::int64_t>((v * seed) % 4);
    graph.weigh(weights);
    PartitionOptions options;
    options.tolerance = {0.2};
    compare(graph, options, sum);
  }
  expect_good(sum);
}

TEST_F(ExhaustivePartition, WeighedVerticesFitExactlyWhereTheyCan) {
  Comparison sum;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    ListedGraph graph = tiny_graph(seed, static_cast<VertexId>(5 + seed % 5), 5);
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> weights(graph.vertices());
    for (std::int64_t& weight : weights) weight = static_cast<std::int64_t>(random() % 20);
    graph.weigh(weights);
    PartitionOptions options;
    options.parts = 2 + seed % 2;
    options.tolerance = {0.1};
    compare(graph, options, sum);
  }
  EXPECT_GT(sum.graphs, 100);
  EXPECT_EQ(sum.not_allowed, 0);
}

// A partition is drawn first, and no part may weigh more than there.
TEST_F(ExhaustivePartition, TwelveVerticesFitExactlyIntoUpToTwelveParts) {
  for (std::uint64_t seed = 1; seed <= 220; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    ListedGraph graph = tiny_graph(seed, 12, 5);
    PartitionOptions options;
    options.parts = static_cast<std::uint32_t>(2 + seed % 11);
    options.max_weight.assign(options.parts, 0);
    std::vector<std::int64_t> weights(graph.vertices());
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      weights[v] = static_cast<std::int64_t>(1 + random() % 50);
      options.max_weight[v < options.parts ? v : random() % options.parts] += weights[v];
    }
    graph.weigh(weights);

    const Partition found = partition(stream_, graph.input(), options);

    std::vector<std::int64_t> loads(options.parts, 0);
    for (VertexId v = 0; v < graph.vertices(); ++v) loads[found.part[v]] += weights[v];
    EXPECT_EQ(loads, options.max_weight);
  }
}

TEST_F(ExhaustivePartition, FixedVerticesStayAndTheOthersAreMostlyTheBest) {
  Comparison sum;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const ListedGraph graph = tiny_graph(seed, static_cast<VertexId>(5 + seed % 5), 5);
    PartitionOptions options;
    options.fixed.assign(graph.vertices(), kFreePart);
    options.fixed[0] = 1;
    options.fixed[seed % 5] = static_cast<std::uint32_t>(seed % 2);
    compare(graph, options, sum);
  }
  expect_good(sum);
}

}  // namespace
}  // namespace warpgraph::test::exhaustive
