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
  group_counts_ = Buffer<sweep::FrontierCounts>(part.stream, 1, "engine counts");
}

void ActiveVertices::find(DevicePart& part) {
  ensure(part);
  fill(part.stream, mask_, 0);
  if (part.groups != nullptr && part.graph.outgoing.row.empty())
    activate_groups(part, part.groups->view());
  else
    activate(part);
  fill(part.stream, heavy_count_, 0);
}

void ActiveVertices::activate(DevicePart& part) {
  Frontier& now = part.now();
  part.enqueue(now);
  kernel::launch(part.stream, sweep::warps_for(now.edges, Activate::kSliceEdges),
                 Activate{part.graph.outgoing.column, now.queue, now.counts, mask_});
}

void ActiveVertices::activate_groups(DevicePart& part, const rows::VertexGroupsView& groups) {
  part.ensure_queues();
  const std::uint64_t count = groups.row.size() - 1;
  const sweep::QueueView queue = part.now().queue;
  part.clear(group_counts_.view());
  kernel::launch(part.stream, sweep::warps_for(count, sweep::Enqueue<GroupInMask>::kTile),
                 sweep::Enqueue<GroupInMask>{groups.row, count, {part.now().mask, groups.shift}, queue, group_counts_});
  kernel::launch(part.stream, sweep::sweep_warps(part.stream, ~VertexId{0}),
                 Activate{groups.column, queue, group_counts_, mask_, groups.shift});
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
