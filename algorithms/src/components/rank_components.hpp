// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/peers/ghosts.hpp>
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
  const ShardLocalIds& local_ids;
  AdjacencyView<NoValue> incoming;  // of the own vertices; columns are local ids
  AdjacencyView<NoValue> outgoing;  // of all local ids; empty if there are none
};

[[nodiscard]] MemoryPlan rank_components_memory(VertexId local_ids);

// Waits for the streams.
[[nodiscard]] ShardedResult<VertexId> unite_on_ranks(const std::vector<RankPart>& parts, const Ghosts& ghosts,
                                                     const RankLayout& layout, const EngineOptions& engine);

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> unite_on_ranks(const ShardedGraph<EdgeValue>& graph, const EngineOptions& engine) {
  const RankLayout& layout = graph.layout();
  const PeerLinks::Use links = graph.links().use();
  const RankTimeLimit limit(layout.ranks, engine.exchange.superstep_timeout);
  expect_same_call(layout.ranks, "connected_components", {});
  return fail_together(layout.ranks, [&] {
    std::vector<RankPart> parts;
    for (int i = 0; i < graph.device_count(); ++i) {
      const Shard<EdgeValue>& shard = graph.shard(i);
      graph.stream(i).device().require(rank_components_memory(shard.local_ids.count), "connected components");
      parts.push_back({graph.stream(i), shard.own, shard.local_ids, without_values(shard.incoming.view()),
                       without_values(shard.outgoing.view())});
    }
    return unite_on_ranks(parts, Ghosts(graph), layout, engine);
  });
}

}  // namespace warpgraph::algorithms::components
