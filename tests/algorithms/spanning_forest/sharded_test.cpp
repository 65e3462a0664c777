// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/spanning_forest.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/forest_case.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "support/machines.hpp"
#include "support/sanitizers.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// Beside the small ones, of which seven devices have not a section each.
const std::vector<GraphCase> kLongCases = {{"kron", {{"scale", "10"}, {"edge-factor", "6"}}},
                                           {"road", {{"width", "40"}, {"height", "30"}}},
                                           {"urand", {{"vertices", "900"}, {"edge-factor", "3"}}}};

std::vector<MachineParam> host_devices() {
  std::vector<MachineParam> machines;
  machines.push_back(host_machine("one_thread", HostExecution::kThreads, 2, "host:4", 1));
  for (const int devices : {1, 2, 3, 4, 7}) {
    if (kSanitized && devices != 3) continue;
    const std::string name = "host:" + std::to_string(devices);
    machines.push_back(host_machine("threads" + std::to_string(devices), HostExecution::kThreads, 0, name));
  }
  if (kOnlyThreads) return machines;
  machines.push_back(host_machine("shuffled", HostExecution::kShuffled, 4, "host:4"));
  if (kSanitized) return machines;
  machines.push_back(host_machine("inline", HostExecution::kInline, 3, "host:3"));
  return machines;
}

class ForestOfSeveralDevices : public MachineTest {
 protected:
  template <EdgeValueType Value>
  auto find(const Graph<Value>& graph, const Placement& placement, const SpanningForestOptions& options = {}) {
    const auto spread = shard_graph(runtime(), graph, placement, {.outgoing = false});
    auto forest = minimum_spanning_forest(spread, options);
    edges_ = to_edge_list(spread, forest);
    places_ = to_host(spread.stream(0), forest.entry);
    return forest;
  }
  template <EdgeValueType Value>
  auto find(const Graph<Value>& graph, const SpanningForestOptions& options = {}) {
    return find(graph, placement_of(graph), options);
  }
  template <EdgeValueType Value>
  [[nodiscard]] Placement placement_of(const Graph<Value>& graph) const {
    static constexpr EdgeId kNoRows[] = {0};
    const auto row = graph.vertex_count() == 0 ? std::span<const EdgeId>(kNoRows) : graph.incoming().row.span();
    return shards::place_by_edges(row, {.devices = runtime().device_count()});
  }

  template <EdgeValueType Value>
  void expect_right(const Graph<Value>& graph, const SpanningForestOptions& options) {
    const auto forest = find(graph, options);
    expect_found(graph, forest);
  }
  template <EdgeValueType Value>
  void expect_found(const Graph<Value>& graph, const ShardedSpanningForest<Value>& forest) const {
    const auto expected = oracle::spanning_forest(graph);
    EXPECT_EQ(weighed_edges<Value>(edges_), expected);
    ForestWeight<Value> weight{};
    for (const auto& each : expected) weight += static_cast<ForestWeight<Value>>(std::get<0>(each));
    EXPECT_EQ(forest.weight, weight);
    EXPECT_EQ(forest.edge_count, expected.size());
    EXPECT_EQ(forest.component_count, graph.vertex_count() - expected.size());
    ASSERT_EQ(places_.size(), edges_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto& row = graph.incoming().row;
      ASSERT_EQ(graph.incoming().column[places_[i]], edges_.target[i]);
      ASSERT_TRUE(row[edges_.source[i]] <= places_[i] && places_[i] < row[edges_.source[i] + 1]);
    }
  }
  template <EdgeValueType Value>
  void expect_right_everywhere(const std::vector<GraphCase>& cases,
                               const std::vector<SpanningForestOptions>& all_options) {
    for (const GraphCase& each : cases) {
      const auto graph = graph_with_ties<Value>(each);
      for (const SpanningForestOptions& options : all_options) {
        SCOPED_TRACE(each.generator + ", light edges " + std::to_string(options.light_edges));
        expect_right(graph, options);
      }
    }
  }

  EdgeList edges_;
  std::vector<EdgeId> places_;
};
INSTANTIATE_TEST_SUITE_P(Host, ForestOfSeveralDevices, testing::ValuesIn(host_devices()), machine_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, ForestOfSeveralDevices, testing::ValuesIn(cuda_machines("cuda:0,1")), machine_name);

TEST_P(ForestOfSeveralDevices, IsThatOfTheOracleOnAllGraphs) {
  for (std::size_t i = 0; i < kStructureCases.size(); ++i)
    expect_right_everywhere<std::int32_t>({kStructureCases[i]}, {kAllOptions[i % kAllOptions.size()]});
}

TEST_P(ForestOfSeveralDevices, IsThatOfTheOracleByAllMethods) {
  expect_right_everywhere<std::int32_t>({kLongCases[0]}, kAllOptions);
  expect_right_everywhere<std::int32_t>({kLongCases[1]}, {kAllOptions[1], kAllOptions[2]});
}

TEST_P(ForestOfSeveralDevices, IsThatOfTheOracleForAllTypes) {
  expect_right_everywhere<NoValue>({kLongCases[1]}, {kAllOptions[1]});
  expect_right_everywhere<std::int64_t>({kLongCases[2]}, {kAllOptions[1], kAllOptions[2]});
  expect_right_everywhere<float>({kLongCases[2]}, {kAllOptions[1]});
  expect_right_everywhere<double>({kLongCases[1]}, {kAllOptions[1]});
}

TEST_P(ForestOfSeveralDevices, TotalOfFloatsDoesNotDependOnTheOrderOfAdditions) {
  for (const SpanningForestOptions& options : kAllOptions)
    EXPECT_EQ(find(path_of_weights_that_cancel(), options).weight, kWeightOfThePath);
}

TEST_P(ForestOfSeveralDevices, TakesDevicesThatOwnNothing) {
  if (runtime().device_count() != 3) GTEST_SKIP() << "needs three devices";
  const auto narrow = graph_with_ties<float>(kLongCases.back());
  const auto wide = graph_with_ties<double>(kLongCases.back());
  const VertexId end = narrow.vertex_count();
  const std::vector<VertexRange> owns[] = {{{0, 0}, {0, 256}, {256, end}}, {{0, 384}, {384, 384}, {384, end}}};
  for (const std::vector<VertexRange>& own : owns) {
    expect_found(narrow, find(narrow, Placement{own, own}));
    expect_found(wide, find(wide, Placement{own, own}));
  }
}

TEST_P(ForestOfSeveralDevices, CountsEdgesThatSeveralDevicesHoldOnce) {
  if (runtime().device_count() < 3) GTEST_SKIP() << "fewer than three devices";
  const auto graph = graph_with_ties<std::int32_t>(kLongCases.front());
  const VertexId end = graph.vertex_count();
  const Placement overlapping{{{0, 128}, {128, 640}, {640, end}}, {{0, 256}, {128, 768}, {512, end}}};
  expect_found(graph, find(graph, overlapping));
}

// What all have kept.
std::uint64_t expect_slices(const Graph<std::int32_t>& graph, const std::vector<ForestActivity>& devices) {
  std::uint64_t edges = 0;
  for (VertexId v = 0; v < graph.vertex_count(); ++v)
    for (const VertexId u : graph.incoming().neighbours(v)) edges += u < v ? 1 : 0;
  std::uint64_t brought = 0;
  std::uint64_t kept = 0;
  for (const ForestActivity& each : devices) {
    EXPECT_LE(each.kept, std::min<std::uint64_t>(each.edge_count, graph.vertex_count() - 1));
    brought += each.edge_count;
    kept += each.kept;
  }
  EXPECT_EQ(brought, edges);
  return kept;
}

TEST_P(ForestOfSeveralDevices, SaysWhatEveryDeviceHasDone) {
  const auto graph = graph_with_ties<std::int32_t>(kLongCases.front());
  const auto forest = find(graph);
  ASSERT_EQ(forest.devices.size(), static_cast<std::size_t>(runtime().device_count()));
  const std::uint64_t kept = expect_slices(graph, forest.devices);
  EXPECT_GE(kept, forest.edge_count);
  for (const ForestActivity& each : forest.devices) {
    EXPECT_LE(each.received, kept - each.kept);
    EXPECT_EQ(each.received == 0, forest.devices.size() == 1);
  }
}

TEST_P(ForestOfSeveralDevices, SaysWhatEveryDeviceHasDoneWhereWholeForestsAreMerged) {
  const auto graph = graph_with_ties<std::int32_t>(kLongCases.front());
  const auto forest = find(graph, {ForestMethod::kBoruvka});
  ASSERT_EQ(forest.devices.size(), static_cast<std::size_t>(runtime().device_count()));
  const std::uint64_t kept = expect_slices(graph, forest.devices);
  const std::uint64_t kept_by_others = kept - forest.devices.front().kept;
  EXPECT_LE(forest.devices.front().received, kept_by_others);
  if (forest.devices.size() == 2) {
    EXPECT_EQ(forest.devices.front().received, kept_by_others);
  }
  EXPECT_EQ(forest.devices.back().received, 0u);
}

TEST_P(ForestOfSeveralDevices, MemoryStaysBelowWhatIsPredictedWhereWholeForestsAreMerged) {
  if (runtime().device_count() == 1) GTEST_SKIP() << "one device merges none";
  const auto graph = graph_with_ties<double>({"urand", {{"vertices", "20000"}, {"edge-factor", "4"}}});
  const auto spread = shard_graph(runtime(), graph, placement_of(graph), {.outgoing = false});
  for (const ForestMethod method : {ForestMethod::kFiltered, ForestMethod::kBoruvka}) {
    SpanningForestOptions options;
    options.method = method;
    std::vector<std::size_t> before;
    for (int i = 0; i < runtime().device_count(); ++i) {
      before.push_back(runtime().device(i).memory().in_use);
      runtime().device(i).reset_peak_memory();
    }
    EXPECT_GT(minimum_spanning_forest(spread, options).edge_count, 0u);
    for (int i = 0; i < runtime().device_count(); ++i) {
      const MemoryPlan plan = spanning_forest_memory(shards::run_size(spread, i), options);
      EXPECT_LE(runtime().device(i).memory().peak - before[static_cast<std::size_t>(i)], plan.total() + 16384) << i;
    }
  }
}

TEST_P(ForestOfSeveralDevices, HasTheUsersIds) {
  ThreadPool threads(1);
  EdgeList list = oracle::list_of(3, {{0, 1}, {1, 2}, {2, 0}}, Direction::kUndirectedOnce);
  list.values = std::vector<float>{1, 3, 2};
  list.ids.original = {70, 20, 50};
  EXPECT_EQ(find(build_graph<float>(threads, std::move(list))).weight, 3);
  ASSERT_EQ(edges_.size(), 2u);
  EXPECT_EQ(edges_.ids.name_of(edges_.source[1]), 50);
  EXPECT_EQ(edges_.ids.name_of(edges_.target[1]), 70);
  EXPECT_EQ(edges_.direction, Direction::kUndirectedOnce);
}

TEST_P(ForestOfSeveralDevices, TakesGraphsWithoutVerticesOrEdges) {
  EXPECT_EQ(find(Graph<NoValue>()).component_count, 0u);
  EXPECT_EQ(find(oracle::graph_of(3, {})).component_count, 3u);
  EXPECT_EQ(find(oracle::graph_of(300, {{1, 1}, {299, 299}})).component_count, 300u);
  EXPECT_EQ(find(oracle::graph_of(300, {{1, 299}, {1, 299}}), {ForestMethod::kBoruvka}).edge_count, 1u);
}

TEST_P(ForestOfSeveralDevices, RefusesWhatHasNone) {
  EXPECT_THROW((void)find(oracle::graph_of(2, {{0, 1}}, Direction::kDirected)), UsageError);
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  for (const SpanningForestOptions& options : kAllOptions)
    EXPECT_THROW((void)find(oracle::weighted_graph_of<double>(400, {{0, 1}, {0, 399}}, {1, nan}), options), InputError);
  const auto narrow = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW((void)find(oracle::weighted_graph_of<float>(400, {{0, 1}, {0, 399}}, {1, narrow})), InputError);
}

TEST_P(ForestOfSeveralDevices, LargeGraphsAreThoseOfOneDevice) {
  if (!on_cuda()) GTEST_SKIP() << "takes too long";
  const auto graph = graph_with_ties<std::int32_t>({"kron", {{"scale", "17"}}});
  for (const SpanningForestOptions& options : kAllOptions) expect_right(graph, options);
}

TEST(FaultyForest, ADeviceThatIsLostIsNamed) {
  const auto graph = graph_with_ties<std::int32_t>(kLongCases.front());
  bool is_done = false;
  int losses = 0;
  for (std::int64_t after = 0; !is_done; after += 9) {
    RuntimeOptions options;
    options.host.faults.lost_device = 1;
    options.host.faults.lost_after = after;
    Runtime runtime("host:3", options);
    try {
      const Placement placement = shards::place_by_edges(graph.incoming().row.span(), {.devices = 3});
      const auto spread = shard_graph(runtime, graph, placement, {.outgoing = false});
      (void)minimum_spanning_forest(spread);
      is_done = true;
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find("host:1 is lost"), std::string::npos) << error.what();
      ++losses;
    }
  }
  EXPECT_GT(losses, 5);
}

TEST_P(ForestOfSeveralDevices, RefusesATotalThatItsTypeDoesNotHold) {
  const VertexId vertices = 2000;  // so that all devices have some
  std::vector<std::int64_t> weights(vertices - 1, 0);
  weights.front() = weights.back() = INT64_MAX;
  const auto graph = oracle::weighted_graph_of<std::int64_t>(vertices, oracle::path(vertices), weights);
  EXPECT_THROW((void)find(graph), InputError);
  EXPECT_THROW((void)find(graph, {ForestMethod::kFiltered, -1}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
