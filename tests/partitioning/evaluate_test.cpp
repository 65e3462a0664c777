// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/evaluate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "listed_graph.hpp"

namespace warpgraph::test::evaluation {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

using Parts = std::vector<std::uint32_t>;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

PartitionQuality evaluate(const ListedGraph& graph, const Parts& part, std::uint32_t parts,
                          const std::vector<double>& targets = {}) {
  ThreadPool threads(2);
  return evaluate_partition(threads, graph.input(), part, parts, targets);
}

// What the naive functions say, in the same shape.
PartitionQuality naive_quality(const ListedGraph& graph, const Parts& part, std::uint32_t parts) {
  PartitionQuality quality;
  quality.cut = naive_cut(graph, part);
  for (const auto& others : naive_other_parts(graph, part)) {
    quality.volume += static_cast<std::int64_t>(others.size());
    quality.boundary_vertices += others.empty() ? 0 : 1;
  }
  for (const std::uint64_t components : naive_components(graph, part, parts)) {
    quality.components += components;
    quality.empty_parts += components == 0 ? 1 : 0;
    quality.disconnected_parts += components > 1 ? 1 : 0;
  }
  const std::uint32_t constraints = graph.constraints();
  quality.weights.resize(std::size_t{parts} * constraints);
  std::vector<std::int64_t> totals(constraints);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    for (std::uint32_t c = 0; c < constraints; ++c) {
      quality.weights[part[v] * constraints + c] += graph.weight(v, c);
      totals[c] += graph.weight(v, c);
    }
  }
  for (std::size_t i = 0; i < quality.weights.size(); ++i) {
    if (totals[i % constraints] == 0) continue;
    const double share = static_cast<double>(quality.weights[i]) / static_cast<double>(totals[i % constraints]);
    quality.imbalance = std::max(quality.imbalance, share * parts - 1);
  }
  return quality;
}

void expect_equal(const PartitionQuality& found, const PartitionQuality& wanted) {
  EXPECT_EQ(found.cut, wanted.cut);
  EXPECT_EQ(found.volume, wanted.volume);
  EXPECT_EQ(found.weights, wanted.weights);
  EXPECT_NEAR(found.imbalance, wanted.imbalance, 1e-12);
  EXPECT_EQ(found.empty_parts, wanted.empty_parts);
  EXPECT_EQ(found.disconnected_parts, wanted.disconnected_parts);
  EXPECT_EQ(found.components, wanted.components);
  EXPECT_EQ(found.boundary_vertices, wanted.boundary_vertices);
}

Parts random_parts(VertexId vertices, std::uint32_t parts, std::mt19937_64& random) {
  Parts part(vertices);
  for (std::uint32_t& each : part) each = static_cast<std::uint32_t>(random() % parts);
  return part;
}

TEST(EvaluatePartition, AgreesWithTheNaiveCountsOnRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto vertices = static_cast<VertexId>(1 + random() % 60);
    ListedGraph graph = random_listed_graph(vertices, random() % 150, 9, random);
    const auto constraints = static_cast<std::uint32_t>(1 + random() % 3);
    std::vector<std::int64_t> weights(vertices * constraints);
    for (std::int64_t& weight : weights) weight = static_cast<std::int64_t>(random() % 5);
    graph.weigh(weights, constraints);
    const auto parts = static_cast<std::uint32_t>(1 + random() % 9);
    const Parts part = random_parts(vertices, parts, random);

    expect_equal(evaluate(graph, part, parts), naive_quality(graph, part, parts));
  }
}

TEST(EvaluatePartition, AgreesWithTheNaiveCountsWhereThreadsShareParts) {
  std::mt19937_64 random(7);
  const ListedGraph graph = random_listed_graph(40'000, 60'000, 100, random);
  for (const std::uint32_t parts : {2u, 25'000u}) {
    const Parts part = random_parts(graph.vertices(), parts, random);
    expect_equal(evaluate(graph, part, parts), naive_quality(graph, part, parts));
  }
}

TEST(EvaluatePartition, CountsOneForEachPartThatAVertexTalksTo) {
  //   1 - 0 - 2    part of 0: 0, of 1 and 2: 1, of 3: 2
  //       |
  //       3
  const ListedGraph star(4, {{0, 1}, {0, 2}, {0, 3}});

  EXPECT_EQ(evaluate(star, {0, 1, 1, 2}, 3).volume, 2 + 1 + 1 + 1);
}

TEST(EvaluatePartition, APartIsTornOnlyWithinAComponentOfTheGraph) {
  const ListedGraph paths(5, {{0, 1}, {1, 2}, {3, 4}});
  const PartitionQuality torn = evaluate(paths, {0, 1, 0, 0, 0}, 2);
  const PartitionQuality whole = evaluate(paths, {0, 0, 0, 0, 1}, 2);

  EXPECT_EQ(torn.disconnected_parts, 1u);
  EXPECT_EQ(torn.torn_parts, 1u);
  EXPECT_EQ(whole.disconnected_parts, 1u);
  EXPECT_EQ(whole.torn_parts, 0u);
}

TEST(EvaluatePartition, MeasuresImbalanceAgainstTheShares) {
  const ListedGraph path(4, {{0, 1}, {1, 2}, {2, 3}});

  EXPECT_DOUBLE_EQ(evaluate(path, {0, 0, 0, 1}, 2, {0.75, 0.25}).imbalance, 0);
  EXPECT_DOUBLE_EQ(evaluate(path, {0, 0, 1, 1}, 2, {0.75, 0.25}).imbalance, 1);
  EXPECT_TRUE(std::isinf(evaluate(path, {0, 0, 1, 1}, 2, {1, 0}).imbalance));
}

TEST(EvaluatePartition, TakesTheLargestImbalanceOfAllConstraints) {
  ListedGraph pair(2, {{0, 1}});
  pair.weigh({1, 3, 1, 1}, 2);

  EXPECT_DOUBLE_EQ(evaluate(pair, {0, 1}, 2).imbalance, 0.5);
}

TEST(EvaluatePartition, APartOfWeightlessVerticesIsNotEmpty) {
  ListedGraph pair(2, {{0, 1}});
  pair.weigh({1, 0});

  EXPECT_EQ(evaluate(pair, {0, 1}, 3).empty_parts, 1u);
}

TEST(EvaluatePartition, OfAGraphWithoutVerticesAllPartsAreEmpty) {
  const PartitionQuality quality = evaluate(ListedGraph(0, {}), {}, 4);

  EXPECT_EQ(quality.empty_parts, 4u);
  EXPECT_EQ(quality.imbalance, 0);
}

TEST(EvaluatePartition, AddsUpHugeWeightsWithoutLoss) {
  ListedGraph pair(2, {{0, 1, kMax}});
  pair.weigh({kMax - 1, 1});
  const PartitionQuality quality = evaluate(pair, {0, 1}, 2);

  EXPECT_EQ(quality.cut, kMax);
  EXPECT_EQ(quality.weights, (std::vector<std::int64_t>{kMax - 1, 1}));
}

TEST(EvaluatePartition, RefusesSumsThatOverflow) {
  ListedGraph heavy(2, {{0, 1}});
  heavy.weigh({kMax, 1});
  const ListedGraph twice(2, {{0, 1, kMax}, {0, 1, 1}});

  EXPECT_THROW(evaluate(heavy, {0, 0}, 1), InputError);
  EXPECT_THROW(evaluate(twice, {0, 1}, 2), InputError);
}

TEST(EvaluatePartition, RefusesNegativeWeights) {
  ListedGraph negative(2, {{0, 1}});
  negative.weigh({2, -1});

  EXPECT_THROW(evaluate(negative, {0, 1}, 2), InputError);
  EXPECT_THROW(evaluate(ListedGraph(2, {{0, 1, -1}}), {0, 1}, 2), InputError);
}

TEST(EvaluatePartition, RefusesArraysThatDoNotFit) {
  const ListedGraph pair(2, {{0, 1}});

  EXPECT_THROW(evaluate(pair, {0}, 1), UsageError);
  EXPECT_THROW(evaluate(pair, {0, 2}, 2), UsageError);
  EXPECT_THROW(evaluate(pair, {0, 0}, 0), UsageError);
  EXPECT_THROW(evaluate(pair, {0, 1}, 2, {1}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test::evaluation
