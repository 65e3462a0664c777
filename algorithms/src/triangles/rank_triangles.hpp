// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/peers/ghosts.hpp>
#include <warpgraph/runtime/rank_time_limit.hpp>
#include <warpgraph/runtime/same_call.hpp>

// Counting on several ranks: an edge is kept at its end of the lower rank, and the kept row of a vertex goes to each
// device that owns a neighbour in it (Arifuzzaman, Khan and Marathe 2015). Rows travel in rounds, so that no rank has
// more than its own ones and a bounded number of edges of others'.
namespace warpgraph::algorithms::triangles {

// What one device of this rank has.
struct RankPart {
  StreamRef stream;
  VertexRange own;
  const shards::ShardLocalIds& local_ids;
  AdjacencyView<NoValue> incoming;  // of the own vertices; columns are local ids
};

[[nodiscard]] MemoryPlan rank_triangles_memory(const RankPart& part, EdgeId graph_edges, int ranks,
                                               const TriangleOptions& options);

// Waits for the streams.
[[nodiscard]] ShardedTriangles count_on_ranks(const std::vector<RankPart>& parts, const peers::Ghosts& ghosts,
                                              const ranks::RankLayout& layout, const TriangleOptions& options);

template <EdgeValueType EdgeValue>
ShardedTriangles count_on_ranks(const ShardedGraph<EdgeValue>& graph, const TriangleOptions& options) {
  const ranks::RankLayout& layout = graph.layout();
  const peers::PeerLinks::Use links = graph.links().use();
  const ranks::RankTimeLimit limit(layout.ranks, options.engine.exchange.superstep_timeout);
  ranks::expect_same_call(layout.ranks, "count_triangles", {ranks::call_word("of_vertices", options.of_vertices)});
  return ranks::fail_together(layout.ranks, [&] {
    std::vector<RankPart> parts;
    for (int i = 0; i < graph.device_count(); ++i) {
      const shards::Shard<EdgeValue>& shard = graph.shard(i);
      parts.push_back({graph.stream(i), shard.own, shard.local_ids, without_values(shard.incoming.view())});
      graph.stream(i).device().require(
          rank_triangles_memory(parts.back(), graph.edge_count(), layout.ranks->size(), options), "triangles");
    }
    return count_on_ranks(parts, peers::Ghosts(graph), layout, options);
  });
}

}  // namespace warpgraph::algorithms::triangles
