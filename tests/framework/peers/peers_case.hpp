// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {

#define WARPGRAPH_INSTANTIATE_ON_PEERS(Suite)                                                                  \
  INSTANTIATE_TEST_SUITE_P(Host, Suite, testing::ValuesIn(::warpgraph::test::host_machines("host:3")),         \
                           ::warpgraph::test::machine_name);                                                   \
  INSTANTIATE_TEST_SUITE_P(MultiGpu, Suite, testing::ValuesIn(::warpgraph::test::cuda_machines("cuda:0,1,2")), \
                           ::warpgraph::test::machine_name)

// Three devices with a graph.
class PeersCase : public MachineTest {
 protected:
  // Every vertex has edges from the vertex before it and from the one after it.
  static EdgeList ring(VertexId vertices) {
    EdgeList list{.vertex_count = vertices};
    for (VertexId v = 0; v < vertices; ++v) {
      list.source.push_back(v);
      list.target.push_back((v + 1) % vertices);
    }
    return list;
  }
  [[nodiscard]] Graph<NoValue> ring_graph(VertexId vertices = 3000) const {
    return build_graph<NoValue>(runtime().threads(), ring(vertices), {.symmetrise = true});
  }
  // `overlap`: each device holds some of the others' vertices, too.
  [[nodiscard]] ShardedGraph<NoValue> ring_on_all(double overlap = 0) const {
    const Graph<NoValue> graph = ring_graph();
    const Placement placement = shards::place_by_edges(graph.incoming().row.span(), {.devices = 3, .overlap = overlap});
    return shard_graph(runtime(), graph, placement);
  }

  // One per device, of zeros for all vertices.
  template <class T>
  static std::vector<Buffer<T>> arrays_of(const peers::PeerGraph& peers) {
    std::vector<Buffer<T>> arrays;
    for (const peers::PeerGraph::Part& each : peers.parts) {
      arrays.emplace_back(each.stream, peers.vertices, "array");
      fill(each.stream, arrays.back(), T{});
    }
    return arrays;
  }
  template <class T>
  static std::vector<View<T>> views_of(std::vector<Buffer<T>>& arrays) {
    return {arrays.begin(), arrays.end()};
  }
};

}  // namespace warpgraph::test
