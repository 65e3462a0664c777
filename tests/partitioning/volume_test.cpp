// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "host_graphs.hpp"
#include "support/sanitizers.hpp"

namespace warpgraph::test::volume {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

class PartitionByVolume : public testing::Test {
 protected:
  [[nodiscard]] PartitionQuality run(const PartitionInput& graph, PartitionOptions options,
                                     PartitionObjective objective) {
    options.objective = objective;
    const Partition found = partition(stream_, graph, options);
    return evaluate_partition(runtime_.threads(), graph, found.part, options.parts);
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "test"};
};

TEST_F(PartitionByVolume, IsNeverWorseThanByCutAndMostlyBetter) {
  constexpr int kSeeds = kSanitized ? 2 : 8;
  int better = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    for (const SmallGraph& graph : {grid_graph(32, 32), heavy_vertex_graph(600, 3000, seed)}) {
      PartitionOptions options;
      options.parts = 6;
      options.seed = seed;
      const PartitionQuality cut = run(graph.input(), options, PartitionObjective::kCut);
      const PartitionQuality volume = run(graph.input(), options, PartitionObjective::kVolume);
      EXPECT_LE(volume.volume, cut.volume);
      EXPECT_LE(volume.imbalance, 0.0301);
      EXPECT_EQ(volume.empty_parts, 0u);
      better += volume.volume < cut.volume ? 1 : 0;
    }
  EXPECT_GE(better, kSeeds);
}

TEST_F(PartitionByVolume, CountsTheSizesOfVertices) {
  const SmallGraph graph = random_graph(300, 1500, 5);
  std::mt19937_64 random(3);
  std::vector<std::int64_t> sizes(graph.vertices());
  for (std::int64_t& size : sizes) size = static_cast<std::int64_t>(random() % 50);
  PartitionInput with_sizes = graph.input();
  with_sizes.vertex_size = sizes;
  PartitionOptions options;
  options.parts = 5;

  const PartitionQuality seen = run(with_sizes, options, PartitionObjective::kVolume);
  options.objective = PartitionObjective::kVolume;
  const Partition unaware = partition(stream_, graph.input(), options);
  const PartitionQuality same = evaluate_partition(runtime_.threads(), with_sizes, unaware.part, 5);

  EXPECT_LT(seen.volume, same.volume);
}

// No single move that the limits allow makes the volume smaller.
TEST_F(PartitionByVolume, EndsWhereNoMoveHelps) {
  SmallGraph graph = random_graph(60, 150, 7);
  const std::size_t entries = graph.column.size();
  graph = make_graph(60, [&] {  // repeated edges count once in the volume
    Edges edges;
    for (VertexId v = 0; v < 60; ++v)
      for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i)
        if (graph.column[i] < v) edges.insert(edges.end(), 1 + v % 2, {v, graph.column[i]});
    return edges;
  }());
  ASSERT_GT(graph.column.size(), entries);
  PartitionOptions options;
  options.parts = 4;
  options.tolerance = {0.2};
  options.objective = PartitionObjective::kVolume;
  std::vector<std::uint32_t> part = partition(stream_, graph.input(), options).part;
  const auto volume = [&] { return evaluate_partition(runtime_.threads(), graph.input(), part, 4).volume; };
  const std::int64_t found = volume();
  for (VertexId v = 0; v < 60; ++v) {
    const std::uint32_t mine = part[v];
    for (std::uint32_t to = 0; to < 4; ++to) {
      part[v] = to;
      const bool is_allowed = heaviest(graph, part, 4) <= 18 && empty_parts(part, 4) == 0;
      if (is_allowed) {
        EXPECT_GE(volume(), found) << v << " to " << to;
      }
    }
    part[v] = mine;
  }
}

TEST_F(PartitionByVolume, RefusesSizesThatCannotBe) {
  const SmallGraph graph = path_graph(3);
  const auto refused = [&](const std::vector<std::int64_t>& sizes) {
    PartitionInput input = graph.input();
    input.vertex_size = sizes;
    return partition(stream_, input, {});
  };
  EXPECT_THROW(refused({1, 2}), UsageError);
  EXPECT_THROW(refused({1, -2, 1}), InputError);
  EXPECT_THROW(refused({1, std::int64_t{1} << 62, 1}), InputError);
}

}  // namespace
}  // namespace warpgraph::test::volume
