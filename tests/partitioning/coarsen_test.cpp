// SPDX-License-Identifier: Apache-2.0
#include "coarsen/clusters.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>

#include "../support/machines.hpp"
#include "host_graphs.hpp"
#include "same_rows.hpp"
#include "upload.hpp"

namespace warpgraph::partitioning {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

class CoarsenTest : public MachineTest {
 protected:
  [[nodiscard]] LevelGraph level_of(const SmallGraph& graph, const PartitionOptions& options = {}) const {
    Limits limits;
    limits.total = {std::accumulate(graph.vertex_weight.begin(), graph.vertex_weight.end(), Weight{0})};
    Weight total = 0;
    return upload(stream(), graph.input(), options, limits, total);
  }
  [[nodiscard]] std::vector<Weight> cluster_sizes(const SmallGraph& graph, const Buffer<VertexId>& cluster) const {
    std::vector<Weight> sizes(graph.vertices(), 0);
    for (const VertexId c : to_host(stream(), cluster)) ++sizes[c];
    return sizes;
  }
  [[nodiscard]] ClusterRules rules(Weight max_size) const { return {max_size, 7, {}, 1}; }
};

TEST_P(CoarsenTest, MatchingPutsAtMostTwoVerticesOfAGridTogether) {
  const SmallGraph graph = grid_graph(30, 30);
  const LevelGraph level = level_of(graph);

  const auto sizes = cluster_sizes(graph, match(stream(), level, rules(2)));

  EXPECT_EQ(std::ranges::max(sizes), 2);
  EXPECT_LT(std::ranges::count_if(sizes, [](Weight size) { return size > 0; }), 560);
}

TEST_P(CoarsenTest, LeavesOfAStarAreGrouped) {
  const SmallGraph graph = star_graph(1000);
  const LevelGraph level = level_of(graph);

  const auto sizes = cluster_sizes(graph, match(stream(), level, rules(20)));

  EXPECT_LE(std::ranges::max(sizes), 20);
  EXPECT_LT(std::ranges::count_if(sizes, [](Weight size) { return size > 0; }), 150);
}

// The graph has 225 crossings, 420 chains of 4 links, and 16 vertices in trees.
TEST_P(CoarsenTest, ChainsAndLeavesJoinTheirNeighbours) {
  const SmallGraph graph = road_graph(15, 15, 4);
  const LevelGraph level = level_of(graph);

  const auto cluster = to_host(stream(), join_chains(stream(), level, rules(1000)));

  ASSERT_EQ(cluster.size(), graph.vertices());
  std::map<VertexId, std::vector<VertexId>> members;
  for (VertexId v = 0; v < graph.vertices(); ++v) members[cluster[v]].push_back(v);
  EXPECT_LT(members.size(), graph.vertices() / 2);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    const auto degree = graph.row[v + 1] - graph.row[v];
    EXPECT_TRUE(degree < 3 || cluster[v] == v) << "two crossings are never in one cluster";
    EXPECT_TRUE(degree > 1 || cluster[v] != v) << "no leaf is left";
    if (cluster[v] == v) continue;
    const auto first = graph.column.begin() + static_cast<std::ptrdiff_t>(graph.row[v]);
    EXPECT_TRUE(std::any_of(first, first + static_cast<std::ptrdiff_t>(degree),
                            [&](VertexId u) { return cluster[u] == cluster[v]; }))
        << v << " is in no cluster of its neighbours";
  }
}

TEST_P(CoarsenTest, ChainsKeepToTheSizeOfClusters) {
  const SmallGraph graph = road_graph(15, 15, 4);
  const LevelGraph level = level_of(graph);

  const auto sizes = cluster_sizes(graph, join_chains(stream(), level, rules(5)));

  EXPECT_LE(std::ranges::max(sizes), 5);
}

TEST_P(CoarsenTest, ChainsEndAtFixedVerticesOfOtherParts) {
  const SmallGraph graph = road_graph(15, 15, 4);
  PartitionOptions options;
  for (VertexId v = 0; v < graph.vertices(); ++v) options.fixed.push_back(v / 50 % 2 == 0 ? v / 500 : kFreePart);
  const LevelGraph level = level_of(graph, options);

  const auto cluster = to_host(stream(), join_chains(stream(), level, rules(1000)));

  ASSERT_EQ(cluster.size(), graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) EXPECT_EQ(options.fixed[v], options.fixed[cluster[v]]) << v;
}

TEST_P(CoarsenTest, ChainsOfAPathAreShort) {
  const SmallGraph graph = path_graph(4000);
  const LevelGraph level = level_of(graph);

  const auto sizes = cluster_sizes(graph, join_chains(stream(), level, rules(4000)));

  EXPECT_LE(std::ranges::max(sizes), 20);
  EXPECT_LT(std::ranges::count_if(sizes, [](Weight size) { return size > 0; }), 1600);
}

TEST_P(CoarsenTest, NoChainsAreWhereFewVerticesWouldJoin) {
  const LevelGraph grid = level_of(grid_graph(30, 30));
  EXPECT_TRUE(join_chains(stream(), grid, rules(100)).empty());
  const LevelGraph star = level_of(star_graph(1000));
  EXPECT_TRUE(join_chains(stream(), star, rules(20)).empty()) << "its one cluster would be too large";
}

TEST_P(CoarsenTest, LabelsFindCliques) {
  const SmallGraph graph = chained_cliques(20, 10);
  const LevelGraph level = level_of(graph);

  const auto cluster = to_host(stream(), propagate_labels(stream(), level, rules(10), 5));

  std::size_t cut_cliques = 0;
  for (VertexId v = 0; v < 200; ++v) cut_cliques += cluster[v] != cluster[v / 10 * 10] ? 1 : 0;
  EXPECT_LE(cut_cliques, 10u);
}

TEST_P(CoarsenTest, ClustersOfLabelsKeepToTheirSize) {
  for (const SmallGraph& graph : {grid_graph(40, 40), heavy_vertex_graph(1500, 5000, 2), make_graph(500, {})}) {
    const LevelGraph level = level_of(graph);

    const auto sizes = cluster_sizes(graph, propagate_labels(stream(), level, rules(9), 4));

    EXPECT_LE(std::ranges::max(sizes), 9);
  }
}

TEST_P(CoarsenTest, FixedVerticesOfDifferentPartsStayApart) {
  const SmallGraph graph = heavy_vertex_graph(600, 2000, 4);
  PartitionOptions options;
  for (VertexId v = 0; v < 600; ++v) options.fixed.push_back(v % 5 == 0 ? v % 3 : kFreePart);
  const LevelGraph level = level_of(graph, options);

  for (const bool by_labels : {false, true}) {
    const auto cluster = to_host(
        stream(), by_labels ? propagate_labels(stream(), level, rules(50), 3) : match(stream(), level, rules(50)));
    std::map<VertexId, std::uint32_t> part;
    for (VertexId v = 0; v < 600; ++v) {
      const auto [place, is_new] = part.emplace(cluster[v], options.fixed[v]);
      EXPECT_EQ(place->second, options.fixed[v]) << v;
    }
  }
}

// The same by the host: its rows are sorted as those of download() are.
TEST_P(CoarsenTest, ContractionIsThatOfTheHost) {
  for (SmallGraph graph : {grid_graph(30, 20), heavy_vertex_graph(1200, 5000, 8), star_graph(900)}) {
    for (VertexId v = 0; v < graph.vertices(); ++v) graph.vertex_weight.push_back(v % 4);
    const LevelGraph level = level_of(graph);
    const Buffer<VertexId> cluster = propagate_labels(stream(), level, rules(30), 3);

    const Coarser coarser = contract(stream(), level, cluster);
    const HostGraph found = download(stream(), coarser.level);
    const HostGraph expected =
        contract(download(stream(), level), to_host(stream(), coarser.to_coarse), coarser.level.vertices);

    expect_same(found, expected);
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(CoarsenTest);

}  // namespace
}  // namespace warpgraph::partitioning
