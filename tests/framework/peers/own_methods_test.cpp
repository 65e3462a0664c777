// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"
#include "support/random.hpp"

// The methods of docs/guide/own-methods.md, which have nothing but the public headers.
namespace warpgraph::test {
namespace {

struct JoinNeighbours {
  AdjacencyView<NoValue> edges;
  sweep::UnionFind trees;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    for (EdgeId e = edges.row[v]; e < edges.row[v + 1]; ++e) trees.unite(static_cast<VertexId>(v), edges.column[e]);
  }
};

struct HasFewer {
  View<const std::uint32_t> left;
  std::uint32_t k;
  WARPGRAPH_DEVICE bool operator()(std::uint64_t v) const { return left[v] < k; }
};

struct CountNeighbours {
  AdjacencyView<NoValue> edges;
  View<std::uint32_t> left;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    left[v] = static_cast<std::uint32_t>(edges.row[v + 1] - edges.row[v]);
  }
};

struct Remove {
  AdjacencyView<NoValue> edges;
  View<std::uint32_t> left;  // neighbours that are left
  std::uint32_t k;
  sweep::QueueView going;
  View<const sweep::FrontierCounts> going_counts;
  sweep::QueueView next;
  View<sweep::FrontierCounts> next_counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    constexpr std::uint32_t kSteps = 4;  // edges that a lane has under way at once
    sweep::for_each_slice<kSteps>(warp, going, going_counts[0].packed, [&](const sweep::FrontierSlice<kSteps>& slice) {
      for (std::uint32_t i = 0; i < kSteps; ++i) visit(warp, slice.source[i], slice.edge[i]);
    });
  }

  // An edge of each lane. Of all edges that take a neighbour from a vertex, one finds it at k.
  WARPGRAPH_DEVICE void visit(kernel::Warp& warp, const kernel::PerLane<VertexId>& source,
                              const kernel::PerLane<EdgeId>& edge) const {
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<std::uint64_t> wanted{};
    warp.phase([&](kernel::Lane lane) {
      if (source[lane] == kNoVertex) return;  // behind the last edge of the queue
      vertex[lane] = edges.column[edge[lane]];
      if (atomic::fetch_add(left[vertex[lane]], ~std::uint32_t{0}) != k) return;
      wanted[lane] = sweep::pack_counts(1, edges.degree(vertex[lane]));
    });
    sweep::put_all(warp, wanted, next, next_counts[0].packed, [&](kernel::Lane lane, auto&& put) {
      if (wanted[lane] != 0) put(vertex[lane], edges.row[vertex[lane]], edges.degree(vertex[lane]));
    });
  }
};

class OwnMethodTest : public MachineTest {
 protected:
  static constexpr VertexId kVertices = 2000;

  // Random neighbours, most of them of the lower vertices.
  [[nodiscard]] Graph<NoValue> random_graph(std::size_t edge_count) const {
    EdgeList list{.vertex_count = kVertices};
    list.source = random_values<VertexId>(edge_count, 0, kVertices - 1, 3);
    list.target = random_values<VertexId>(edge_count, 0, kVertices / 5, 4);
    return build_graph<NoValue>(runtime().threads(), std::move(list),
                                {.symmetrise = true, .drop_self_loops = true, .duplicates = Duplicates::kFirst});
  }

  // The k-core's vertices have k neighbours or more in the result.
  std::vector<std::uint32_t> k_core(const AdjacencyView<NoValue>& edges, std::uint32_t k, RunReport& report,
                                    const EngineOptions& options = {}) const {
    const auto vertices = static_cast<VertexId>(edges.row.size() - 1);
    const StreamRef stream = this->stream();
    sweep::FrontierQueue queue[2] = {{stream, vertices, "k-core queue"}, {stream, vertices, "k-core queue"}};
    Buffer<sweep::FrontierCounts> counts(stream, 2, "k-core counts");
    Buffer<std::uint32_t> left(stream, vertices, "k-core");
    fill(stream, hubs::bytes_of(counts.view()), std::byte{0});
    kernel::for_each(stream, vertices, CountNeighbours{edges, left});
    using First = sweep::Enqueue<HasFewer>;
    kernel::launch(stream, kernel::Warps{(vertices + First::kTile - 1) / First::kTile},
                   First{edges.row, vertices, {left, k}, queue[0].view(), counts.view().subview(0, 1)});

    peers::StepRun run(stream, options, report);
    for (std::size_t round = 0; run.begin(); ++round) {
      const View<sweep::FrontierCounts> now = counts.view().subview(round % 2, 1);
      const View<sweep::FrontierCounts> next = counts.view().subview((round + 1) % 2, 1);
      fill(stream, hubs::bytes_of(next), std::byte{0});
      kernel::launch(stream, sweep::sweep_warps(stream, vertices),
                     Remove{edges, left, k, queue[round % 2].view(), now, queue[(round + 1) % 2].view(), next});
      const std::uint64_t removed = sweep::packed_vertices(to_host(stream, next).front().packed);  // waits for the step
      SuperstepStatistics step;
      step.plan = Plan::kPush;
      step.updated_vertices = removed;
      run.end(step, removed == 0);
    }
    return to_host(stream, left);
  }
};

std::vector<bool> k_core_serially(const Graph<NoValue>& graph, std::uint32_t k) {
  const Adjacency<NoValue>& edges = graph.incoming();
  std::vector<bool> is_left(graph.vertex_count(), true);
  for (bool changes = true; changes;) {
    changes = false;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
      std::uint32_t neighbours = 0;
      for (EdgeId e = edges.row[v]; e < edges.row[v + 1]; ++e) neighbours += is_left[edges.column[e]] ? 1 : 0;
      if (!is_left[v] || neighbours >= k) continue;
      is_left[v] = false;
      changes = true;
    }
  }
  return is_left;
}

TEST_P(OwnMethodTest, ComponentsByUnionFindHaveTheirLowestVertices) {
  const Graph<NoValue> host = random_graph(900);
  const DeviceGraph<NoValue> graph = upload(stream(), host);
  const AdjacencyView<NoValue> edges = graph.view().incoming;
  std::vector<VertexId> each(kVertices);
  std::iota(each.begin(), each.end(), VertexId{0});
  Buffer<VertexId> parent = to_device(stream(), each, "parents");
  const sweep::UnionFind trees{parent};
  kernel::for_each(stream(), kVertices, JoinNeighbours{edges, trees});
  kernel::for_each(stream(), kVertices, sweep::FlattenPaths{trees});
  for (bool changes = true; changes;) {
    changes = false;
    for (VertexId v = 0; v < kVertices; ++v)
      for (EdgeId e = host.incoming().row[v]; e < host.incoming().row[v + 1]; ++e) {
        const VertexId least = each[host.incoming().column[e]];
        if (least < each[v]) each[v] = least, changes = true;
      }
  }
  EXPECT_EQ(to_host(stream(), parent), each);
}

TEST_P(OwnMethodTest, AKCoreIsThatOfASerialLoop) {
  const Graph<NoValue> host = random_graph(9000);
  const DeviceGraph<NoValue> graph = upload(stream(), host);
  for (const std::uint32_t k : {1u, 4u, 9u, 60u}) {
    SCOPED_TRACE(k);
    RunReport report;
    const std::vector<std::uint32_t> left = k_core(graph.view().incoming, k, report);
    const std::vector<bool> expected = k_core_serially(host, k);
    for (VertexId v = 0; v < kVertices; ++v) ASSERT_EQ(left[v] >= k, expected[v]) << v;
    EXPECT_TRUE(report.converged());
  }
}

TEST_P(OwnMethodTest, AKCoreStopsWhenTheCallerSaysSo) {
  const DeviceGraph<NoValue> graph = upload(stream(), random_graph(9000));
  EngineOptions options;
  options.after_superstep = [](const SuperstepStatistics&) { return false; };
  RunReport report;
  (void)k_core(graph.view().incoming, 9, report, options);
  EXPECT_EQ(report.end, RunEnd::kStopped);
  EXPECT_EQ(report.supersteps.size(), 1u);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(OwnMethodTest);

}  // namespace
}  // namespace warpgraph::test
