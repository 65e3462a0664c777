// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "host_graphs.hpp"

namespace warpgraph::test::connect {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

using Parts = std::vector<std::uint32_t>;

class ConnectedParts : public testing::Test {
 protected:
  [[nodiscard]] static PartitionOptions connected(std::uint32_t parts) {
    PartitionOptions options;
    options.parts = parts;
    options.connected = true;
    return options;
  }
  [[nodiscard]] Partition run(const SmallGraph& graph, const PartitionOptions& options) const {
    return partition(stream_, graph.input(), options);
  }
  [[nodiscard]] PartitionQuality evaluated(const SmallGraph& graph, const Parts& part, std::uint32_t parts) {
    return evaluate_partition(runtime_.threads(), graph.input(), part, parts);
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "test"};
};

// A comb: teeth of 10 vertices on a back of 48. Vertices of the back can move with their teeth only.
SmallGraph comb() {
  Edges edges;
  for (VertexId tooth = 0; tooth < 48; ++tooth) {
    for (VertexId i = 0; i + 1 < 10; ++i) edges.emplace_back(tooth * 10 + i, tooth * 10 + i + 1);
    if (tooth > 0) edges.emplace_back((tooth - 1) * 10, tooth * 10);
  }
  return make_graph(480, edges);
}

TEST_F(ConnectedParts, OfManyGraphsAreConnectedAndKeepToTheTolerance) {
  const std::vector<SmallGraph> graphs{grid_graph(30, 30), comb(), random_graph(600, 2400, 3), path_graph(500)};
  for (const SmallGraph& graph : graphs)
    for (const std::uint32_t parts : {2u, 4u, 16u}) {
      const Partition found = run(graph, connected(parts));
      const PartitionQuality quality = evaluated(graph, found.part, parts);
      EXPECT_EQ(quality.torn_parts, 0u) << graph.vertices() << " vertices, " << parts << " parts";
      EXPECT_EQ(quality.empty_parts, 0u);
      const double limit = std::max(1.03, 1 + static_cast<double>(parts) / graph.vertices());
      EXPECT_LE(quality.imbalance + 1, limit + 1e-9) << graph.vertices() << " vertices, " << parts << " parts";
    }
}

TEST_F(ConnectedParts, AreOfOneComponentWhereTheGraphsComponentsFit) {
  Edges edges;
  for (VertexId c = 0; c < 4; ++c)
    for (VertexId v = 0; v + 1 < 50; ++v) edges.emplace_back(c * 50 + v, c * 50 + v + 1);
  const SmallGraph graph = make_graph(200, edges);

  const Partition found = run(graph, connected(4));

  EXPECT_EQ(evaluated(graph, found.part, 4).disconnected_parts, 0u);
}

// Chains between the crossings of a random tree, in components of the given numbers of crossings. Some chains close
// cycles.
SmallGraph roads(const std::vector<VertexId>& crossings, VertexId longest_chain) {
  const generators::CounterRandom random(7, 1);
  std::uint64_t draws = 0;
  const auto draw = [&](VertexId n) { return static_cast<VertexId>(generators::below(random(draws++), n)); };
  Edges edges;
  VertexId next = 0;
  for (const VertexId count : crossings) {
    const VertexId first = next;
    next += count;
    const auto add_chain = [&](VertexId from, VertexId to) {
      for (VertexId links = draw(longest_chain); links > 0; --links)
        edges.emplace_back(std::exchange(from, next), next), ++next;
      edges.emplace_back(from, to);
    };
    for (VertexId i = 1; i < count; ++i) {
      add_chain(first + i, first + i - 1 - draw(std::min<VertexId>(i, 4)));
      if (i > 20 && draw(20) == 0) add_chain(first + i, first + i - 1 - draw(20));
    }
  }
  return make_graph(next, edges);
}

// As roads are on maps: no part of the largest component has neighbours in all other parts.
TEST_F(ConnectedParts, OfRoadsInManyComponentsKeepToTheTolerance) {
  const SmallGraph graph =
      roads({150, 40, 15, 14, 12, 10, 9, 8, 7, 6, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 30);
  for (const std::uint32_t parts : {4u, 6u, 8u, 12u})
    for (const std::uint64_t seed : {1, 2}) {
      PartitionOptions options = connected(parts);
      options.seed = seed;
      const Partition found = run(graph, options);
      const PartitionQuality quality = evaluated(graph, found.part, parts);
      EXPECT_EQ(quality.torn_parts, 0u) << parts << " parts, seed " << seed;
      EXPECT_FALSE(found.missed.any()) << parts << " parts, seed " << seed;
      EXPECT_LE(heaviest(graph, found.part, parts), found.max_weight.front()) << parts << " parts, seed " << seed;
    }
}

// Whether each part has vertices, weighs at most `max`, and is in one piece in each component of the graph.
bool is_right(const SmallGraph& graph, const Parts& part, std::uint32_t parts, std::int64_t max) {
  const VertexId vertices = graph.vertices();
  const auto reached_from = [&](VertexId root, bool within_part) {
    Parts queue{root};
    std::vector<bool> seen(vertices, false);
    seen[root] = true;
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (EdgeId e = graph.row[queue[i]]; e < graph.row[queue[i] + 1]; ++e)
        if (const VertexId u = graph.column[e]; !seen[u] && (!within_part || part[u] == part[root])) {
          seen[u] = true;
          queue.push_back(u);
        }
    return seen;
  };
  std::vector<std::int64_t> weight(parts, 0);
  for (VertexId v = 0; v < vertices; ++v) weight[part[v]] += graph.vertex_weight.empty() ? 1 : graph.vertex_weight[v];
  if (std::ranges::min(weight) == 0 || std::ranges::max(weight) > max) return false;
  for (VertexId v = 0; v < vertices; ++v) {
    const std::vector<bool> near = reached_from(v, true);
    const std::vector<bool> all = reached_from(v, false);
    for (VertexId u = 0; u < vertices; ++u)
      if (part[u] == part[v] && all[u] && !near[u]) return false;
  }
  return true;
}
bool is_possible(const SmallGraph& graph, std::uint32_t parts, std::int64_t max) {
  Parts part(graph.vertices(), 0);
  for (;;) {
    if (is_right(graph, part, parts, max)) return true;
    std::size_t digit = 0;
    while (digit < part.size() && ++part[digit] == parts) part[digit++] = 0;
    if (digit == part.size()) return false;
  }
}

// Two triangles and two leaves, all at vertex 2: the leaves have to be in its part, which is full then.
TEST_F(ConnectedParts, AreTheOnlyOnesThatThereAre) {
  const SmallGraph graph = make_graph(7, {{0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 3}, {2, 4}, {2, 5}, {2, 6}});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    PartitionOptions options = connected(3);
    options.seed = seed;
    const Partition found = run(graph, options);
    EXPECT_FALSE(found.missed.any()) << "seed " << seed;
    EXPECT_TRUE(is_right(graph, found.part, 3, 3)) << "seed " << seed;
  }
}

TEST_F(ConnectedParts, OfTinyGraphsKeepToTheLimitsWhereThatIsPossible) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const generators::CounterRandom random(seed, 1);
    std::uint64_t draws = 0;
    const auto draw = [&](std::uint64_t n) { return generators::below(random(draws++), n); };
    const auto vertices = static_cast<VertexId>(3 + draw(5));
    const auto parts = static_cast<std::uint32_t>(2 + draw(2));
    const bool is_star = draw(2) == 0;
    Edges edges;
    for (VertexId v = 1; v < vertices; ++v) edges.emplace_back(is_star ? 0 : static_cast<VertexId>(draw(v)), v);
    for (VertexId v = 2; v < vertices; ++v)
      if (draw(2) == 0) edges.emplace_back(v - 1, v);
    SmallGraph graph = make_graph(vertices, edges);
    if (draw(2) == 0)
      for (VertexId v = 0; v < vertices; ++v) graph.vertex_weight.push_back(static_cast<std::int64_t>(1 + draw(3)));
    PartitionOptions options = connected(parts);
    options.tolerance = {std::array{0.0, 0.1, 0.3}[draw(3)]};
    const Partition found = run(graph, options);
    const bool possible = is_possible(graph, parts, found.max_weight.front());
    EXPECT_EQ(found.missed.any(), !possible) << "seed " << seed;
    EXPECT_EQ(is_right(graph, found.part, parts, found.max_weight.front()), possible) << "seed " << seed;
  }
}

// 2 parts of 30 components: no part can be connected.
TEST_F(ConnectedParts, AreConnectedWithinTheComponentsOfAGraphWithManyOfThem) {
  Edges edges;
  for (VertexId c = 0; c < 30; ++c)
    for (VertexId v = 0; v + 1 < 7; ++v) edges.emplace_back(c * 7 + v, c * 7 + v + 1);
  const SmallGraph graph = make_graph(210, edges);

  const Partition found = run(graph, connected(2));

  const PartitionQuality quality = evaluated(graph, found.part, 2);
  EXPECT_EQ(quality.disconnected_parts, 2u);
  EXPECT_EQ(quality.torn_parts, 0u);
}

TEST_F(ConnectedParts, OfATornStartAreConnected) {
  const SmallGraph graph = grid_graph(24, 24);
  PartitionOptions options = connected(4);
  options.start.resize(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) options.start[v] = v % 24 / 2 % 4;  // stripes: three to a part

  const PartitionQuality quality = evaluated(graph, run(graph, options).part, 4);

  EXPECT_EQ(quality.torn_parts, 0u);
  EXPECT_LE(quality.imbalance, 0.0301);
}

TEST_F(ConnectedParts, DoNotMoveFixedVertices) {
  const SmallGraph graph = path_graph(60);
  PartitionOptions options = connected(2);
  options.fixed.assign(60, kFreePart);
  options.fixed[0] = options.fixed[59] = 0;
  options.fixed[30] = 1;

  const Partition found = run(graph, options);
  const Parts& part = found.part;

  EXPECT_EQ(found.missed.torn, 1u);
  EXPECT_EQ(part[0], 0u);
  EXPECT_EQ(part[59], 0u);
  EXPECT_EQ(part[30], 1u);
  EXPECT_EQ(evaluated(graph, part, 2).torn_parts, 1u);
}

TEST_F(ConnectedParts, HaveASmallCut) {
  const SmallGraph graph = grid_graph(40, 40);
  PartitionOptions free = connected(8);
  free.connected = false;

  EXPECT_LE(run(graph, connected(8)).cut, run(graph, free).cut * 11 / 10);
}

}  // namespace
}  // namespace warpgraph::test::connect
