// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/partition.hpp>

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "host_graphs.hpp"

// What partition() refuses.
namespace warpgraph {
namespace {

using namespace test;          // NOLINT(google-build-using-namespace): its graphs
using namespace partitioning;  // NOLINT(google-build-using-namespace)

class PartitionRefusal : public testing::Test {
 protected:
  void expect_usage_error(const SmallGraph& graph, const PartitionOptions& options) {
    EXPECT_THROW(static_cast<void>(partition(stream_.ref(), graph.input(), options)), UsageError);
  }
  void expect_input_error(const SmallGraph& graph, const std::string& part_of_message) {
    try {
      static_cast<void>(partition(stream_.ref(), graph.input(), into(2)));
      ADD_FAILURE() << "no error";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part_of_message), std::string::npos) << error.what();
    }
  }

  SmallGraph graph_ = grid_graph(4, 4);
  Runtime runtime_{"host"};
  Stream stream_{runtime_.device()};
};

TEST_F(PartitionRefusal, NoParts) { expect_usage_error(graph_, into(0)); }

TEST_F(PartitionRefusal, NegativeTolerance) {
  PartitionOptions options = into(2);
  options.tolerance = {-0.1};
  expect_usage_error(graph_, options);
}

TEST_F(PartitionRefusal, FixedPartThatIsNotThere) {
  PartitionOptions options = into(2);
  options.fixed.assign(16, kFreePart);
  options.fixed[7] = 2;
  expect_usage_error(graph_, options);
}

TEST_F(PartitionRefusal, TargetsThatDoNotSumToOne) {
  PartitionOptions options = into(2);
  options.targets = {0.5, 0.6};
  expect_usage_error(graph_, options);
}

TEST_F(PartitionRefusal, LeastWeightAboveTheLargest) {
  PartitionOptions options = into(2);
  options.min_weight = {9, 0};
  options.max_weight = {8, 8};
  expect_usage_error(graph_, options);
}

TEST_F(PartitionRefusal, DirectedGraph) {
  graph_.column[0] = 5;
  expect_input_error(graph_, "directed");
}

TEST_F(PartitionRefusal, WeightThatDiffersAtTheOtherEnd) {
  graph_.edge_weight.assign(graph_.column.size(), 1);
  graph_.edge_weight[3] = 2;
  expect_input_error(graph_, "one weight");
}

TEST_F(PartitionRefusal, NeighbourThatIsNotThere) {
  graph_.column[0] = 16;
  expect_input_error(graph_, "vertex 16");
}

TEST_F(PartitionRefusal, VertexWeightsThatOverflow) {
  graph_.vertex_weight.assign(16, std::int64_t{1} << 60);
  expect_input_error(graph_, "vertex 1");
}

TEST_F(PartitionRefusal, NegativeVertexWeight) {
  graph_.vertex_weight.assign(16, 1);
  graph_.vertex_weight[5] = -1;
  expect_input_error(graph_, "vertex 5");
}

}  // namespace
}  // namespace warpgraph
