// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../support/machines.hpp"
#include "host_graphs.hpp"
#include "initial/bisect.hpp"
#include "initial/bisect_on_device.hpp"
#include "initial/groups.hpp"
#include "initial/host_graph.hpp"
#include "initial/improve.hpp"
#include "initial/recursive_bisection.hpp"
#include "limits.hpp"
#include "upload.hpp"

namespace warpgraph::partitioning {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

//              0..4
//        0..1        2..4
//      0     1     2     3..4
//                        3   4
TEST(Groups, AreDividedAtTheirMiddle) {
  EXPECT_EQ(groups_at(5, 0), (std::vector<PartId>{0}));
  EXPECT_EQ(groups_at(5, 1), (std::vector<PartId>{0, 2}));
  EXPECT_EQ(groups_at(5, 2), (std::vector<PartId>{0, 1, 2, 3}));
  EXPECT_EQ(groups_at(5, 3), (std::vector<PartId>{0, 1, 2, 3, 4}));
}

TEST(Groups, AreThePartsAtTheDepthOfParts) {
  for (PartId parts = 2; parts < 70; ++parts) {
    EXPECT_EQ(groups_at(parts, depth_of_parts(parts)).size(), parts);
    EXPECT_LT(groups_at(parts, depth_of_parts(parts) - 1).size(), parts);
  }
}

TEST(Groups, WeighBetweenTheirTargetsAndWhatTheirPartsMay) {
  const SmallGraph graph = grid_graph(30, 30);
  PartitionOptions options = into(6);
  options.targets = {0.3, 0.1, 0.1, 0.2, 0.2, 0.1};
  options.tolerance = {0.2};
  const Limits limits = find_limits(graph.input(), options);

  const Limits groups = limits_at(limits, 1);

  ASSERT_EQ(groups.parts, 2u);
  EXPECT_NEAR(groups.target[0], 450, 1e-6);
  EXPECT_NEAR(groups.target[1], 450, 1e-6);
  EXPECT_GT(groups.max[0], 450);
  EXPECT_LT(groups.max[0], 540);
  EXPECT_EQ(limits_at(limits, 3).max, limits.max);
}

class InitialTest : public MachineTest {};

TEST_P(InitialTest, DownloadWithPartsHasNoEdgesBetweenThem) {
  const SmallGraph graph = heavy_vertex_graph(1400, 6000, 3);
  std::vector<PartId> part(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) part[v] = v * 7 % 5;
  const Limits limits = find_limits(graph.input(), into(5));
  Weight total = 0;
  const LevelGraph level = upload(stream(), graph.input(), {}, limits, total);

  const HostGraph inside = download(stream(), level, to_device(stream(), part, "part"));

  ASSERT_EQ(inside.vertices(), graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    std::vector<VertexId> expected;
    for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i)
      if (part[graph.column[i]] == part[v]) expected.push_back(graph.column[i]);
    std::ranges::sort(expected);
    const std::vector<VertexId> found(inside.column.begin() + static_cast<std::ptrdiff_t>(inside.row[v]),
                                      inside.column.begin() + static_cast<std::ptrdiff_t>(inside.row[v + 1]));
    EXPECT_EQ(found, expected) << v;
  }
}

TEST_P(InitialTest, EachGroupIsDividedAmongItsOwnParts) {
  const SmallGraph graph = grid_graph(40, 40);
  const Limits limits = find_limits(graph.input(), into(7));
  Weight total = 0;
  const LevelGraph level = upload(stream(), graph.input(), {}, limits, total);
  std::vector<PartId> group(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) group[v] = v < 686 ? 0 : 1;  // the parts 0 to 2 and 3 to 6

  const std::vector<PartId> part = divide_groups(stream(), download(stream(), level), group, 1, 3, limits, 2, 1, false);

  for (VertexId v = 0; v < graph.vertices(); ++v) EXPECT_EQ(part[v] < 3 ? 0u : 1u, group[v]) << v;
  EXPECT_EQ(empty_parts(part, 7), 0u);
  EXPECT_LE(heaviest(graph, part, 7), *std::ranges::max_element(limits.max));
}

// A graph that is divided into 32 groups on threads, and by the device wherever a warp has room for a graph.
class DividedByDevice : public MachineTest {
 protected:
  void expect_same(const SmallGraph& graph, const PartitionOptions& options) {
    const Limits limits = find_limits(graph.input(), options);
    Weight total = 0;
    const LevelGraph level = upload(stream(), graph.input(), options, limits, total);
    const std::vector<PartId> all(graph.vertices(), 0);
    const auto divide = [&](bool uses_device) {
      return divide_groups(stream(), download(stream(), level), all, 0, 5, limits, 3, 1, uses_device);
    };
    const std::vector<PartId> expected = divide(false);

    EXPECT_EQ(divide(true), expected);

    EXPECT_EQ(empty_parts(expected, options.parts), 0u);
  }
  // With weights, vertices without neighbours, self-loops and repeated edges.
  [[nodiscard]] static SmallGraph weighted_graph() {
    Edges edges;
    for (VertexId v = 0; v < 690; ++v) {
      edges.emplace_back(v, v * 7 % 690);
      edges.emplace_back(v, (v + 1) % 690);
      if (v % 9 == 0) edges.emplace_back(v, (v + 1) % 690);
    }
    SmallGraph graph = make_graph(700, edges);
    for (VertexId v = 0; v < graph.vertices(); ++v) graph.vertex_weight.push_back(1 + v % 4);
    return graph;
  }
};

TEST_P(DividedByDevice, IsWhatThreadsFind) {
  expect_same(grid_graph(30, 30), into(32));
  PartitionOptions options = into(32);
  options.tolerance = {0.1};
  expect_same(weighted_graph(), options);
}

TEST_P(DividedByDevice, FixedVerticesStay) {
  const SmallGraph graph = grid_graph(30, 30);
  PartitionOptions options = into(32);
  options.fixed.assign(graph.vertices(), kFreePart);
  for (VertexId v = 0; v < graph.vertices(); v += 50) options.fixed[v] = v / 50 % 32;
  expect_same(graph, options);
}

TEST_P(DividedByDevice, SeveralConstraintsAndTargetsHold) {
  for (const std::uint32_t constraints : {2u, 5u}) {  // no warp has room for 5
    SmallGraph graph = grid_graph(30, 30);
    graph.constraints = constraints;
    for (VertexId v = 0; v < graph.vertices(); ++v)
      for (std::uint32_t j = 0; j < constraints; ++j) graph.vertex_weight.push_back(1 + (v * (j + 1)) % 3);
    PartitionOptions options = into(32);
    options.tolerance.assign(constraints, 0.3);
    for (PartId part = 0; part < 32; ++part)
      options.targets.insert(options.targets.end(), constraints, part % 2 == 0 ? 1.5 / 32 : 0.5 / 32);
    expect_same(graph, options);
  }
}

// Graphs that are bisected by the device and by a thread, with the same seeds.
class BisectOnDevice : public MachineTest {
 protected:
  [[nodiscard]] static HostGraph host_graph(const SmallGraph& graph) {
    HostGraph result{graph.row, graph.column, graph.edge_weight, graph.vertex_weight, {}, graph.constraints};
    if (result.edge_weight.empty()) result.edge_weight.assign(graph.column.size(), 1);
    if (result.vertex_weight.empty()) result.vertex_weight.assign(graph.vertices(), 1);
    return result;
  }
  // Each side gets half, and may weigh so many times that.
  [[nodiscard]] static Split halves(const HostGraph& graph, double tolerance) {
    Split split;
    split.first_right = 1;
    for (int side = 0; side < 2; ++side)
      for (std::uint32_t j = 0; j < graph.constraints; ++j) {
        double weight = 0;
        for (VertexId v = 0; v < graph.vertices(); ++v) weight += static_cast<double>(graph.weights(v)[j]);
        split.target.push_back(weight / 2);
        split.max.push_back(static_cast<Weight>(weight / 2 * tolerance));
      }
    return split;
  }
  void expect_same(const std::vector<HostGraph>& graphs, double tolerance = 1.1, std::uint32_t attempts = 3) {
    constexpr std::uint64_t kSeed = 5;
    std::vector<Split> splits;
    std::vector<ToBisect> asked;
    for (const HostGraph& graph : graphs) splits.push_back(halves(graph, tolerance));
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      ASSERT_TRUE(fits_warp(graphs[i]));
      asked.push_back({&graphs[i], &splits[i], static_cast<PartId>(2 * i), static_cast<PartId>(2 * i + 2)});
    }

    const std::vector<Sides> found = bisect_on_device(stream(), asked, attempts, kSeed);

    ASSERT_EQ(found.size(), graphs.size());
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const auto attempt = [&](std::uint32_t number) {
        return bisect(graphs[i], splits[i], seed_of_attempt(kSeed, asked[i].first, asked[i].last, number));
      };
      Sides best = attempt(0);
      for (std::uint32_t number = 1; number < attempts; ++number)
        if (Sides other = attempt(number); other.quality.is_better_than(best.quality)) best = std::move(other);
      EXPECT_EQ(found[i].side, best.side) << i;
      EXPECT_EQ(found[i].quality.cut, best.quality.cut) << i;
      EXPECT_EQ(found[i].quality.violation, best.quality.violation) << i;
    }
  }
};

TEST_P(BisectOnDevice, FindsWhatAThreadFinds) {
  const std::vector<HostGraph> graphs{host_graph(grid_graph(12, 10)), host_graph(path_graph(1)),
                                      host_graph(path_graph(2)),      host_graph(make_graph(40, {})),
                                      host_graph(star_graph(99)),     host_graph(random_graph(64, 500, 1))};
  expect_same(graphs);
  expect_same(graphs, 1.1, 1);
}

TEST_P(BisectOnDevice, FindsItBeyondTheLimitsToo) {
  expect_same({host_graph(grid_graph(9, 9)), host_graph(random_graph(50, 200, 2))}, 0.5);
}

TEST_P(BisectOnDevice, FixedVerticesStay) {
  HostGraph some = host_graph(grid_graph(8, 8));
  HostGraph all = some;
  for (VertexId v = 0; v < 64; ++v) {
    some.fixed.push_back(v % 7 == 0 ? v % 2 : kFreePart);
    all.fixed.push_back(v % 2);
  }
  expect_same({some, all});
}

TEST_P(BisectOnDevice, TakesUpToFourConstraints) {
  SmallGraph graph = grid_graph(8, 8);
  for (const std::uint32_t constraints : {2u, 4u}) {
    graph.constraints = constraints;
    graph.vertex_weight.clear();
    for (std::uint32_t i = 0; i < 64 * constraints; ++i) graph.vertex_weight.push_back(1 + i * i % 5);
    expect_same({host_graph(graph)});
  }
}

TEST_P(BisectOnDevice, TakesMoreGraphsThanOneLaunch) {
  expect_same(std::vector<HostGraph>(kSanitized ? 520 : 1100, host_graph(path_graph(3))), 1.5, 1);
}

TEST(FitsWarp, KnowsTheRoomOfAWarp) {
  const auto graph = [](VertexId vertices, std::uint32_t constraints) {
    HostGraph result;
    result.row.assign(vertices + std::size_t{1}, 0);
    result.constraints = constraints;
    return result;
  };
  EXPECT_TRUE(fits_warp(graph(120, 4)));
  EXPECT_FALSE(fits_warp(graph(121, 1)));
  EXPECT_FALSE(fits_warp(graph(1, 5)));
}

// So many parts that the coarsest levels have groups of them.
class ManyParts : public MachineTest {
 protected:
  static constexpr PartId kParts = 256;
  static constexpr VertexId kVertices = 9000;
  [[nodiscard]] static SmallGraph graph() { return grid_graph(100, 90); }
};

TEST_P(ManyParts, KeepToTheTolerance) {
  if (!takes(0)) return;
  const Partition found = partition(stream(), graph().input(), into(kParts));

  EXPECT_LT(found.levels.back().vertices, 10 * kParts);
  EXPECT_EQ(empty_parts(found.part, kParts), 0u);
  EXPECT_LE(heaviest(graph(), found.part, kParts), found.max_weight[0]);
  EXPECT_EQ(found.cut, cut_of(graph(), found.part));
}

TEST_P(ManyParts, FixedVerticesStay) {
  if (!takes(1)) return;
  PartitionOptions options = into(kParts);
  options.fixed.assign(kVertices, kFreePart);
  for (VertexId v = 0; v < kVertices; v += 90) options.fixed[v] = v / 90 % kParts;

  const Partition found = partition(stream(), graph().input(), options);

  for (VertexId v = 0; v < kVertices; v += 90) EXPECT_EQ(found.part[v], options.fixed[v]) << v;
  EXPECT_LE(heaviest(graph(), found.part, kParts), found.max_weight[0]);
}

TEST_P(ManyParts, BothConstraintsAndTargetsHold) {
  if (!takes(0)) return;
  SmallGraph two = graph();
  two.constraints = 2;
  for (VertexId v = 0; v < kVertices; ++v) {
    two.vertex_weight.push_back(1);
    two.vertex_weight.push_back(v % 3 == 0 ? 2 : 0);
  }
  PartitionOptions options = into(kParts);
  options.tolerance = {0.2, 0.4};
  for (PartId part = 0; part < kParts; ++part)
    options.targets.insert(options.targets.end(), 2, part % 2 == 0 ? 1.5 / kParts : 0.5 / kParts);

  const Partition found = partition(stream(), two.input(), options);

  EXPECT_EQ(empty_parts(found.part, kParts), 0u);
  for (std::uint32_t j = 0; j < 2; ++j) {
    const std::vector<std::int64_t> weights = weights_of(two, found.part, kParts, j);
    for (PartId part = 0; part < kParts; ++part) EXPECT_LE(weights[part], found.max_weight[2 * part + j]) << part;
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(InitialTest);
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(DividedByDevice);
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(BisectOnDevice);
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ManyParts);

// All levels are spread, those with groups too; then those with groups become the first device's on the way.
TEST(ManyPartsOnPeers, GiveThePartitionOfOneDevice) {
  const SmallGraph graph = grid_graph(100, 90);
  PartitionOptions options = into(256);
  for (const std::uint64_t spread : {std::uint64_t{5000}, std::uint64_t{0}}) {
    if (kSanitized && spread == 0) continue;
    options.spread_entries = spread;
    Runtime one("host");
    Runtime three("host:3");

    const Partition expected = partition(one, graph.input(), options);
    const Partition found = partition(three, graph.input(), options);

    EXPECT_EQ(found.part, expected.part);
    EXPECT_EQ(found.devices, 3);
  }
}

}  // namespace
}  // namespace warpgraph::partitioning
