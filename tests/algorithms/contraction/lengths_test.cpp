// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/contraction.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "algorithms/copying_test.hpp"
#include "algorithms/oracle/shortest_paths.hpp"
#include "graphs.hpp"
#include "support/refusal.hpp"

// Lengths and distances at the borders of their types.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using oracle::Ends;
using Names = std::vector<VertexName>;

constexpr std::int32_t kLong = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kHalf = std::int64_t{1} << 62;

template <EdgeValueType Value>
Graph<Value> path_of(const std::vector<Value>& lengths) {
  const auto vertices = static_cast<VertexId>(lengths.size() + 1);
  EdgeList list = oracle::list_of(vertices, oracle::path(vertices), Direction::kUndirectedOnce);
  list.values = lengths;
  for (std::uint64_t v = 0; v < vertices; ++v) list.ids.original.push_back(v + 100);
  ThreadPool threads(1);
  return build_graph<Value>(threads, std::move(list));
}

class ContractedLengths : public CopyingTest {
 protected:
  template <EdgeValueType Value>
  std::string refusal(const Graph<Value>& graph, const Names& keep, std::uint64_t source) {
    const DeviceGraph<Value> on_device = copied(graph);
    return refusal_of([&] { (void)sssp(stream(), contract(stream(), on_device, {.keep = keep}), {.source = source}); });
  }
  template <EdgeValueType Value>
  std::string refusal_of_whole(const Graph<Value>& graph, std::uint64_t source) {
    const DeviceGraph<Value> on_device = copied(graph);
    return refusal_of([&] { (void)sssp(stream(), on_device, {.source = source}); });
  }
  // Of a path, from its begin, whatever stays.
  template <EdgeValueType Value>
  void expect_refused_alike(const std::vector<Value>& lengths) {
    const Graph<Value> graph = path_of(lengths);
    const std::uint64_t last = 100 + lengths.size();
    Names all;
    for (std::uint64_t name = 100; name <= last; ++name) all.push_back(name);
    const std::string expected = refusal_of_whole(graph, 100);
    EXPECT_NE(expected, "no error");
    for (const Names& keep : {Names{100}, Names{100, last}, Names{100, last - 1}, all})
      EXPECT_EQ(refusal(graph, keep, 100), expected) << "keeps " << keep.size();
  }
  template <EdgeValueType Value>
  void expect_taken(const Graph<Value>& graph, const Names& keep, VertexId source) {
    const DeviceGraph<Value> on_device = copied(graph);
    const auto left = contract(stream(), on_device, {.keep = keep});
    const auto wide = oracle::shortest_paths<std::uint64_t>(graph, source);  // in 32 bits its sums would wrap around
    EXPECT_EQ(to_host(stream(), sssp(stream(), left, {.source = graph.ids().name_of(source)}).values),
              std::vector<Distance<Value>>(wide.begin(), wide.end()));
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ContractedLengths);

TEST_P(ContractedLengths, MayAddUpToTheGreatestDistanceOf32Bits) {
  const Graph<std::int32_t> graph = path_of<std::int32_t>({kLong, kLong, 0, 0});
  for (const Names& keep : {Names{100}, Names{100, 104}, Names{100, 103}, Names{100, 101, 102, 103, 104}})
    expect_taken(graph, keep, 0);
}
TEST_P(ContractedLengths, Of32BitsAreRefusedAsSsspRefusesThem) {
  expect_refused_alike<std::int32_t>({kLong, kLong, 1});
  expect_refused_alike<std::int32_t>({kLong, kLong, kLong, kLong, kLong});
  expect_refused_alike<std::int32_t>({kLong, 0, kLong, 1, 1});
}
TEST_P(ContractedLengths, Of64BitsAreRefusedAsSsspRefusesThem) {
  expect_refused_alike<std::int64_t>({kHalf, kHalf, 0});
  expect_refused_alike<std::int64_t>({kHalf, kHalf});
  EXPECT_EQ(refusal(path_of<std::int64_t>({kHalf, kHalf - 1, 0}), {100, 103}, 100), "no error");
}
TEST_P(ContractedLengths, OfFloatsAreRefusedAsSsspRefusesThem) {
  constexpr float kMaxFloat = std::numeric_limits<float>::max();
  constexpr double kMaxDouble = std::numeric_limits<double>::max();
  expect_refused_alike<float>({kMaxFloat, kMaxFloat});
  expect_refused_alike<double>({1, kMaxDouble, kMaxDouble});
  EXPECT_EQ(refusal(path_of<float>({kMaxFloat, 0, 0}), {100, 103}, 100), "no error");
}

// A chain that is longer than any distance goes round a cycle, and beside a short edge.
TEST_P(ContractedLengths, OfAChainMayAddUpToMoreThanAnyDistance) {
  constexpr std::int64_t kQuarter = kHalf / 2;
  const auto round = oracle::weighted_graph_of<std::int64_t>(5, cycle(5), {kQuarter, kQuarter, kQuarter, kQuarter, 5});
  expect_taken(round, {0}, 0);
  expect_taken(round, {2, 4}, 2);
  const ForestCase each = theta({0, 4, 5});
  std::vector<std::int64_t> lengths(each.edges.size(), kHalf);
  lengths.front() = 3;
  lengths[2] = lengths[3] = lengths[7] = lengths[8] = 1;
  const auto graph = oracle::weighted_graph_of(each.vertices, each.edges, lengths);
  const DeviceGraph<std::int64_t> on_device = copied(graph);
  EXPECT_EQ(refusal(graph, {0}, 0), refusal_of_whole(graph, 0));
}

// The chain between two triangles is too long, so the far one cannot be reached.
TEST_P(ContractedLengths, OfTheOnlyWayAreRefusedIfNoDistanceHoldsThem) {
  const Ends edges{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 5}};
  const auto graph = oracle::weighted_graph_of<std::int64_t>(8, edges, {1, 1, 1, kHalf, kHalf, kHalf, 1, 1, 1});
  const std::string message = refusal(graph, {0}, 0);
  EXPECT_TRUE(message.ends_with(" is 2^63 or more; lengths of double have distances that are rounded")) << message;
  constexpr float kMaxFloat = std::numeric_limits<float>::max();
  const auto floats = oracle::weighted_graph_of<float>(8, edges, {1, 1, 1, kMaxFloat, kMaxFloat, 1, 1, 1, 1});
  EXPECT_TRUE(refusal(floats, {0}, 0).ends_with(" is beyond the range of float; lengths of double have a wider one"));
}

TEST_P(ContractedLengths, ThatAreNoneAreRefused) {
  EXPECT_EQ(refusal(path_of<std::int32_t>({1, -1}), {100}, 100),
            "shortest paths: the edge from 102 to 101 has the negative length -1");
  EXPECT_EQ(refusal(path_of<std::int64_t>({-5}), {100}, 100),
            "shortest paths: the edge from 101 to 100 has the negative length -5");
  for (const double wrong : {-0.5, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const Graph<double> graph = path_of<double>({1, wrong});
    EXPECT_EQ(refusal(graph, {100}, 100), refusal_of_whole(graph, 100));
    EXPECT_TRUE(refusal(graph, {100}, 100).starts_with("shortest paths: the edge from 102 to 101 has the "));
  }
}

}  // namespace
}  // namespace warpgraph::test
