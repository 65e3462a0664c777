// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/vertex_groups.hpp>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using papers::group_vertices;
using papers::group_vertices_within;
using papers::VertexGroups;

struct DirectedGraph {
  std::string name;
  Graph<NoValue> graph;
};

Graph<NoValue> generated(const std::string& generator, const generators::GeneratorArguments& arguments) {
  ThreadPool threads(1);
  return build_graph<NoValue>(threads,
                              generators::generate(generators::parse_generator(generator, arguments), threads));
}

class VertexGroupsTest : public MachineTest {
 protected:
  static const std::vector<DirectedGraph>& graphs() {
    static const std::vector<DirectedGraph> made = [] {
      std::vector<DirectedGraph> all;
      all.push_back({"rmat", generated("rmat", {{"scale", "9"}})});
      all.push_back({"urand", generated("urand", {{"vertices", "777"}})});
      all.push_back({"path", generated("path", {{"vertices", "130"}})});
      const std::string heavy = std::to_string(tuning::kHeavyEdges + 100);
      all.push_back({"heavy-vertex", generated("heavy-vertex", {{"vertices", heavy}})});
      return all;
    }();
    return made;
  }
  [[nodiscard]] DeviceGraph<NoValue> on_device(const Graph<NoValue>& graph) const {
    DeviceGraph<NoValue> copied = upload(stream(), graph);
    stream().synchronize();
    return copied;
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(VertexGroupsTest);

TEST_P(VertexGroupsTest, ListTheTargetsOfEachGroupOnce) {
  for (const DirectedGraph& each : graphs()) {
    const DeviceGraph<NoValue> graph = on_device(each.graph);
    for (const unsigned ratio : {1u, 2u, 8u, 32u, 64u}) {
      SCOPED_TRACE(each.name + ", " + std::to_string(ratio));
      const VertexGroups groups = group_vertices(stream(), graph.view(), ratio);
      EXPECT_EQ(groups.ratio(), ratio);
      EXPECT_EQ(groups.vertex_count(), graph.vertex_count());
      std::vector<std::set<VertexId>> expected((graph.vertex_count() + ratio - 1) / ratio);
      const auto& edges = each.graph.incoming();
      for (VertexId v = 0; v < graph.vertex_count(); ++v)
        for (EdgeId e = edges.row[v]; e < edges.row[v + 1]; ++e) expected[edges.column[e] / ratio].insert(v / ratio);
      const auto row = to_host(stream(), groups.view().row);
      const auto column = to_host(stream(), groups.view().column);
      ASSERT_EQ(row.size(), expected.size() + 1);
      for (std::size_t g = 0; g < expected.size(); ++g) {
        EXPECT_EQ(std::vector<VertexId>(column.begin() + static_cast<std::ptrdiff_t>(row[g]),
                                        column.begin() + static_cast<std::ptrdiff_t>(row[g + 1])),
                  std::vector<VertexId>(expected[g].begin(), expected[g].end()));
      }
      EXPECT_EQ(groups.bytes(), row.size() * sizeof(EdgeId) + column.size() * sizeof(VertexId));
    }
  }
}

TEST_P(VertexGroupsTest, AreAsSmallAsTheyCanBeWithinTheMemory) {
  const DeviceGraph<NoValue> graph = on_device(graphs().front().graph);
  const std::size_t all = group_vertices(stream(), graph.view(), 1).bytes();
  const std::size_t least = group_vertices(stream(), graph.view(), 64).bytes();
  EXPECT_EQ(group_vertices_within(stream(), graph.view(), all)->ratio(), 1u);
  EXPECT_EQ(group_vertices_within(stream(), graph.view(), least)->ratio(), 64u);
  EXPECT_FALSE(group_vertices_within(stream(), graph.view(), least - 1));
  const std::optional<VertexGroups> between = group_vertices_within(stream(), graph.view(), all / 2);
  ASSERT_TRUE(between);
  EXPECT_GT(between->ratio(), 1u);
  EXPECT_LE(between->bytes(), all / 2);
}

TEST_P(VertexGroupsTest, KeepNoMoreMemoryThanTheySay) {
  const DeviceGraph<NoValue> graph = on_device(graphs().front().graph);
  const std::size_t before = device().memory().in_use;
  const VertexGroups groups = group_vertices(stream(), graph.view(), 4);
  stream().synchronize();
  EXPECT_EQ(device().memory().in_use - before, groups.bytes());
}

TEST_P(VertexGroupsTest, RefuseRatiosThatAreNoPowersOf2UpTo64) {
  const DeviceGraph<NoValue> graph = on_device(graphs().front().graph);
  for (const unsigned ratio : {0u, 3u, 128u})
    EXPECT_THROW((void)group_vertices(stream(), graph.view(), ratio), UsageError) << ratio;
}

TEST_P(VertexGroupsTest, OfGraphsWithoutVerticesAreNone) {
  const VertexGroups groups = group_vertices(stream(), GraphView<NoValue>{}, 8);
  EXPECT_EQ(groups.vertex_count(), 0u);
  EXPECT_TRUE(groups.view().column.empty());
}

}  // namespace
}  // namespace warpgraph::test
