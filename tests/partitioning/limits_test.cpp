// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "listed_graph.hpp"

// What parts may weigh, where that is hard to keep.
namespace warpgraph::test::limits {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

using Parts = std::vector<std::uint32_t>;

ListedGraph path(VertexId vertices) {
  std::vector<WeightedEdge> edges;
  for (VertexId v = 1; v < vertices; ++v) edges.push_back({v - 1, v});
  return {vertices, edges};
}

ListedGraph grid(VertexId side) {
  std::vector<WeightedEdge> edges;
  for (VertexId v = 0; v < side * side; ++v) {
    if (v % side > 0) edges.push_back({v - 1, v});
    if (v >= side) edges.push_back({v - side, v});
  }
  return {side * side, edges};
}

class PartitionLimits : public testing::Test {
 protected:
  [[nodiscard]] Partition run(const ListedGraph& graph, const PartitionOptions& options) const {
    return partition(stream_, graph.input(), options);
  }
  [[nodiscard]] std::string refusal(const ListedGraph& graph, const PartitionOptions& options) const {
    try {
      (void)run(graph, options);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  [[nodiscard]] static PartitionQuality evaluated(const ListedGraph& graph, const Parts& part, std::uint32_t parts) {
    ThreadPool threads(1);
    return evaluate_partition(threads, graph.input(), part, parts);
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "test"};
};

// ---- As many parts as vertices, and more

TEST_F(PartitionLimits, AsManyPartsAsVerticesTakeThoseThatTheyMayWeigh) {
  ListedGraph graph = path(4);
  graph.weigh({1, 7, 2, 5});
  PartitionOptions options;
  options.parts = 4;
  options.max_weight = {2, 5, 1, 7};

  EXPECT_EQ(run(graph, options).part, (Parts{2, 3, 0, 1}));
}

TEST_F(PartitionLimits, MorePartsThanVerticesKeepToTheirShares) {
  PartitionOptions options;
  options.parts = 5;
  options.targets = {0, 1, 0, 0, 0};

  EXPECT_EQ(run(path(3), options).part, (Parts{1, 1, 1}));
}

TEST_F(PartitionLimits, AsManyPartsAsVerticesStayAsTheyStart) {
  PartitionOptions options;
  options.parts = 4;
  options.start = {2, 0, 3, 1};

  EXPECT_EQ(run(path(4), options).part, options.start);
}

TEST_F(PartitionLimits, MorePartsThanVerticesStayAsTheyStart) {
  PartitionOptions options;
  options.parts = 9;
  options.start = {8, 1, 6, 4};

  EXPECT_EQ(run(path(4), options).part, options.start);
}

TEST_F(PartitionLimits, PartsBeyondTheVerticesAreBounded) {
  PartitionOptions options;
  options.parts = 1u << 31;

  EXPECT_NE(refusal(path(36), options).find("2147483648 parts are too many for 36 vertices"), std::string::npos);
}

// ---- Weights that are hard to pack

// 6 + 5 and 4 + 4 + 3: vertices have to be exchanged from most starts.
TEST_F(PartitionLimits, WeightsThatFitOneWayOnlyArePacked) {
  ListedGraph graph = path(5);
  graph.weigh({6, 4, 4, 5, 3});
  PartitionOptions options;
  options.tolerance = {0};

  const Partition found = run(graph, options);

  EXPECT_EQ(std::ranges::max(evaluated(graph, found.part, 2).weights), 11);
}

// Light vertices make that nearly every part lacks weight, and none may give a vertex away.
TEST_F(PartitionLimits, NoPartIsEmptyWhereHardlyAnyHasItsLeastWeight) {
  const VertexId vertices = 300;
  ListedGraph graph = path(vertices);
  std::vector<std::int64_t> weights;
  for (VertexId v = 0; v < vertices; ++v) weights.push_back(1 + v * 5 % 1200);
  graph.weigh(weights);
  PartitionOptions options;
  options.parts = vertices - 2;
  options.tolerance = {5};
  options.min_weight.assign(options.parts, 475);

  EXPECT_EQ(evaluated(graph, run(graph, options).part, options.parts).empty_parts, 0u);
}

// Four groups of 11, 7, 5 and 1, at tolerance 0.
TEST_F(PartitionLimits, EqualGroupsOfUnequalWeightsArePacked) {
  ListedGraph graph = path(16);
  graph.weigh({11, 11, 11, 11, 7, 7, 7, 7, 5, 5, 5, 5, 1, 1, 1, 1});
  PartitionOptions options;
  options.parts = 4;
  options.tolerance = {0};

  const Partition found = run(graph, options);

  EXPECT_EQ(std::ranges::max(evaluated(graph, found.part, 4).weights), 24);
}

TEST_F(PartitionLimits, EqualWeightsAreBalancedExactly) {
  PartitionOptions options;
  options.tolerance = {0};
  for (const std::uint32_t parts : {3u, 7u, 50u}) {
    options.parts = parts;
    const auto weights = evaluated(grid(20), run(grid(20), options).part, parts).weights;
    EXPECT_LE(std::ranges::max(weights), (400 + parts - 1) / parts);
  }
}

// ---- Limits that no partition keeps to

TEST_F(PartitionLimits, LargestWeightsThatDoNotHoldTheGraphAreRefused) {
  PartitionOptions options;
  options.max_weight = {5, 4};

  EXPECT_NE(refusal(path(10), options).find("add up to 9, but the vertices weigh 10"), std::string::npos);
}

TEST_F(PartitionLimits, VertexHeavierThanEveryLargestWeightIsRefused) {
  ListedGraph graph = path(3);
  graph.weigh({2, 9, 1});
  PartitionOptions options;
  options.max_weight = {8, 8};

  EXPECT_NE(refusal(graph, options).find("vertex 1, counted from 0, weighs 9"), std::string::npos);
}

TEST_F(PartitionLimits, LeastWeightsThatTheGraphDoesNotHaveAreRefused) {
  PartitionOptions options;
  options.min_weight = {6, 5};

  EXPECT_NE(refusal(path(10), options).find("add up to 11, but the vertices weigh 10"), std::string::npos);
}

TEST_F(PartitionLimits, SumOfLargestWeightsDoesNotOverflow) {
  PartitionOptions options;
  options.max_weight.assign(2, std::numeric_limits<std::int64_t>::max());

  EXPECT_EQ(run(path(10), options).part.size(), 10u);
}

// 1.15 times 20 is 23, although no double is 1.15.
TEST_F(PartitionLimits, ToleranceIsTheNumberThatWasWritten) {
  ListedGraph graph = path(2);
  graph.weigh({23, 17});
  PartitionOptions options;
  options.tolerance = {0.15};

  EXPECT_EQ(run(graph, options).max_weight, (std::vector<std::int64_t>{23, 23}));
}

TEST_F(PartitionLimits, WeightsAboveTheWholeNumbersOfADoubleAreKept) {
  constexpr std::int64_t kHeavy = (std::int64_t{1} << 53) + 1;
  ListedGraph graph = path(12);
  graph.weigh(std::vector<std::int64_t>(12, kHeavy));
  PartitionOptions options;
  options.parts = 12;
  options.tolerance = {0};
  options.min_weight.assign(12, kHeavy);

  EXPECT_EQ(run(graph, options).max_weight, std::vector<std::int64_t>(12, kHeavy));
}

// The rounding of a share of 2^50 is a whole weight.
TEST_F(PartitionLimits, OneTargetIsTheWholeWeight) {
  constexpr std::int64_t kHeavy = (std::int64_t{1} << 50) + 1;
  ListedGraph graph = path(2);
  graph.weigh({1, kHeavy});
  PartitionOptions options;
  options.parts = 1;
  options.tolerance = {0};
  options.targets = {1};

  EXPECT_EQ(run(graph, options).max_weight, (std::vector<std::int64_t>{kHeavy + 1}));
}

// ---- Presets

TEST_F(PartitionLimits, StrongPresetIsNoWorseThanTheDefault) {
  PartitionOptions options;
  options.parts = 8;
  for (options.seed = 1; options.seed <= (kSanitized ? 1 : 5); ++options.seed) {
    options.preset = PartitionPreset::kDefault;
    const std::int64_t standard = run(grid(64), options).cut;
    options.preset = PartitionPreset::kStrong;
    EXPECT_LE(run(grid(64), options).cut, standard) << options.seed;
  }
}

}  // namespace
}  // namespace warpgraph::test::limits
