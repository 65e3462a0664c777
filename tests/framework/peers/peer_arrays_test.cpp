// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/peer_arrays.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "framework/peers/peers_case.hpp"

namespace warpgraph::test {
namespace {

struct Number {
  View<std::uint64_t> value;
  std::uint64_t factor;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { value[v] = factor * (v + 1); }
};

class PeerArraysTest : public PeersCase {
 protected:
  // Device i has (i + 1) * (v + 1) for every vertex v.
  static std::vector<Buffer<std::uint64_t>> numbers_on(const peers::PeerGraph& peers) {
    std::vector<Buffer<std::uint64_t>> values = arrays_of<std::uint64_t>(peers);
    for (int i = 0; i < peers.devices(); ++i)
      kernel::for_each(peers.part(i).stream, peers.vertices,
                       Number{values[static_cast<std::size_t>(i)], static_cast<std::uint64_t>(i) + 1});
    return values;
  }
};

TEST_P(PeerArraysTest, OwnPartsComeToAllDevices) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  const peers::PeerGraph peers = peers::peer_graph(graph, {});
  std::vector<Buffer<std::uint64_t>> values = numbers_on(peers);
  peers::PeerArrays arrays(peers);
  const peers::WaitForPeers wait(peers);
  arrays.put_own(views_of(values));
  arrays.send();
  for (int i = 0; i < peers.devices(); ++i) {
    const std::vector<std::uint64_t> found = to_host(peers.part(i).stream, values[static_cast<std::size_t>(i)]);
    for (int owner = 0; owner < peers.devices(); ++owner) {
      const VertexRange own = peers.part(owner).own;
      for (std::uint64_t v = own.first; v < own.last; ++v)
        ASSERT_EQ(found[v], (static_cast<std::uint64_t>(owner) + 1) * (v + 1)) << "device " << i << ", vertex " << v;
    }
  }
  EXPECT_EQ(arrays.take_traffic().size(), 3u);
  EXPECT_TRUE(arrays.take_traffic().empty());
}

TEST_P(PeerArraysTest, SumsLieWhereVerticesAreOwned) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  const peers::PeerGraph peers = peers::peer_graph(graph, {.hub = HubKind::kHost});
  std::vector<Buffer<std::uint64_t>> values = numbers_on(peers);
  peers::PeerSum<std::uint64_t> sum(peers);
  peers::PeerArrays arrays(peers);
  const peers::WaitForPeers wait(peers);
  sum(arrays, views_of(values));
  for (int i = 0; i < peers.devices(); ++i) {
    const std::vector<std::uint64_t> found = to_host(peers.part(i).stream, values[static_cast<std::size_t>(i)]);
    const VertexRange own = peers.part(i).own;
    for (std::uint64_t v = own.first; v < own.last; ++v) ASSERT_EQ(found[v], 6 * (v + 1)) << v;
  }
}

TEST_P(PeerArraysTest, OwnRowsHaveTheEdgesOfOwnVerticesAndNoOthers) {
  const Graph<NoValue> whole = ring_graph();
  for (const double overlap : {0.0, 0.25}) {
    const ShardedGraph<NoValue> graph = ring_on_all(overlap);
    const peers::PeerGraph peers = peers::peer_graph(graph, {});
    for (const peers::PeerGraph::Part& part : peers.parts) {
      const peers::OwnRows rows(peers, part);
      const std::vector<EdgeId> row = to_host(part.stream, rows.view().row);
      const std::vector<VertexId> column = to_host(part.stream, rows.view().column);
      ASSERT_EQ(row.size(), peers.vertices + 1u);
      for (VertexId v = 0; v < peers.vertices; ++v) {
        const bool is_own = part.own.first <= v && v < part.own.last;
        ASSERT_EQ(row[v + 1] - row[v], is_own ? 2u : 0u) << v;
        for (EdgeId e = 0; is_own && e < 2; ++e)
          ASSERT_EQ(column[row[v] + e], whole.incoming().column[whole.incoming().row[v] + e]) << v;
      }
    }
  }
}

TEST_P(PeerArraysTest, TheGraphOfOneDeviceIsOnePartWithItsOwnRows) {
  const DeviceGraph<NoValue> graph = upload(stream(), ring_graph());
  const peers::PeerGraph peers = peers::peer_graph(stream(), graph);
  ASSERT_EQ(peers.devices(), 1);
  EXPECT_TRUE(peers.is_whole);
  EXPECT_EQ(peers.own(), (std::vector<VertexRange>{{0, graph.vertex_count()}}));
  const peers::OwnRows rows(peers, peers.part(0));
  EXPECT_EQ(rows.view().row.data(), graph.view().incoming.row.data());
  EXPECT_EQ(rows.view().column.data(), graph.view().incoming.column.data());
  EXPECT_EQ(peers.part(0).outgoing.row.data(), graph.view().outgoing.row.data());
  EXPECT_EQ(peers.part(0).own_facts, graph.facts());
}

TEST_P(PeerArraysTest, AGraphThatOneRunHasIsRefusedToAnother) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  const peers::PeerGraph peers = peers::peer_graph(graph, {});
  EXPECT_THROW((void)peers::peer_graph(graph, {}), UsageError);
}

WARPGRAPH_INSTANTIATE_ON_PEERS(PeerArraysTest);

}  // namespace
}  // namespace warpgraph::test
