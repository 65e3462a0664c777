// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/papers/shards.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/atomic_struct.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/view.hpp>

// The kernels of CuSha, for any vertex program. A block has a shard.
namespace warpgraph::papers::cusha {

inline constexpr int kThreads = 512;
using ShardBlock = kernel::Block<kThreads>;

// What initial, publish, apply and aggregate may ask of a vertex beside its id.
template <class P>
concept AsksDegrees = detail::HasPublish<P> || detail::AppliesToVertex<P> || detail::HasAggregate<P> ||
    !requires(const P& p, VertexId v) {
  p.initial(v);
};

template <class P>
concept ReducesByAtomic = detail::HasReduction<P> && kernel::AtomicNumber<detail::Contribution<P>> &&
    (!std::same_as<typename P::Reduction, Or> || std::integral<detail::Contribution<P>>);

// What shared memory holds of a vertex while contributions are reduced: a number, or the bytes of anything else of that
// size, to be exchanged as a whole.
template <class P>
using Cell = typename std::conditional_t<ReducesByAtomic<P>, std::type_identity<detail::Contribution<P>>,
                                         detail::WordOfSize<sizeof(detail::Contribution<P>)>>::type;

template <class P>
WARPGRAPH_DEVICE void reduce_into(const P& program, Cell<P>& cell, const detail::Contribution<P>& contribution) {
  constexpr auto kRelaxed = kernel::Order::kRelaxed;
  constexpr auto kBlock = kernel::AtomicScope::kBlock;
  if constexpr (ReducesByAtomic<P>) {
    using Reduction = typename P::Reduction;
    if constexpr (std::same_as<Reduction, Plus>)
      atomic::fetch_add<kRelaxed, kBlock>(cell, contribution);
    else if constexpr (std::same_as<Reduction, Min>)
      atomic::fetch_min<kRelaxed, kBlock>(cell, contribution);
    else if constexpr (std::same_as<Reduction, Max>)
      atomic::fetch_max<kRelaxed, kBlock>(cell, contribution);
    else
      atomic::fetch_or<kRelaxed, kBlock>(cell, contribution);
  } else {
    using Contribution = detail::Contribution<P>;
    for (Cell<P> before = atomic::load(cell);;) {
      const Contribution reduced = detail::reduction(program)(std::bit_cast<Contribution>(before), contribution);
      const auto after = std::bit_cast<Cell<P>>(reduced);
      if (after == before) return;
      const Cell<P> seen = atomic::compare_exchange<kRelaxed, kBlock>(cell, before, after);
      if (seen == before) return;
      before = seen;
    }
  }
}

// Without the values that the program does not want.
template <class To, class From>
ShardsView<To> as_shards(const ShardsView<From>& from) {
  if constexpr (std::same_as<To, From>)
    return from;
  else {
    ShardsView<To> to;
    to.vertex_count = from.vertex_count;
    to.vertices_per_shard = from.vertices_per_shard;
    to.first_entry = from.first_entry;
    to.target = from.target;
    to.source = from.source;
    to.first_window = from.first_window;
    to.mapper = from.mapper;
    to.first_mapped = from.first_mapped;
    return to;
  }
}

// What the kernels of one run see, by value.
template <class P, class E>
struct RunView {
  P program;
  ShardsView<E> shards;
  View<typename P::VertexValue> value;
  View<detail::Published<P>> source_value;  // of each entry: what is seen of its source
  View<const std::uint32_t> in_degree;      // empty unless the program asks for them
  View<const std::uint32_t> out_degree;
  View<std::uint32_t> updated;               // of each shard: how many vertices the last iteration updated
  View<detail::AggregateType<P>> aggregate;  // of each shard; empty unless the program has one

  WARPGRAPH_DEVICE Vertex vertex(VertexId v) const {
    if (in_degree.empty()) return {v, 0, 0};
    return {v, in_degree[v], out_degree[v]};
  }
};

// Calls store(entry, i) for all entries whose source is the i-th vertex of the block's range.
template <class E, class Store>
WARPGRAPH_DEVICE void for_each_window(ShardBlock& block, const ShardsView<E>& shards, const Store& store) {
  const std::uint32_t own = block.index();
  const VertexId first_vertex = shards.first_vertex(own);
  if (!shards.mapper.empty()) {
    block.phase([&](kernel::Lane lane) {
      const std::uint64_t last = shards.first_mapped[own + 1];
      for (std::uint64_t i = shards.first_mapped[own] + std::uint64_t{lane}; i < last; i += kThreads)
        store(shards.mapper[i], shards.source[i] - first_vertex);
    });
    return;
  }
  if (shards.first_window.empty()) return;  // concatenated windows of no entries
  const std::uint64_t count = shards.shards();
  block.warps([&](kernel::Warp& warp) {
    for (std::uint64_t in = warp.index_in_block(); in < count; in += kThreads / kernel::Warp::kSize) {
      const std::uint64_t first = shards.first_window[in * count + own];
      const std::uint64_t last = shards.first_window[in * count + own + 1];
      warp.relaxed_phase([&](kernel::Lane lane) {
        for (std::uint64_t e = first + lane; e < last; e += kernel::Warp::kSize)
          store(static_cast<std::uint32_t>(e), shards.source[e] - first_vertex);
      });
    }
  });
}

// Values before the first iteration.
template <class P, class E>
struct Initialise {
  RunView<P, E> view;

  WARPGRAPH_DEVICE void operator()(ShardBlock& block) const {
    const std::uint32_t own = block.index();
    const VertexId first = view.shards.first_vertex(own);
    const VertexId size = view.shards.size(own);
    kernel::PerLane<detail::AggregateType<P>, kThreads> aggregate{};
    block.phase([&](kernel::Lane lane) {
      for (VertexId i = lane; i < size; i += kThreads) {
        const Vertex v = view.vertex(first + i);
        const typename P::VertexValue value = view.program.initial(v);
        view.value[v.id] = value;
        if constexpr (detail::HasAggregate<P>)
          aggregate[lane] = aggregate[lane] + view.program.aggregate(value, value, v);
      }
    });
    if constexpr (detail::HasAggregate<P>) {
      const auto sum = block.reduce(aggregate, detail::AddAggregates{});
      block.elect([&] { view.aggregate[own] = sum; });
    }
  }
};

// The fourth step by itself: what is seen of the vertices, to all their entries. It takes all shards, or those that
// were updated.
template <class P, class E>
struct WriteWindows {
  struct Shared {
    detail::Published<P> seen[kMaxVerticesPerShard];
  };
  RunView<P, E> view;
  bool writes_all;

  WARPGRAPH_DEVICE void operator()(ShardBlock& block, Shared& shared) const {
    const std::uint32_t own = block.index();
    if (!writes_all && view.updated[own] == 0) return;
    const VertexId first = view.shards.first_vertex(own);
    const VertexId size = view.shards.size(own);
    block.phase([&](kernel::Lane lane) {
      for (VertexId i = lane; i < size; i += kThreads)
        shared.seen[i] = detail::publish(view.program, view.value[first + i], view.vertex(first + i));
    });
    for_each_window(block, view.shards,
                    [&](std::uint32_t entry, VertexId i) { view.source_value[entry] = shared.seen[i]; });
  }
};

// An iteration. Programs that can be pushed end at the same values if they see updates of the iteration itself: for
// those the block also writes its windows, while other blocks read theirs, as CuSha does.
template <class P, class E>
struct Iterate {
  struct Shared {
    Cell<P> vertex[kMaxVerticesPerShard];
  };
  RunView<P, E> view;
  View<std::uint64_t> all_updated;  // one: how many vertices all iterations have updated
  bool writes_windows;              // of programs that can be pushed

  WARPGRAPH_DEVICE void operator()(ShardBlock& block, Shared& shared) const {
    const std::uint32_t own = block.index();
    const VertexId size = view.shards.size(own);
    block.phase([&](kernel::Lane lane) {
      const auto none = std::bit_cast<Cell<P>>(detail::identity(view.program));
      for (VertexId i = lane; i < size; i += kThreads) shared.vertex[i] = none;
    });
    reduce_entries(block, shared);
    const std::uint32_t updated = update(block, shared, size);
    block.elect([&] {
      view.updated[own] = updated;
      if (updated != 0) atomic::fetch_add(all_updated[0], updated);
    });
    if constexpr (PushableProgram<P>) {
      if (updated == 0 || !writes_windows) return;
      for_each_window(block, view.shards, [&](std::uint32_t entry, VertexId i) {
        atomic::store(view.source_value[entry], std::bit_cast<typename P::VertexValue>(shared.vertex[i]));
      });
    }
  }

 private:
  WARPGRAPH_DEVICE detail::Published<P> seen_of_source(std::uint64_t entry) const {
    if constexpr (PushableProgram<P>)
      return atomic::load(view.source_value[entry]);
    else
      return view.source_value[entry];
  }
  WARPGRAPH_DEVICE void reduce_entries(ShardBlock& block, Shared& shared) const {
    const VertexId first_vertex = view.shards.first_vertex(block.index());
    AdjacencyView<E> values;
    values.value = view.shards.value;
    block.phase([&](kernel::Lane lane) {
      const std::uint64_t last = view.shards.first_entry[block.index() + 1];
      for (std::uint64_t e = view.shards.first_entry[block.index()] + std::uint64_t{lane}; e < last; e += kThreads)
        reduce_into(view.program, shared.vertex[view.shards.target[e] - first_vertex],
                    view.program.visit(seen_of_source(e), detail::edge_value<P>(values, e)));
    });
  }
  // New values; in shared memory, too, if the block writes its windows. Returns how many vertices were updated.
  WARPGRAPH_DEVICE std::uint32_t update(ShardBlock& block, Shared& shared, VertexId size) const {
    const VertexId first = view.shards.first_vertex(block.index());
    kernel::PerLane<std::uint32_t, kThreads> updated{};
    kernel::PerLane<detail::AggregateType<P>, kThreads> aggregate{};
    block.phase([&](kernel::Lane lane) {
      for (VertexId i = lane; i < size; i += kThreads) {
        const auto reduced = std::bit_cast<detail::Contribution<P>>(shared.vertex[i]);
        const auto now =
            detail::evaluate(view.program, view.value[first + i], reduced, view.vertex(first + i), aggregate[lane]);
        if (now.is_updated) {
          view.value[first + i] = now.value;
          ++updated[lane];
        }
        if constexpr (PushableProgram<P>) shared.vertex[i] = std::bit_cast<Cell<P>>(now.value);
      }
    });
    if constexpr (detail::HasAggregate<P>) {
      const auto sum = block.reduce(aggregate, detail::AddAggregates{});
      block.elect([&] { view.aggregate[block.index()] = sum; });
    }
    return block.reduce(updated, Plus{});
  }
};

template <class P>
struct Told {
  std::uint64_t all_updated;
  detail::AggregateType<P> aggregate;
};

// One sum out of one a shard, always in the same order, to the host with the count.
template <class P>
struct Tell {
  View<const detail::AggregateType<P>> aggregate;
  View<const std::uint64_t> all_updated;
  View<Told<P>> told;  // one, in the host's memory

  WARPGRAPH_DEVICE void operator()(ShardBlock& block) const {
    kernel::PerLane<detail::AggregateType<P>, kThreads> mine{};
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = lane; i < aggregate.size(); i += kThreads) mine[lane] = mine[lane] + aggregate[i];
    });
    const auto total = block.reduce(mine, detail::AddAggregates{});
    block.elect([&] {
      told[0].all_updated = all_updated[0];
      told[0].aggregate = total;
    });
  }
};

}  // namespace warpgraph::papers::cusha
