// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/strongly_connected.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/oracle/components.hpp"

// Values that are vertices, in the user's order: on graphs in any numbering they are those of the graph in the user's
// own numbering, whichever devices they come from.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr Relabel kRelabels[] = {Relabel::kDegree, Relabel::kBreadthFirst, Relabel::kRandom, Relabel::kGiven};

// Many small components and one large one; names ascend, with gaps.
EdgeList sparse_list() {
  ThreadPool threads(1);
  EdgeList list = generators::generate(
      generators::parse_generator("erdos-renyi", {{"vertices", "120"}, {"edges", "110"}, {"directed", "true"}}),
      threads);
  for (VertexId v = 0; v < list.vertex_count; ++v) list.ids.original.push_back(std::uint64_t{v} * 3 + 5);
  return list;
}

class UserOrder : public testing::TestWithParam<int> {
 protected:
  [[nodiscard]] Graph<NoValue> build(bool undirected, Relabel relabel) {
    BuildOptions options{.symmetrise = undirected, .outgoing = true, .relabel = relabel, .seed = 3};
    for (VertexId v = 0; v < 120; ++v) options.permutation.push_back((v * 7 + 11) % 120);
    return build_graph<NoValue>(runtime_.threads(), sparse_list(), options);
  }

  // What run(...) leaves on one device, on all devices, and in host memory, each in the user's order.
  template <class Run>
  std::vector<std::vector<VertexId>> in_all_ways(const Graph<NoValue>& graph, const Run& run) {
    std::vector<std::vector<VertexId>> found;
    const Stream stream(runtime_.device(), "one device");
    const DeviceGraph<NoValue> on_one = upload(stream, graph);
    // Labels of a run that has not converged are vertices, and not yet the lowest ones.
    const auto keep = [&](std::vector<VertexId> values, const auto& result) {
      const ValuesAre are = result.converged() ? result.values_are : ValuesAre::kVertices;
      found.push_back(results::in_user_order(std::move(values), graph.ids(), are));
    };
    const auto of_one = run(stream, on_one);
    keep(of_one.to_host(stream), of_one);
    const auto placement = shards::place_by_edges(graph.incoming().row.span(), {.devices = runtime_.device_count()});
    const ShardedGraph<NoValue> spread = shard_graph(runtime_, graph, placement);
    const auto of_several = run(spread);
    keep(of_several.to_host(spread.streams()), of_several);
    const auto of_host = run(on(runtime_, graph));
    keep(of_host.values, of_host);
    return found;
  }

  // expect(values) for all relabelled graphs, in all ways.
  template <class Run, class Expect>
  void for_all_numberings(bool undirected, const Run& run, const Expect& expect) {
    for (const Relabel relabel : kRelabels) {
      const Graph<NoValue> graph = build(undirected, relabel);
      const auto all = in_all_ways(graph, run);
      for (std::size_t way = 0; way < all.size(); ++way) {
        SCOPED_TRACE("relabel " + std::to_string(static_cast<int>(relabel)) + ", way " + std::to_string(way));
        expect(all[way]);
      }
    }
  }
  template <class Run>
  void expect_values(bool undirected, const std::vector<VertexId>& expected, const Run& run) {
    for_all_numberings(undirected, run, [&](const auto& values) { EXPECT_EQ(values, expected); });
  }

  Runtime runtime_{"host:" + std::to_string(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Host, UserOrder, testing::Values(1, 2, 3),
                         [](const auto& param) { return "devices" + std::to_string(param.param); });

TEST_P(UserOrder, LabelsOfComponentsAreTheLowestVerticesInIt) {
  const std::vector<VertexId> expected = oracle::components(build(true, Relabel::kNone));
  expect_values(true, expected, [](auto&&... on) { return component_labels(on...); });
  for (const bool undirected : {false, true})
    expect_values(undirected, expected, [](auto&&... on) { return connected_components(on...); });
}

// The lowest vertex of each and its neighbours, in the order of the graph.
std::vector<VertexId> labels_after_one_superstep(const Graph<NoValue>& graph) {
  const auto row = graph.incoming().row.span();
  const auto column = graph.incoming().column.span();
  std::vector<VertexId> labels(graph.vertex_count());
  for (VertexId v = 0; v < labels.size(); ++v) {
    labels[v] = v;
    for (EdgeId e = row[v]; e < row[v + std::size_t{1}]; ++e) labels[v] = std::min(labels[v], column[e]);
  }
  return labels;
}

TEST_P(UserOrder, LabelsOfAnUnfinishedRunAreVerticesInIt) {
  const ComponentLabelsOptions options{.engine = {.max_supersteps = 1}};
  for (const Relabel relabel : kRelabels) {
    const Graph<NoValue> graph = build(true, relabel);
    const std::vector<VertexId> expected =
        results::in_user_order(labels_after_one_superstep(graph), graph.ids(), ValuesAre::kVertices);
    for (const auto& values : in_all_ways(graph, [&](auto&&... on) { return component_labels(on..., options); }))
      EXPECT_EQ(values, expected) << static_cast<int>(relabel);
  }
}

TEST_P(UserOrder, LabelsOfStrongComponentsAreTheLowestVerticesInIt) {
  const auto run = [](auto&&... on) { return strongly_connected_components(on...); };
  expect_values(false, run(on(runtime_, build(false, Relabel::kNone))).values, run);
  expect_values(true, run(on(runtime_, build(true, Relabel::kNone))).values, run);
}

// Deterministic runs take the lowest neighbour of the graph's numbering, so parents differ; all of them make a tree.
TEST_P(UserOrder, ParentsMakeABreadthFirstTreeInIt) {
  for (const bool undirected : {false, true}) {
    const Graph<NoValue> graph = build(undirected, Relabel::kNone);
    const VertexName source = graph.ids().name_of(oracle::components(graph)[40]);
    const BfsOptions options{.source = source};
    const auto run = [&](auto&&... on) { return bfs_parents(on..., options); };
    for_all_numberings(undirected, run, [&](const std::vector<VertexId>& parents) {
      EXPECT_EQ(verify_bfs_parents(graph, source, parents), Problem());
    });
  }
}

TEST_P(UserOrder, GraphsThatWereMovedFromAreEmpty) {
  Graph<NoValue> graph = build(true, Relabel::kNone);
  const Graph<NoValue> taken = std::move(graph);
  EXPECT_TRUE(connected_components(on(runtime_, graph)).values.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_THROW((void)bfs_parents(on(runtime_, graph), {.source = 5}), InputError);
  EXPECT_EQ(connected_components(on(runtime_, taken)).values.size(), 120u);
}

}  // namespace
}  // namespace warpgraph::test
