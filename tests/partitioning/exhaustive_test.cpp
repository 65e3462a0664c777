// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "listed_graph.hpp"

// partition() against all partitions of graphs that are small enough to try them.
namespace warpgraph::test::exhaustive {
namespace {

using Parts = std::vector<std::uint32_t>;

// What a part may weigh: its share with the tolerance, and always the share rounded up to a whole number.
std::int64_t limit_of(std::int64_t total, const PartitionOptions& options) {
  const double share = static_cast<double>(total) / options.parts;
  return std::max(static_cast<std::int64_t>(std::floor(share * (1 + options.tolerance.front()))),
                  static_cast<std::int64_t>(std::ceil(share)));
}

bool is_allowed(const ListedGraph& graph, const Parts& part, const PartitionOptions& options) {
  std::vector<std::int64_t> weights(options.parts, 0);
  std::vector<int> sizes(options.parts, 0);
  std::int64_t total = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    weights[part[v]] += graph.weight(v);
    total += graph.weight(v);
    ++sizes[part[v]];
    if (!options.fixed.empty() && options.fixed[v] != kFreePart && options.fixed[v] != part[v]) return false;
  }
  const bool may_be_empty = options.parts > graph.vertices();
  return std::ranges::max(weights) <= limit_of(total, options) && (may_be_empty || std::ranges::min(sizes) > 0);
}

// The least cut of all partitions that are allowed, if there is one.
std::optional<std::int64_t> least_cut(const ListedGraph& graph, const PartitionOptions& options) {
  std::optional<std::int64_t> least;
  Parts part(graph.vertices(), 0);
  for (;;) {
    if (is_allowed(graph, part, options)) {
      const std::int64_t cut = naive_cut(graph, part);
      least = least ? std::min(*least, cut) : cut;
    }
    std::size_t digit = 0;
    while (digit < part.size() && ++part[digit] == options.parts) part[digit++] = 0;
    if (digit == part.size()) return least;
  }
}

// What partition() found, and what there is to be found, over many graphs.
struct Comparison {
  int graphs = 0;
  int not_allowed = 0;
  int optimal = 0;
  std::int64_t found = 0;
  std::int64_t least = 0;
};

class ExhaustivePartition : public testing::Test {
 protected:
  void compare(const ListedGraph& graph, const PartitionOptions& options, Comparison& sum) const {
    const auto least = least_cut(graph, options);
    if (!least) return;
    const Partition found = partition(stream_, graph.input(), options);
    ASSERT_EQ(found.part.size(), graph.vertices());
    EXPECT_EQ(found.cut, naive_cut(graph, found.part));
    ++sum.graphs;
    if (!is_allowed(graph, found.part, options)) ++sum.not_allowed;
    if (found.cut <= *least) ++sum.optimal;
    sum.found += found.cut;
    sum.least += *least;
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "test"};
};

// Few edges and many, down to none.
ListedGraph tiny_graph(std::uint64_t seed, VertexId vertices, std::int64_t max_weight) {
  std::mt19937_64 random(seed);
  return random_listed_graph(vertices, random() % (3 * vertices), max_weight, random);
}

// A balanced partition is always found, and mostly the best one.
void expect_good(const Comparison& sum) {
  EXPECT_GT(sum.graphs, 0);
  EXPECT_EQ(sum.not_allowed, 0);
  EXPECT_GE(sum.optimal, sum.graphs * 3 / 4) << sum.graphs << " graphs";
  EXPECT_LE(static_cast<double>(sum.found), 1.15 * static_cast<double>(sum.least));
}

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
