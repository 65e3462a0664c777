// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <typeinfo>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "csr_case.hpp"
#include "support/machines.hpp"

// Graphs of arrays that a caller has on a device.
namespace warpgraph::test {
namespace {

class DeviceCsr : public MachineTest {
 protected:
  // The arrays that the graph is made of are gone before it is looked at.
  [[nodiscard]] auto maker() const {
    return [this]<class Offset, class Column, class Value>(const std::vector<Offset>& row,
                                                           const std::vector<Column>& column,
                                                           const std::vector<Value>& value, const CsrOptions& options) {
      DeviceGraph<Value> graph;
      {
        Buffer<Offset> there = to_device(stream(), row, "row");
        Buffer<Column> columns = to_device(stream(), column, "column");
        const Buffer<Value> values = to_device(stream(), value, "value");
        graph = DeviceGraph<Value>::from_csr(stream(), there, columns, values, options);
        fill(stream(), there, Offset{0});
        fill(stream(), columns, Column{0});
      }
      return download(stream(), graph);
    };
  }
  [[nodiscard]] auto takes_turn() const {
    return [this](std::uint64_t turn) { return takes(turn); };
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(DeviceCsr);

TEST_P(DeviceCsr, TakesIntegersOfEveryType) {
  for_each_pair_of_types([&](const auto& small) {
    SCOPED_TRACE(std::string(typeid(small).name()));
    expect_small_graph(maker()(small.row, small.column, small.value, {}));
  });
}

TEST_P(DeviceCsr, RefusesRowsThatAreNoGraph) { expect_refusals(maker()); }

TEST_P(DeviceCsr, EqualsTheBuilder) {
  expect_random_graphs<NoValue>(maker(), takes_turn());
  expect_random_graphs<std::int32_t>(maker(), takes_turn());
  expect_random_graphs<double>(maker(), takes_turn());
}

TEST_P(DeviceCsr, TakesGraphsWithoutEdgesOrVertices) {
  const std::vector<std::int64_t> no_column;
  for (const auto& row : std::vector<std::vector<std::int32_t>>{{}, {0}, {0, 0, 0}})
    for (const bool undirected : {false, true}) {
      const auto graph = maker()(row, no_column, std::vector<float>(), {.undirected = undirected});
      EXPECT_EQ(graph.vertex_count(), row.empty() ? 0 : row.size() - 1);
      EXPECT_EQ(graph.edge_count(), 0u);
      EXPECT_TRUE(graph.has_outgoing());
    }
}

TEST(DeviceCsrWithoutMemory, LeavesNothingBehind) {
  int failures = 0;
  for (bool is_done = false; !is_done;) {
    RuntimeOptions options;
    options.host.execution = HostExecution::kShuffled;
    const SmallCsr<std::int64_t, std::int32_t> small;
    options.host.faults.failing_allocation = 3 + failures;
    const Runtime runtime("host", options);
    const Stream stream(runtime.device());
    const Buffer<std::int64_t> row = to_device(stream, small.row, "row");
    const Buffer<std::int32_t> column = to_device(stream, small.column, "column");
    const Buffer<float> value = to_device(stream, small.value, "value");
    try {
      const auto graph = DeviceGraph<float>::from_csr(stream, row, column, value);
      is_done = true;
      expect_small_graph(download(stream, graph));
    } catch (const OutOfMemory&) {
      stream.synchronize();
      EXPECT_EQ(to_host(stream, value), small.value);
      ++failures;
    }
  }
  EXPECT_GE(failures, 6);  // offsets, columns and values, of both directions
}

}  // namespace
}  // namespace warpgraph::test
