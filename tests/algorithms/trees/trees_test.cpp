// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/trees.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/copying_test.hpp"
#include "forests.hpp"
#include "serial_forest.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using oracle::Ends;
using Vertices = std::vector<VertexId>;

void expect_equal(const HostForest& found, const HostForest& expected) {
  EXPECT_EQ(found.root, expected.root);
  EXPECT_EQ(found.parent, expected.parent);
  EXPECT_EQ(found.depth, expected.depth);
  EXPECT_EQ(found.preorder, expected.preorder);
  EXPECT_EQ(found.size, expected.size);
}

// The parts of the message of the InputError that rooting throws must be there.
void expect_names(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

class Trees : public CopyingTest {
 protected:
  template <EdgeValueType EdgeValue>
  RootedForest rooted(const Graph<EdgeValue>& graph, const Vertices& roots = {}) {
    const DeviceGraph<EdgeValue> on_device = copied(graph);
    RootForestOptions options;
    options.roots = roots;
    return root_forest(stream(), on_device, options);
  }
  std::string refusal(const Graph<NoValue>& graph, const Vertices& roots = {}) {
    try {
      (void)rooted(graph, roots);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  [[nodiscard]] Buffer<VertexId> on_device(const Vertices& vertices) const {
    return to_device(stream(), vertices, "test");
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Trees);

// A third of all vertices as both ends, and some at random.
std::pair<Vertices, Vertices> pairs_of(VertexId vertices) {
  std::mt19937_64 random(vertices);
  std::pair<Vertices, Vertices> pairs;
  for (VertexId i = 0; i < 2 * vertices + 3; ++i) {
    pairs.first.push_back(i % 3 == 0 ? i % vertices : static_cast<VertexId>(random() % vertices));
    pairs.second.push_back(static_cast<VertexId>(random() % vertices));
  }
  return pairs;
}

TEST_P(Trees, AreThoseOfTheOracle) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const Graph<NoValue> graph = oracle::graph_of(each.vertices, each.edges);
    const RootedForest forest = rooted(graph);
    const Vertices roots = oracle::lowest_roots(graph);
    EXPECT_EQ(forest.tree_count, roots.size());
    expect_equal(to_host(stream(), forest), oracle::rooted(graph, roots));
  }
}

TEST_P(Trees, HaveTheRootsThatAreGiven) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const Graph<NoValue> graph = oracle::graph_of(each.vertices, each.edges);
    const VertexId given = each.vertices - 1;
    Vertices roots = oracle::lowest_roots(graph);
    const HostForest lowest = oracle::rooted(graph, roots);
    for (VertexId& root : roots)
      if (lowest.root[given] == root) root = given;
    expect_equal(to_host(stream(), rooted(graph, {given})), oracle::rooted(graph, roots));
  }
}

// 3   1 - 0   5
// |   |       |
// 2   4       6    stored as 9 - v
TEST_P(Trees, AreRootedAtTheLowestIdHoweverVerticesAreStored) {
  EdgeList list = oracle::list_of(7, {{3, 2}, {1, 0}, {1, 4}, {5, 6}}, Direction::kUndirectedOnce);
  for (VertexId v = 0; v < 7; ++v) list.ids.original.push_back(9 - v);
  ThreadPool threads(1);
  const RootedForest forest = rooted(build_graph<NoValue>(threads, std::move(list)));
  EXPECT_EQ(to_host(stream(), forest.root), (Vertices{4, 4, 3, 3, 4, 6, 6}));
}

TEST_P(Trees, OfNoVerticesAreNone) {
  const RootedForest forest = rooted(Graph<NoValue>());
  EXPECT_EQ(forest.tree_count, 0u);
  EXPECT_EQ(forest.vertex_count(), 0u);
  EXPECT_TRUE(AncestorIndex(stream(), forest).common_ancestors(stream(), {}, {}).empty());
  EXPECT_TRUE(postorder(stream(), forest).empty());
}

TEST_P(Trees, RefuseACycleAndNameAnEdgeOfIt) {
  expect_names(refusal(oracle::graph_of(6, {{0, 1}, {2, 3}, {3, 4}, {4, 2}, {4, 5}})), "the edge 3 - 4 closes one");
}
TEST_P(Trees, RefuseASelfLoop) {
  expect_names(refusal(oracle::graph_of(3, {{0, 1}, {2, 2}})), "the edge 2 - 2 closes one");
}
TEST_P(Trees, RefuseARepeatedEdge) {
  expect_names(refusal(oracle::graph_of(4, {{0, 1}, {2, 3}, {3, 2}})), "the edge 2 - 3 closes one");
}
TEST_P(Trees, RefuseTwoRootsInOneTree) {
  const Graph<NoValue> graph = oracle::graph_of(5, {{0, 1}, {1, 2}, {3, 4}});
  expect_names(refusal(graph, {2, 4, 0}), "the roots 0 and 2 are in one tree");
  expect_names(refusal(graph, {2, 2}), "the root 2 is given twice");
  expect_names(refusal(graph, {77}), "the root 77 is no vertex of the forest, which has ");
}
TEST_P(Trees, RefuseDirectedGraphs) {
  EXPECT_THROW((void)rooted(oracle::graph_of(2, {{0, 1}}, Direction::kDirected)), UsageError);
}

TEST_P(Trees, LeaveVerticesInPostorder) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const RootedForest forest = rooted(oracle::graph_of(each.vertices, each.edges));
    const HostForest host = to_host(stream(), forest);
    const Vertices number = to_host(stream(), postorder(stream(), forest));
    Vertices at(each.vertices, kNoVertex);
    for (VertexId v = 0; v < each.vertices; ++v) at[number[v]] = v;
    EXPECT_EQ(std::ranges::count(at, kNoVertex), 0);
    for (VertexId v = 0; v < each.vertices; ++v) {
      EXPECT_LE(number[v], number[host.parent[v]]);
      EXPECT_EQ(number[v] + host.depth[v], host.preorder[v] + host.size[v] - 1);
    }
  }
}

TEST_P(Trees, SumValuesOverSubtrees) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const RootedForest forest = rooted(oracle::graph_of(each.vertices, each.edges));
    std::vector<std::int64_t> values(each.vertices);
    for (VertexId v = 0; v < each.vertices; ++v) values[v] = std::int64_t{v} * v - 1000;
    const HostForest host = to_host(stream(), forest);
    std::vector<std::int64_t> expected(each.vertices, 0);
    for (VertexId v = 0; v < each.vertices; ++v) {
      VertexId above = v;
      for (; host.parent[above] != above; above = host.parent[above]) expected[above] += values[v];
      expected[above] += values[v];
    }
    const auto on_device = to_device(stream(), values, "test");
    EXPECT_EQ(to_host(stream(), subtree_sums(stream(), forest, on_device.view())), expected);
    const std::vector<double> real(values.begin(), values.end());
    const auto real_on_device = to_device(stream(), real, "test");
    EXPECT_EQ(to_host(stream(), subtree_sums(stream(), forest, real_on_device.view())),
              std::vector<double>(expected.begin(), expected.end()));
  }
}

TEST_P(Trees, SumsWrapAround) {
  const RootedForest forest = rooted(oracle::graph_of(3, {{0, 1}, {1, 2}}));
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  const auto values = to_device(stream(), std::vector<std::int64_t>{kMax, 2, kMax}, "test");
  EXPECT_EQ(to_host(stream(), subtree_sums(stream(), forest, values.view())),
            (std::vector<std::int64_t>{0, std::numeric_limits<std::int64_t>::min() + 1, kMax}));
}

//     0        the weights of 0 - 2, 2 - 1, 2 - 4 and 3 - 5
//   7 |
//     2        3
//  -3 / \ 10   | 5
//    1   4     5
TEST_P(Trees, AddUpTheWeightsOfTheEdgesToTheRoot) {
  const auto check = [&]<class Weight>(std::vector<Weight> weights, const auto& expected) {
    const auto graph = oracle::weighted_graph_of<Weight>(6, {{0, 2}, {2, 1}, {2, 4}, {3, 5}}, std::move(weights));
    const auto on_device = copied(graph);
    const RootedForest forest = root_forest(stream(), on_device);
    EXPECT_EQ(to_host(stream(), weighted_depths(stream(), on_device, forest)), expected);
  };
  check(std::vector<std::int32_t>{7, -3, 10, 5}, std::vector<std::int64_t>{0, 4, 7, 0, 17, 5});
  check(std::vector<float>{7, -3, 10, 5}, std::vector<double>{0, 4, 7, 0, 17, 5});
}

TEST_P(Trees, MeetWhereTheOracleSays) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const RootedForest forest = rooted(oracle::graph_of(each.vertices, each.edges));
    const HostForest host = to_host(stream(), forest);
    const AncestorIndex index(stream(), forest);
    const auto [a, b] = pairs_of(each.vertices);
    const Buffer<VertexId> first = on_device(a);
    const Buffer<VertexId> second = on_device(b);
    const Vertices met = to_host(stream(), index.common_ancestors(stream(), first, second));
    const Vertices length = to_host(stream(), index.path_lengths(stream(), first, second));
    for (std::size_t i = 0; i < a.size(); ++i) {
      const VertexId top = oracle::meet(host, a[i], b[i]);
      ASSERT_EQ(met[i], top) << a[i] << " and " << b[i];
      const VertexId edges = top == kNoVertex ? kNoVertex : host.depth[a[i]] + host.depth[b[i]] - 2 * host.depth[top];
      ASSERT_EQ(length[i], edges) << a[i] << " and " << b[i];
    }
  }
}

TEST_P(Trees, FindAncestorsByDistance) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const RootedForest forest = rooted(oracle::graph_of(each.vertices, each.edges));
    const HostForest host = to_host(stream(), forest);
    Vertices from;
    Vertices up;
    Vertices expected;
    for (VertexId v = 0; v < each.vertices; v += 7) {
      VertexId above = v;
      for (VertexId distance = 0; distance <= host.depth[v] + 1; ++distance) {
        from.push_back(v);
        up.push_back(distance);
        expected.push_back(distance > host.depth[v] ? kNoVertex : above);
        above = host.parent[above];
      }
    }
    const Buffer<VertexId> vertices = on_device(from);
    const Buffer<VertexId> distances = on_device(up);
    const AncestorIndex index(stream(), forest);
    EXPECT_EQ(to_host(stream(), index.ancestors(stream(), vertices, distances)), expected);
  }
}

TEST_P(Trees, TakeNoMoreMemoryThanTheyPlan) {
  const ForestCase each = random_forest(20000, 20000, 50, 9);
  const DeviceGraph<NoValue> graph = copied(oracle::graph_of(each.vertices, each.edges));
  const auto peak_of = [&](auto&& work) {
    stream().synchronize();
    device().reset_peak_memory();
    const std::size_t before = device().memory().in_use;
    const auto kept = work();
    stream().synchronize();
    return device().memory().peak - before;
  };
  const RootedForest forest = root_forest(stream(), graph);
  EXPECT_LE(peak_of([&] { return root_forest(stream(), graph); }), root_forest_memory(device(), each.vertices).total());
  EXPECT_LE(peak_of([&] { return AncestorIndex(stream(), forest); }),
            AncestorIndex::memory(device(), each.vertices).total());
}

}  // namespace
}  // namespace warpgraph::test
