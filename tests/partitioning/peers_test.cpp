// SPDX-License-Identifier: Apache-2.0
#include "peers/peer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../support/machines.hpp"
#include "host_graphs.hpp"
#include "peers/spread.hpp"

namespace warpgraph::test::peers {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

struct Case {
  std::string name;
  SmallGraph graph;
  PartitionOptions options;
};

SmallGraph with_weights(SmallGraph graph, std::uint32_t constraints) {
  graph.constraints = constraints;
  for (std::size_t i = 0; i < std::size_t{constraints} * graph.vertices(); ++i)
    graph.vertex_weight.push_back(static_cast<std::int64_t>(1 + i * 7 % 5));
  for (VertexId v = 0; v < graph.vertices(); ++v)
    for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i) graph.edge_weight.push_back(1 + (v + graph.column[i]) % 4);
  return graph;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  const auto add = [&](std::string name, SmallGraph graph, std::uint32_t parts) -> PartitionOptions& {
    cases.push_back({std::move(name), std::move(graph), {}});
    cases.back().options.parts = parts;
    return cases.back().options;
  };
  add("grid", grid_graph(50, 40), 8);
  add("heavy_vertices", heavy_vertex_graph(2200, 9000, 3), 5);
  add("cliques", chained_cliques(60, 20), 4).preset = PartitionPreset::kStrong;
  add("sparse", random_graph(3000, 3500, 9), 3).preset = PartitionPreset::kFast;
  add("roads", with_weights(road_graph(14, 12, 5), 1), 4);
  add("star", star_graph(2000), 2);
  add("weighted_star", with_weights(star_graph(2000), 1), 4);  // of many devices, some have no edges
  add("skewed", skewed_graph(11, 30000, 2), 5);
  add("skewed_weights", with_weights(skewed_graph(12, 9000, 5), 1), 3).preset = PartitionPreset::kStrong;

  PartitionOptions& targets = add("targets", with_weights(grid_graph(40, 40), 1), 3);
  targets.targets = {0.5, 0.25, 0.25};
  PartitionOptions& constraints = add("constraints", with_weights(random_graph(1500, 6000, 5), 2), 4);
  constraints.tolerance = {0.05, 0.1};
  PartitionOptions& fixed = add("fixed", with_weights(heavy_vertex_graph(1500, 4000, 8), 1), 6);
  for (VertexId v = 0; v < 1500; ++v) fixed.fixed.push_back(v % 11 == 0 ? v % 6 : kFreePart);
  PartitionOptions& start = add("start", grid_graph(40, 40), 4);
  for (VertexId v = 0; v < 1600; ++v) start.start.push_back(v < 900 ? 0 : v / 3 % 4);
  add("connected", grid_graph(45, 40), 7).connected = true;
  return cases;
}

void expect_same(const Partition& found, const Partition& expected) {
  EXPECT_EQ(found.part, expected.part);
  EXPECT_EQ(found.cut, expected.cut);
  ASSERT_EQ(found.levels.size(), expected.levels.size());
  for (std::size_t i = 0; i < found.levels.size(); ++i) {
    EXPECT_EQ(found.levels[i].vertices, expected.levels[i].vertices) << i;
    EXPECT_EQ(found.levels[i].edges, expected.levels[i].edges) << i;
    EXPECT_EQ(found.levels[i].cut_before, expected.levels[i].cut_before) << i;
    EXPECT_EQ(found.levels[i].cut_after, expected.levels[i].cut_after) << i;
    EXPECT_EQ(found.levels[i].passes, expected.levels[i].passes) << i;
  }
}

Partition partition_on(const std::string& devices, const RuntimeOptions& options, const Case& each,
                       std::uint64_t spread_entries) {
  Runtime runtime(devices, options);
  PartitionOptions asked = each.options;
  asked.spread_entries = spread_entries;
  return partition(runtime, each.graph.input(), asked);
}

class PeersTest : public testing::TestWithParam<MachineParam> {
 protected:
  void SetUp() override {
    if (on_gpus_here(GetParam().devices).empty()) GTEST_SKIP() << "no CUDA device";
  }
  [[nodiscard]] bool on_cuda() const { return GetParam().devices.starts_with("cuda"); }
  // The cases take turns, and begin with another turn for each machine.
  [[nodiscard]] std::string next_devices() {
    if (on_cuda()) return on_gpus_here("cuda:0,1");
    return kOnHost[(first_turn_ + turn_++) % kOnHost.size()];
  }
  // That of one device; once for each machine and case.
  [[nodiscard]] const Partition& expected(const Case& each) const {
    static std::map<std::pair<std::string, std::string>, Partition> known;
    const auto [place, is_new] = known.try_emplace({GetParam().name, each.name});
    if (is_new) place->second = partition_on(on_cuda() ? "cuda:0" : "host", GetParam().options, each, 0);
    return place->second;
  }

 private:
  inline static const std::vector<std::string> kOnHost = {"host:2", "host:3", "host:4", "host:7"};
  inline static unsigned fixtures_ = 0;

  unsigned first_turn_ = fixtures_++;
  unsigned turn_ = 0;
};

// All levels are spread.
TEST_P(PeersTest, SpreadLevelsGiveThePartitionOfOneDevice) {
  std::size_t turn = GetParam().name == host_machines().front().name ? 1 : 0;
  for (const Case& each : all_cases()) {
    const std::string devices = next_devices();
    if (kSanitized && turn++ % 2 == 1) continue;  // on the other machine
    SCOPED_TRACE(each.name + " on " + devices);
    const Partition found = partition_on(devices, GetParam().options, each, 0);
    expect_same(found, expected(each));
    EXPECT_GT(found.devices, 1);
  }
}

TEST_P(PeersTest, CoarseLevelsOfTheFirstDeviceGiveTheSameToo) {
  std::size_t turn = GetParam().name == host_machines().front().name ? 0 : 1;
  for (const Case& each : all_cases()) {
    const std::string devices = next_devices();
    if (kSanitized && turn++ % 2 == 1) continue;  // on the other machine
    SCOPED_TRACE(each.name + " on " + devices);
    expect_same(partition_on(devices, GetParam().options, each, each.graph.column.size() / 10), expected(each));
  }
}

INSTANTIATE_TEST_SUITE_P(Host, PeersTest, testing::ValuesIn(host_machines()), machine_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, PeersTest, testing::ValuesIn(cuda_machines("cuda:0,1")), machine_name);

TEST(Peers, GraphThatDoesNotFitOneDeviceIsPartitionedOnTwo) {
  const Case each{"random", random_graph(2000, kSanitized ? 20000 : 60000, 4), {}};
  const Partition expected = partition_on("host", {}, each, ~std::uint64_t{0});
  RuntimeOptions limited;
  limited.memory_limit = partition_memory(each.graph.input(), each.options).total() * 3 / 4;

  EXPECT_THROW((void)partition_on("host", limited, each, ~std::uint64_t{0}), OutOfMemory);
  const Partition found = partition_on("host:2", limited, each, ~std::uint64_t{0});

  EXPECT_EQ(found.devices, 2);
  expect_same(found, expected);
}

std::size_t largest_peak(const SmallGraph& graph, const PartitionOptions& options, int devices) {
  Runtime runtime("host:" + std::to_string(devices));
  (void)partition(runtime, graph.input(), options);
  std::size_t peak = 0;
  for (int i = 0; i < devices; ++i) peak = std::max(peak, runtime.device(i).memory().peak);
  return peak;
}

TEST(Peers, MemoryIsAtLeastWhatEachDeviceTakes) {
  PartitionOptions options;
  options.parts = 6;
  options.spread_entries = 0;
  for (const SmallGraph& graph : {grid_graph(60, 60), path_graph(4000), random_graph(2000, 20000, 2),
                                  heavy_vertex_graph(3000, 12000, 3), chained_cliques(40, 30)})
    for (const int devices : {2, 4}) {
      const std::size_t predicted = partition_memory(graph.input(), options, devices).total();
      EXPECT_GE(predicted, largest_peak(graph, options, devices)) << graph.vertices() << " on " << devices;
    }
}

TEST(Peers, EachOfFourDevicesTakesLessThanHalfOfADenseGraph) {
  const SmallGraph graph = random_graph(2000, 40000, 2);
  PartitionOptions options;
  options.spread_entries = 0;

  EXPECT_LT(2 * largest_peak(graph, options, 4), largest_peak(graph, options, 1));
}

TEST(Peers, SmallGraphStaysOnTheFirstDevice) {
  Runtime runtime("host:2");

  EXPECT_EQ(partition(runtime, grid_graph(30, 30).input()).devices, 1);
  EXPECT_EQ(runtime.device(1).memory().peak, 0u);
}

TEST(Peers, DirectedGraphIsRefused) {
  SmallGraph graph = grid_graph(30, 30);
  graph.column[0] = 500;
  PartitionOptions options;
  options.spread_entries = 0;
  Runtime runtime("host:3");

  EXPECT_THROW((void)partition(runtime, graph.input(), options), InputError);
}

TEST(Peers, FailureOfOneDeviceIsTold) {
  const Case heavy{"heavy_vertices", heavy_vertex_graph(900, 3000, 3), {}};
  const Case skewed{"skewed", skewed_graph(10, 9000, 2), {}};
  for (std::int64_t failing = 0; failing < 2000; failing += kSanitized ? 97 : 23) {
    const Case& each = failing % 2 == 0 ? heavy : skewed;
    RuntimeOptions options;
    options.host.faults.failing_allocation = failing;
    try {
      (void)partition_on("host:3", options, each, 0);
    } catch (const OutOfMemory&) {
      continue;
    }
    EXPECT_GT(failing, 300);
  }
}

TEST(Peers, LossOfADeviceIsTold) {
  const Case each{"grid", grid_graph(40, 30), {}};
  for (const std::int64_t after : {5, 60, 200, 500}) {
    RuntimeOptions options;
    options.host.faults.lost_device = 1;
    options.host.faults.lost_after = after;

    EXPECT_THROW((void)partition_on("host:2", options, each, 0), DeviceError) << after;
  }
}

TEST(Peers, RangesShareVerticesAndEntries) {
  const SmallGraph graph = star_graph(1000);  // the first vertex has half of the entries

  const std::vector<VertexRange> ranges = partitioning::equal_ranges(graph.row, 3);

  EXPECT_EQ(ranges, (std::vector<VertexRange>{{0, 1}, {1, 501}, {501, 1001}}));
}

}  // namespace
}  // namespace warpgraph::test::peers
