// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/part/active_vertices.hpp>

#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_active.hpp>
#include <warpgraph/framework/tuning.hpp>

namespace warpgraph::detail {

void ActiveVertices::ensure(DevicePart& part) {
  if (!mask_.empty()) return;
  mask_ = Buffer<std::uint32_t>(part.stream, mask_words(part.vertices), "engine active vertices");
  heavy_ = Buffer<VertexId>(part.stream, part.graph.edge_count / tuning::kHeavyEdges, "engine active vertices");
  heavy_count_ = Buffer<std::uint32_t>(part.stream, 1, "engine active vertices");
}

void ActiveVertices::find(DevicePart& part) {
  ensure(part);
  fill(part.stream, mask_, 0);
  Frontier& now = part.now();
  part.enqueue(now);
  kernel::launch(part.stream, sweep::warps_for(now.edges, Activate::kSliceEdges),
                 Activate{part.graph.outgoing.column, now.queue, now.counts, mask_});
  fill(part.stream, heavy_count_, 0);
}

void ActiveVertices::count_edges(DevicePart& part) {
  if (edges_.empty()) edges_ = Buffer<std::uint64_t>(part.stream, 1, "engine counts");
  fill(part.stream, edges_, 0);
  const View<const EdgeId> row = part.graph.incoming.row;
  kernel::launch(part.stream, sweep::sweep_warps(part.stream, row.size() - 1),
                 CountRowEdges{row, part.own_words(mask_), edges_});
  copy(part.stream, View<std::uint64_t>(&part.found->active_edges, 1), edges_);
}

}  // namespace warpgraph::detail
