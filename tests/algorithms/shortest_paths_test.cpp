// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/sssp_parents.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/placement_case.hpp"

// The parents of shortest paths, on graphs with many edges of length 0, and of lengths that rounding loses.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

template <class E>
std::vector<E> lengths_to_choose_from() {
  if constexpr (std::is_floating_point_v<E>)
    return {0, std::is_same_v<E, float> ? E(1e-9) : E(1e-17), E(0.5), 1};
  else
    return {0, 0, 1, 2};
}

template <class E>
Graph<E> random_graph(unsigned seed, VertexId vertices, bool undirected) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<VertexId> any_vertex(0, vertices - 1);
  EdgeList edges;
  edges.vertex_count = vertices;
  std::vector<E> value;
  const std::vector<E> choice = lengths_to_choose_from<E>();
  for (VertexId i = 0; i < 2 * vertices; ++i) {
    edges.source.push_back(any_vertex(random));
    edges.target.push_back(any_vertex(random));
    value.push_back(choice[random() % choice.size()]);
  }
  edges.values = std::move(value);
  ThreadPool threads(1);
  return build_graph<E>(threads, std::move(edges), {.symmetrise = undirected});
}

// Round by round, as the header says.
template <class E>
std::vector<VertexId> expected_parents(const Graph<E>& graph, VertexId source,
                                       const std::vector<Distance<E>>& distance) {
  using T = Distance<E>;
  const Adjacency<E>& in = graph.incoming();
  std::vector<VertexId> parent(graph.vertex_count(), kNoVertex);
  parent[source] = source;
  for (bool is_first = true, has_changed = true; has_changed; is_first = false) {
    std::vector<VertexId> next = parent;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
      if (parent[v] != kNoVertex || distance[v] == kUnreachable<T>) continue;
      for (EdgeId e = in.row[v]; e < in.row[v + 1]; ++e) {
        const VertexId from = in.column[e];
        if (distance[from] == kUnreachable<T> || distance[from] + static_cast<T>(in.value[e]) != distance[v]) continue;
        const bool is_nearer = distance[from] < distance[v];
        if (is_first ? is_nearer || from == source : parent[from] != kNoVertex) next[v] = std::min(next[v], from);
      }
    }
    has_changed = is_first || next != parent;
    parent = next;
  }
  return parent;
}

template <class E>
class ShortestPathsTest : public ::testing::Test {};
using LengthTypes = ::testing::Types<std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(ShortestPathsTest, LengthTypes);

TYPED_TEST(ShortestPathsTest, ParentsAreTheLowestThatAreNearerOrWereFoundBefore) {
  using E = TypeParam;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    const Graph<E> graph = random_graph<E>(seed, 30 + 40 * seed, seed % 2 == 0);
    Runtime one("host:1");
    const SsspOptions options{.source = 3};
    const auto paths = shortest_paths(on(one, graph), options);
    EXPECT_EQ(paths.parent, expected_parents(graph, 3, paths.values));
    EXPECT_EQ(verify_sssp_parents<E>(graph, 3, paths.parent), std::nullopt);
    EXPECT_GT(std::ranges::count_if(paths.parent, [](VertexId parent) { return parent != kNoVertex; }), 1);
    {
      const Stream stream(one.device(), "parents");
      const DeviceGraph<E> held = upload(stream, graph);
      const auto distances = sssp(stream, held, options);
      EXPECT_EQ(to_host(stream, sssp_parents(stream, held, distances.values, 3)), paths.parent);
    }
    for (const int devices : {2, 3}) {
      Runtime several("host:" + std::to_string(devices));
      for (const Copies copies : {Copies::kAll, Copies::kRead})
        for (const VertexId overlap : {VertexId{0}, VertexId{16}}) {
          SCOPED_TRACE(std::to_string(devices) + " devices, copies " + std::string(to_string(copies)) + ", overlap " +
                       std::to_string(overlap));
          const auto sharded =
              shard_graph(several, graph, place(graph.vertex_count(), devices, overlap), {.copies = copies});
          SsspOptions moving = options;
          moving.engine.exchange.moves_borders = overlap != 0;
          const auto found = shortest_paths(sharded, moving);
          EXPECT_EQ(found.to_host(sharded.streams()), paths.values);
          EXPECT_EQ(found.parent.to_host(sharded.streams()), paths.parent);
        }
    }
  }
}

TEST(ShortestPaths, ParentsOfASourceThatIsNoneAreRefused) {
  const Graph<std::int32_t> graph = random_graph<std::int32_t>(1, 20, false);
  Runtime runtime("host");
  EXPECT_THROW((void)shortest_paths(on(runtime, graph), {.source = 20}), InputError);
}

}  // namespace
}  // namespace warpgraph::test
