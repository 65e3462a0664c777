// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/kernel_view.hpp>
#include <warpgraph/framework/engine/detail/groups/group_rows.hpp>
#include <warpgraph/framework/engine/neighbourhood_program.hpp>
#include <warpgraph/framework/sweep/group_table.hpp>
#include <warpgraph/framework/sweep/team.hpp>
#include <warpgraph/runtime/launch.hpp>

// The half of a superstep of a neighbourhood program that makes groups: a team fills a table with what the edges of a
// row contribute, and chooses among its keys. One kernel for each length of rows (group_rows.hpp).
namespace warpgraph::detail {

// What a row's team does. P: Grouped<...>.
template <class P, class E>
struct ChooseGroup {
  using Chosen = Contribution<P>;
  using Key = decltype(Chosen::key);
  using Table = sweep::GroupTable<Key, std::int64_t>;
  template <std::uint32_t kSlots>
  using Slots = sweep::GroupSlots<Key, std::int64_t, kSlots>;

  KernelView<P, E> view;
  AdjacencyView<E> others;  // a second direction; empty if there is none to look along
  View<Chosen> chosen;      // by row

  [[nodiscard]] WARPGRAPH_DEVICE EdgeId degree(std::uint64_t row) const {
    const auto v = static_cast<VertexId>(row);
    return view.graph.incoming.degree(v) + (others.row.empty() ? 0 : others.degree(v));
  }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t row, const Table& table) const {
    table.clear(team);
    const VertexId v = view.facts.vertex_at(row);
    const auto add = [&](const Chosen& each) {
      if (each.key != sweep::kNoKey<Key>) table.add(team, each.key, each.sum);
    };
    team.for_each(view.graph.incoming.row[row], view.graph.incoming.row[row + 1],
                  [&](EdgeId e) { add(view.contribution(e, row)); });
    if constexpr (reads_both_directions<P>()) {
      if (!others.row.empty())
        team.for_each(others.row[row], others.row[row + 1], [&](EdgeId e) {
          const VertexId u = others.column[e];
          if (u != v) add(view.visit(view.seen(u), edge_value<P>(others, e), u, v));
        });
    }
    const typename P::Neighbourhood& program = view.program;
    const auto better = [&](const Chosen& a, const Chosen& b) { return detail::choose(program, a, b, v); };
    const Chosen best =
        team.reduce(0, table.used(team), view.program.identity(), better, [&](std::uint64_t i) -> Chosen {
          return {table.key[i], table.sum[i]};
        });
    team.once([&] { chosen[row] = best; });
  }
};

template <class P, class E>
struct ChooseInShortRows {
  ChooseGroup<P, E> body;
  WARPGRAPH_DEVICE void operator()(std::uint64_t row) const {
    const EdgeId degree = body.degree(row);
    if (degree > GroupRows::kShort) return;
    typename ChooseGroup<P, E>::template Slots<2 * GroupRows::kShort> slots;
    body(sweep::OneLane{}, row, {slots.key, slots.sum, sweep::slots_for(degree)});
  }
};

template <class P, class E>
struct ChooseByWarps {
  using Shared = typename ChooseGroup<P, E>::template Slots<2 * GroupRows::kWarp>;

  ChooseGroup<P, E> body;
  View<const VertexId> rows;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& slots) const {
    const VertexId row = rows[warp.global_index()];
    body(sweep::AllLanes<kernel::Warp>{warp}, row, {slots.key, slots.sum, sweep::slots_for(body.degree(row))});
  }
};

using GroupBlock = kernel::Block<512>;

template <class P, class E>
struct ChooseByBlocks {
  using Shared = typename ChooseGroup<P, E>::template Slots<2 * GroupRows::kBlock>;

  ChooseGroup<P, E> body;
  View<const VertexId> rows;
  WARPGRAPH_DEVICE void operator()(GroupBlock& block, Shared& slots) const {
    const VertexId row = rows[block.index()];
    body(sweep::AllLanes<GroupBlock>{block}, row, {slots.key, slots.sum, sweep::slots_for(body.degree(row))});
  }
};

template <class P, class E>
struct ChooseInArena {
  using Key = typename ChooseGroup<P, E>::Key;

  ChooseGroup<P, E> body;
  View<const VertexId> rows;
  View<const std::uint64_t> place;
  View<Key> key;
  View<std::int64_t> sum;
  WARPGRAPH_DEVICE void operator()(GroupBlock& block) const {
    const VertexId row = rows[block.index()];
    const std::uint64_t first = place[block.index()];
    const std::uint64_t slots = sweep::slots_for(body.degree(row));
    body(sweep::AllLanes<GroupBlock>{block}, row,
         {key.subview(first, slots).data(), sum.subview(first, slots).data(), slots});
  }
};

// The tables of heavy rows. Made when they are needed, and kept.
template <class Key>
struct GroupArena {
  Buffer<Key> key;
  Buffer<std::int64_t> sum;

  void ensure(StreamRef stream, std::uint64_t slots) {
    if (key.size() >= slots) return;
    key = Buffer<Key>(stream, slots, "engine groups");
    sum = Buffer<std::int64_t>(stream, slots, "engine groups");
  }
};

// chosen = the best group of each row. Queues work and returns.
template <class P, class E>
void choose_groups(StreamRef stream, const ChooseGroup<P, E>& body, const GroupRows& rows,
                   GroupArena<typename ChooseGroup<P, E>::Key>& arena) {
  kernel::for_each(stream, body.view.graph.vertex_count, ChooseInShortRows<P, E>{body});
  kernel::launch(stream, kernel::Warps{rows.of_warps().size()}, ChooseByWarps<P, E>{body, rows.of_warps()});
  kernel::launch(stream, kernel::Blocks{rows.of_blocks().size()}, ChooseByBlocks<P, E>{body, rows.of_blocks()});
  if (rows.batches().empty()) return;
  arena.ensure(stream, rows.arena_slots());
  for (const GroupRows::Batch& each : rows.batches())
    kernel::launch(stream, kernel::Blocks{each.count},
                   ChooseInArena<P, E>{body, rows.heavy().subview(each.first, each.count),
                                       rows.place().subview(each.first, each.count), arena.key, arena.sum});
}

}  // namespace warpgraph::detail
