// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/peers/ghosts.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/rank_time_limit.hpp>
#include <warpgraph/runtime/same_call.hpp>

// Union-find on several ranks. Each device has a forest of its own edges, over its local ids. The trees of two devices
// belong together where one reads a vertex of the other: the reader tells the owner which root the vertex has there,
// and the owner links that root with its own. A rank leaves out links that close a cycle, and tells all others the
// rest, which are fewer than its trees with a vertex at a border and those that they meet there. From the links of all
// every rank finds the lowest root of each of its trees.
namespace warpgraph::algorithms::components {

// What one device of this rank has.
struct RankPart {
  StreamRef stream;
  VertexRange own;
  const shards::ShardLocalIds& local_ids;
  AdjacencyView<NoValue> incoming;  // of the own vertices; columns are local ids
  AdjacencyView<NoValue> outgoing;  // of all local ids; empty if there are none
};

[[nodiscard]] MemoryPlan rank_components_memory(VertexId local_ids);

// Waits for the streams.
[[nodiscard]] ShardedResult<VertexId> unite_on_ranks(const std::vector<RankPart>& parts, const peers::Ghosts& ghosts,
                                                     const ranks::RankLayout& layout, const EngineOptions& engine);

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> unite_on_ranks(const ShardedGraph<EdgeValue>& graph, const EngineOptions& engine) {
  const ranks::RankLayout& layout = graph.layout();
  const peers::PeerLinks::Use links = graph.links().use();
  const ranks::RankTimeLimit limit(layout.ranks, engine.exchange.superstep_timeout);
  ranks::expect_same_call(layout.ranks, "connected_components", {});
  return ranks::fail_together(layout.ranks, [&] {
    std::vector<RankPart> parts;
    for (int i = 0; i < graph.device_count(); ++i) {
      const shards::Shard<EdgeValue>& shard = graph.shard(i);
      graph.stream(i).device().require(rank_components_memory(shard.local_ids.count), "connected components");
      parts.push_back({graph.stream(i), shard.own, shard.local_ids, without_values(shard.incoming.view()),
                       without_values(shard.outgoing.view())});
    }
    return unite_on_ranks(parts, peers::Ghosts(graph), layout, engine);
  });
}

}  // namespace warpgraph::algorithms::components
