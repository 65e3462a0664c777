// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/partition.hpp>

#include <map>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/runtime/runtime.hpp>

#include "partitioning/host_graphs.hpp"

namespace warpgraph::test {
namespace {

// The methods coarsen on the device down to 4096 vertices only.
TEST(PartitionMemory, IsAtLeastWhatTheMethodsOfPapersTake) {
  const std::map<std::string, SmallGraph> graphs{{"grid", grid_graph(120, 120)},
                                                 {"dense", random_graph(6000, 90000, 2)},
                                                 {"heavy vertices", heavy_vertex_graph(8000, 60000, 3)}};
  partitioning::PartitionOptions by_hash;
  by_hash.method = "gp-metis";
  partitioning::PartitionOptions by_sort = by_hash;
  by_sort.method_options = {{"merge", "sort"}};
  partitioning::PartitionOptions by_transactions;
  by_transactions.method = "transactional";
  for (const auto& [name, graph] : graphs)
    for (const partitioning::PartitionOptions& options : {by_hash, by_sort, by_transactions}) {
      const Runtime runtime("host");
      const Stream stream(runtime.device(), "test");
      (void)partitioning::partition(stream, graph.input(), options);
      EXPECT_GE(partitioning::partition_memory(graph.input(), options).total(), runtime.device().memory().peak)
          << name << ' ' << options.method;
    }
}

}  // namespace
}  // namespace warpgraph::test
