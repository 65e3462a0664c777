// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/groups/choose_groups.hpp>
#include <warpgraph/framework/engine/detail/groups/group_rows.hpp>
#include <warpgraph/framework/engine/detail/part/part.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_all_plan.hpp>

namespace warpgraph::detail {

// Plan::kPullAll of a neighbourhood program, which has no other: in place of a sum a vertex gets the group that it
// chooses.
template <class N, class E>
class PullAllPlan<Grouped<N>, E> {
 public:
  using P = Grouped<N>;
  using Key = KeyOf<N>;
  static constexpr Plan kPlan = Plan::kPullAll;

  static bool is_possible(const RunFacts&) { return true; }

  static void add_memory(MemoryPlan& plan, const RunFacts& facts) {
    const EdgeId edges = facts.edges * (reads_both_directions<N>() ? 2 : 1);
    constexpr std::size_t kToFind = sizeof(std::uint8_t) + 2 * sizeof(VertexId);  // a vertex, while they are listed
    plan.add("engine long rows", facts.vertices * kToFind + sizeof(std::uint64_t));
    plan.add_array<VertexId>("engine long rows", edges / GroupRows::kShort);
    if (edges <= GroupRows::kBlock) return;
    plan.add_array<std::uint64_t>("engine long rows", 2 * (edges / GroupRows::kBlock));
    const std::uint64_t slots = std::max(sweep::slots_for(edges), std::min(GroupRows::kArenaSlots, 4 * edges));
    plan.add("engine groups", slots * (sizeof(Key) + sizeof(std::int64_t)));
  }

  // Before the first superstep of any device is queued: waits for the stream.
  void find_blocks(Part<P, E>& part) { find_rows(part); }

  void queue(Part<P, E>& part) {
    part.ensure_reduced();
    if (!rows_.are_of(part.view.graph.incoming.row)) find_rows(part);  // a border has moved
    choose_groups(part.stream, ChooseGroup<P, E>{part.view, others_of(part), part.reduced}, rows_, arena_);
    part.apply({});
  }
  [[nodiscard]] static std::uint64_t edges_walked(Part<P, E>& part) {
    return part.view.graph.edge_count + others_of(part).column.size();
  }

 private:
  void find_rows(Part<P, E>& part) {
    rows_ = GroupRows(part.stream, part.view.graph.incoming.row, others_of(part).row);
  }
  // Edges that the rows have beside the incoming ones. On several devices the graph is one that has both directions in
  // its rows (both_directions.hpp).
  [[nodiscard]] static AdjacencyView<E> others_of(const Part<P, E>& part) {
    const GraphView<E>& graph = part.view.graph;
    const bool has_others =
        reads_both_directions<N>() && !part.has_peers && graph.outgoing.row.data() != graph.incoming.row.data();
    return has_others ? graph.outgoing : AdjacencyView<E>{};
  }

  GroupRows rows_;
  GroupArena<Key> arena_;
};

}  // namespace warpgraph::detail
