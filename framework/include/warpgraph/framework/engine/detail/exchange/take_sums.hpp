// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/core/kernel_view.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/shard/peer_numbers.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>

// What the owner of a vertex does with the sums that the ranks of its row have brought (RowSums).
namespace warpgraph::detail {

// For each own vertex: its own sum, then those of the others in the order of their columns, so that sums of floats are
// the same bit for bit from run to run.
template <class P>
struct SumPartials {
  P program;
  View<const shards::PeerNumbers> place;  // of each mate's sums
  View<const Contribution<P>> brought;
  View<Contribution<P>> sum;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    Contribution<P> total = sum[v];
    const auto place_of_vertex = static_cast<VertexId>(v);
    for (std::uint64_t mate = 0; mate < place.size(); ++mate)
      if (place[mate].has(place_of_vertex)) total = reduction(program)(total, brought[place[mate].of(place_of_vertex)]);
    sum[v] = total;
  }
};

// What was pushed to proxies of an own vertex, as if it had been pushed to the vertex. One message at a time, so that a
// launch meets each vertex once.
template <class P>
struct TakePushed {
  using Value = typename P::VertexValue;

  P program;
  View<Value> value;            // of the own vertices, as are
  View<std::uint32_t> next;     // the next frontier
  View<std::uint32_t> settled;  // of first-hit programs

  WARPGRAPH_DEVICE void operator()(VertexId v, const Value& pushed) const {
    // The device that pushed does not know what was settled by others before this superstep.
    if constexpr (first_hit_suffices<P>())
      if ((atomic::load(settled[v / 32]) & ~atomic::load(next[v / 32]) & bit_of(v)) != 0) return;
    const Value now = reduction(program)(value[v], pushed);
    if (!program.updated(value[v], now)) return;
    value[v] = now;
    atomic::fetch_or(next[v / 32], bit_of(v));
    if constexpr (first_hit_suffices<P>()) atomic::fetch_or(settled[v / 32], bit_of(v));
  }
};

// The entries of a list.
template <class P>
struct TakeListed {
  static constexpr std::uint64_t kValueWords = sizeof(typename P::VertexValue) / sizeof(std::uint32_t);

  TakePushed<P> take;
  View<const std::uint32_t> entries;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t at = i * (1 + kValueWords);
    Words value;
    for (std::uint64_t k = 0; k < kValueWords; ++k) value.word[k] = entries[at + 1 + k];
    take(entries[at], std::bit_cast<typename P::VertexValue>(value));
  }

 private:
  struct Words {
    std::uint32_t word[kValueWords];
  };
};

// Sums of all vertices for which the mate has edges; those that it did not update change nothing.
template <class P>
struct TakeAll {
  TakePushed<P> take;
  shards::PeerNumbers place;
  View<const typename P::VertexValue> brought;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const auto place_of_vertex = static_cast<VertexId>(v);
    if (place.has(place_of_vertex)) take(place_of_vertex, brought[place.of(place_of_vertex)]);
  }
};

}  // namespace warpgraph::detail
