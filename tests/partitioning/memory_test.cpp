// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../support/machines.hpp"
#include "host_graphs.hpp"
#include "support/sanitizers.hpp"

namespace warpgraph::test::memory {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

struct NamedGraph {
  std::string name;
  SmallGraph graph;
};

std::vector<NamedGraph> all_graphs() {
  SmallGraph weighed = grid_graph(90, 90);
  weighed.constraints = 2;
  weighed.vertex_weight.assign(std::size_t{2} * weighed.vertices(), 3);
  weighed.edge_weight.assign(weighed.column.size(), 2);
  return {{"grid", grid_graph(120, 120)},
          {"weighed", weighed},
          {"path", path_graph(20000)},
          {"star", star_graph(20000)},
          {"sparse", random_graph(4000, 6000, 1)},
          {"dense", random_graph(2000, 30000, 2)},
          {"heavy_vertices", heavy_vertex_graph(8000, 30000, 3)},
          {"cliques", chained_cliques(40, 60)}};
}

SmallGraph bipartite_graph(VertexId left, VertexId right) {
  Edges edges;
  for (VertexId a = 0; a < left; ++a)
    for (VertexId b = 0; b < right; ++b) edges.emplace_back(a, left + b);
  return make_graph(left + right, edges);
}

std::size_t peak_of(const SmallGraph& graph, const PartitionOptions& options) {
  const Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  (void)partition(stream, graph.input(), options);
  return runtime.device().memory().peak;
}

TEST(PartitionMemory, IsAtLeastWhatARunTakesAndAtMostThreeTimes) {
  for (const auto& [name, graph] : all_graphs())
    for (const std::uint32_t parts : {2u, 40u}) {
      PartitionOptions options;
      options.parts = parts;
      if (parts == 40) options.fixed.assign(graph.vertices(), kFreePart);
      const std::size_t peak = peak_of(graph, options);
      const std::size_t predicted = partition_memory(graph.input(), options).total();
      EXPECT_GE(predicted, peak) << name << ", " << parts << " parts";
      EXPECT_LE(predicted, 3 * peak) << name << ", " << parts << " parts";
    }
}

// Its heavy vertices are taken out before it is coarsened.
TEST(PartitionMemory, IsAtLeastWhatASkewedGraphTakes) {
  const SmallGraph graph = skewed_graph(13, 100000, 1);
  for (const std::uint32_t parts : kSanitized ? std::vector{12u} : std::vector{2u, 12u, 40u}) {
    PartitionOptions options;
    options.parts = parts;
    EXPECT_GE(partition_memory(graph.input(), options).total(), peak_of(graph, options)) << parts << " parts";
  }
}

// More than 64 parts begin as groups of them, on levels that have few vertices and most of the entries.
TEST(PartitionMemory, IsAtLeastWhatManyPartsTake) {
  const NamedGraph graphs[] = {{"random", random_graph(25000, 250000, 1)}, {"skewed", skewed_graph(14, 200000, 1)}};
  for (const auto& [name, graph] : graphs)
    for (const std::uint32_t parts : kSanitized ? std::vector{128u, 1024u} : std::vector{128u, 256u, 512u, 1024u}) {
      PartitionOptions options;
      options.parts = parts;
      EXPECT_GE(partition_memory(graph.input(), options).total(), peak_of(graph, options)) << name << ' ' << parts;
    }
}

class PartitionMemoryOn : public MachineTest {};

// Where a part has few vertices, what a GPU's bisections find takes more than the graph.
TEST_P(PartitionMemoryOn, IsAtLeastWhatSmallPartsTake) {
  const auto expect_enough = [&](VertexId vertices, std::uint32_t parts, PartitionPreset preset) {
    const SmallGraph graph = path_graph(vertices);
    PartitionOptions options;
    options.parts = parts;
    options.preset = preset;
    Device& device = stream().device();
    device.reset_peak_memory();
    const std::size_t before = device.memory().in_use;
    (void)partition(stream(), graph.input(), options);
    EXPECT_GE(partition_memory(graph.input(), options).total() + before, device.memory().peak) << parts << " parts";
  };
  expect_enough(100, 64, PartitionPreset::kStrong);
  expect_enough(1000, 999, PartitionPreset::kDefault);
  expect_enough(1000, 512, PartitionPreset::kStrong);
}
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PartitionMemoryOn);

// A level with half of the vertices has nearly all entries, and where there is a partition clusters stay small.
TEST(PartitionMemory, IsAtLeastWhatSparseRandomGraphsTake) {
  for (const VertexId vertices : kSanitized ? std::vector{3000u, 20000u} : std::vector{3000u, 50000u})
    for (const std::uint32_t degree : {4u, 8u}) {
      const SmallGraph graph = random_graph(vertices, vertices * degree / 2, 1);
      for (const PartitionPreset preset : {PartitionPreset::kFast, PartitionPreset::kStrong}) {
        PartitionOptions options;
        options.parts = 2;
        options.preset = preset;
        EXPECT_GE(partition_memory(graph.input(), options).total(), peak_of(graph, options))
            << vertices << ' ' << degree;
      }
    }
}

// The first device takes a level over from the others only where that keeps to what was said.
TEST(PartitionMemory, IsAtLeastWhatEachOfSeveralDevicesTakes) {
  const NamedGraph graphs[] = {{"bipartite", bipartite_graph(20, 1000)}, {"random", random_graph(3000, 12000, 1)}};
  for (const auto& [name, graph] : graphs)
    for (const int devices : kSanitized ? std::vector{4} : std::vector{2, 4, 5}) {
      PartitionOptions options;
      options.preset = PartitionPreset::kStrong;
      RuntimeOptions limited;
      limited.memory_limit = partition_memory(graph.input(), options, devices).total();
      ASSERT_LT(limited.memory_limit, partition_memory(graph.input(), options).total());
      Runtime runtime("host:" + std::to_string(devices), limited);

      EXPECT_EQ(partition(runtime, graph.input(), options).devices, devices) << name;
    }
}

TEST(PartitionMemory, IsAtLeastWhatATinyGraphTakes) {
  const SmallGraph graph = path_graph(6);
  EXPECT_GE(partition_memory(graph.input(), {}).total(), peak_of(graph, {}));
}

TEST(PartitionMemory, IsNoneWhereTheHostDoesAll) {
  PartitionOptions options;
  options.parts = 1;

  EXPECT_EQ(partition_memory(path_graph(50).input(), options).total(), 0u);
  EXPECT_EQ(peak_of(path_graph(50), options), 0u);
}

TEST(PartitionMemory, LackOfItIsSaidBeforeTheRun) {
  const SmallGraph graph = grid_graph(100, 100);
  RuntimeOptions limited;
  limited.memory_limit = std::size_t{1} << 18;
  const Runtime runtime("host", limited);
  const Stream stream(runtime.device(), "test");

  EXPECT_THROW((void)partition(stream, graph.input(), {}), OutOfMemory);
  EXPECT_EQ(runtime.device().memory().peak, 0u);
}

}  // namespace
}  // namespace warpgraph::test::memory
