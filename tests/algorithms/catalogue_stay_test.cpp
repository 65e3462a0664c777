// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/placement_case.hpp"

// Columns that stay on the device that has made them (AlgorithmRequest::may_stay).
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

bool is_empty(const VertexValues& values) {
  return std::visit([](const auto& each) { return each.empty(); }, values);
}

class CatalogueStay : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (algorithm().leaves == Leaves::kEdges) GTEST_SKIP() << "it leaves edges, which are in host memory";
  }

  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(GetParam()); }
  // Vertices are called by their numbers, so that the device can make names of them.
  [[nodiscard]] static const AnyGraph& graph() {
    static const CatalogueGraph graphs = catalogue_graph({"kron", {{"scale", "8"}}}, "float");
    return graphs.fitting(algorithm(), false);
  }
  // With all columns.
  [[nodiscard]] static std::unique_ptr<AlgorithmRun> run() {
    std::vector<std::string> names;
    for (const AlgorithmColumn& each : algorithm().columns) names.push_back(each.name);
    return algorithm().read(standard_arguments(algorithm(), graph()), WantedColumns(names));
  }
  [[nodiscard]] static AlgorithmRequest request_on(PlacedGraphView view, bool may_stay) {
    AlgorithmRequest request = catalogue_request(algorithm(), std::move(view), graph(), 0);
    request.may_stay = may_stay;
    return request;
  }

  static void expect_columns_to_stay(Runtime& runtime, const PlacedGraphView& view) {
    const auto run = CatalogueStay::run();
    const AlgorithmOutcome expected = run->run(request_on(view, false));
    const std::size_t before = runtime.device().memory().in_use;
    {
      AlgorithmOutcome found = run->run(request_on(view, true));
      ASSERT_EQ(found.columns.size(), expected.columns.size());
      for (std::size_t i = 0; i < found.columns.size(); ++i) {
        ResultColumn& column = found.columns[i];
        SCOPED_TRACE(column.name);
        EXPECT_EQ(expected.columns[i].on_device, nullptr);
        const bool is_of_vertices = find_column(algorithm(), column.name)->is_vertex();
        EXPECT_TRUE(column.on_device != nullptr || is_of_vertices) << "only names may be made on the host";
        EXPECT_EQ(is_empty(column.values), column.on_device != nullptr);
        if (column.on_device) {
          EXPECT_EQ(column.on_device->device, &runtime.device());
          EXPECT_GT(runtime.device().memory().in_use, before);
          bring_to_host(column);
        }
        EXPECT_EQ(column.values, expected.columns[i].values);
      }
    }
    EXPECT_EQ(runtime.device().memory().in_use, before) << "the columns have given theirs back";
  }
};

INSTANTIATE_TEST_SUITE_P(Host, CatalogueStay, testing::ValuesIn(algorithm_names()),
                         [](const auto& suite) { return as_test_name(suite.param); });

TEST_P(CatalogueStay, ColumnsOfOneDeviceStayThereAndAreTheSameOnTheHost) {
  Runtime runtime("host:1");
  const Stream stream(runtime.device(), "test");
  const AnyDeviceGraph whole =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph());
  stream.synchronize();
  expect_columns_to_stay(runtime, {stream, whole});
}

TEST_P(CatalogueStay, ColumnsOfAGraphInHostMemoryStayOnTheOneDeviceThatRanIt) {
  Runtime runtime("host:1");
  const AnyGraphOn in_memory = on(runtime, graph());
  expect_columns_to_stay(runtime, PlacedGraphView(in_memory));
}

TEST_P(CatalogueStay, ColumnsOfSeveralDevicesDoNotStay) {
  constexpr int kSeveral = 3;
  Runtime runtime("host:3");
  const AnyGraphOn in_memory = on(runtime, graph(), {.devices = kSeveral});
  const AnyShardedGraph spread =
      shard_graph(runtime, graph(), place(vertex_count(graph()), kSeveral, kEverything), {.outgoing = true});
  const auto run = CatalogueStay::run();
  std::vector<PlacedGraphView> views;
  if (run->can_spread()) views.emplace_back(spread);
  if (run->can_spread() || run->works_in_host_memory()) views.emplace_back(in_memory);
  if (views.empty()) GTEST_SKIP() << "it runs on one device";
  for (const PlacedGraphView& view : views) {
    for (const ResultColumn& column : run->run(request_on(view, true)).columns) {
      EXPECT_EQ(column.on_device, nullptr) << column.name;
      EXPECT_FALSE(is_empty(column.values)) << column.name;
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
