// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <warpgraph/algorithms/k_core.hpp>

#include <gtest/gtest.h>

#include "algorithms/copying_test.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/k_core.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Cores = std::vector<std::uint32_t>;

class KCore : public CopyingTest {
 protected:
  template <EdgeValueType EdgeValue>
  Cores cores_of(const Graph<EdgeValue>& graph) {
    const DeviceGraph<EdgeValue> on_device = copied(graph);
    return core_numbers(stream(), on_device).to_host(stream());
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(KCore);

TEST_P(KCore, IsThatOfTheOracle) {
  for (const GraphCase& each : kStructureCases) {
    SCOPED_TRACE(each.generator);
    const Graph<NoValue> graph = build_case(each, true);
    EXPECT_EQ(cores_of(graph), oracle::core_numbers(graph));
  }
}

TEST_P(KCore, SkipsNumbersThatNobodyHas) {
  // A clique of 6, one of 60, a path of 3 and a vertex of its own.
  oracle::Ends ends = oracle::clique(0, 6);
  for (const auto& each : oracle::clique(6, 66)) ends.push_back(each);
  ends.insert(ends.end(), {{66, 67}, {67, 68}});
  const Cores cores = cores_of(oracle::graph_of(70, ends));
  EXPECT_EQ(cores[0], 5u);
  EXPECT_EQ(cores[65], 59u);
  EXPECT_EQ(cores[67], 1u);
  EXPECT_EQ(cores[69], 0u);
}

TEST_P(KCore, CountsNeighboursAndNotEdges) {
  // 0 = 1 - 2, with a loop at 2 and at 3
  EXPECT_EQ(cores_of(oracle::graph_of(4, {{0, 1}, {0, 1}, {1, 2}, {2, 2}, {2, 2}, {3, 3}})), (Cores{1, 1, 1, 0}));
}

TEST_P(KCore, DoesNotLookAtEdgeValues) {
  const auto graph = oracle::weighted_graph_of<double>(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, {1., 2., 3., 4.});
  EXPECT_EQ(cores_of(graph), (Cores{2, 2, 2, 1}));
}

TEST_P(KCore, TakesGraphsWithoutVerticesOrEdges) {
  EXPECT_TRUE(cores_of(Graph<NoValue>()).empty());
  EXPECT_EQ(cores_of(oracle::graph_of(3, {})), (Cores{0, 0, 0}));
}

TEST_P(KCore, RefusesDirectedGraphs) {
  EXPECT_THROW((void)cores_of(oracle::graph_of(2, {{0, 1}}, Direction::kDirected)), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
