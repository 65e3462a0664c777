// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "weights.hpp"

// What the phases of all methods share: the lightest edges of trees, and places to write to.
namespace warpgraph::algorithms::forest {

// Items that a lane has under way at once.
inline constexpr std::uint32_t kSteps = 4;
// Warps for so many items.
inline std::uint64_t groups_of(std::uint64_t count) {
  constexpr std::uint64_t kGroup = std::uint64_t{kSteps} * kernel::Warp::kSize;
  return (count + kGroup - 1) / kGroup;
}
WARPGRAPH_DEVICE constexpr std::uint64_t nothing() { return ~std::uint64_t{0}; }

// The lightest edge of every tree, under the order of (weight, edge). In narrow form both fit into one word. In wide
// form the weights are settled first, and then the least of the edges that have that weight.
template <bool kWide>
struct Lightest {
  View<std::uint64_t> weight;  // in narrow form (weight, edge)
  View<std::uint64_t> edge;    // in wide form

  static constexpr bool kIsWide = kWide;

  [[nodiscard]] WARPGRAPH_DEVICE static std::uint64_t key(std::uint64_t weight, EdgeId edge) {
    return kWide ? weight : weight << 32 | edge;
  }
  // Monotone. Looks first, because most edges come too late.
  WARPGRAPH_DEVICE void offer(VertexId tree, std::uint64_t key) const {
    if (key < atomic::load(weight[tree])) atomic::fetch_min(weight[tree], key);
  }
  WARPGRAPH_DEVICE void offer_edge(VertexId tree, std::uint64_t key, EdgeId e) const {
    if (weight[tree] == key && e < atomic::load(edge[tree])) atomic::fetch_min(edge[tree], e);
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool is(VertexId tree, std::uint64_t key, EdgeId e) const {
    return weight[tree] == key && (!kWide || edge[tree] == e);
  }
  // Any weight is less than nothing in narrow form, where no edge has the highest number. In wide form an edge that was
  // offered tells.
  [[nodiscard]] WARPGRAPH_DEVICE bool has_any(VertexId tree) const {
    return (kWide ? edge[tree] : weight[tree]) != nothing();
  }
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId edge_of(VertexId tree) const {
    return kWide ? edge[tree] : weight[tree] & 0xffffffffu;
  }
  WARPGRAPH_DEVICE void clear(VertexId tree) const {
    weight[tree] = nothing();
    if constexpr (kWide) edge[tree] = nothing();
  }
};

// The edges of the forest.
struct Chosen {
  View<EdgeId> entry;
  View<std::uint64_t> count;
};

// Places behind the counter for all that is kept, in one addition for the whole warp.
struct Slots {
  kernel::PerLane<std::uint64_t> next;

  WARPGRAPH_DEVICE Slots(kernel::Warp& warp, const kernel::PerLane<bool> (&keep)[kSteps], std::uint64_t& counter) {
    kernel::PerLane<std::uint64_t> wanted{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) wanted[lane] += keep[i][lane] ? 1u : 0u;
    });
    next = sweep::reserve(warp, wanted, counter);
  }
};

// Appends what is kept of the kSteps places of each lane: keeps(place, item) says whether, and gives the item.
template <class T, class Keeps>
WARPGRAPH_DEVICE void append_kept(kernel::Warp& warp, const View<T>& to, std::uint64_t& counter, Keeps&& keeps) {
  const std::uint64_t base = std::uint64_t{warp.global_index()} * kSteps * kernel::Warp::kSize;
  kernel::PerLane<bool> is_kept[kSteps];
  kernel::PerLane<T> item[kSteps];
  warp.relaxed_phase([&](kernel::Lane lane) {
    WARPGRAPH_UNROLL
    for (std::uint32_t i = 0; i < kSteps; ++i)
      is_kept[i][lane] = keeps(base + i * kernel::Warp::kSize + lane, item[i][lane]);
  });
  Slots place(warp, is_kept, counter);
  warp.relaxed_phase([&](kernel::Lane lane) {
    WARPGRAPH_UNROLL
    for (std::uint32_t i = 0; i < kSteps; ++i)
      if (is_kept[i][lane]) to[place.next[lane]++] = item[i][lane];
  });
}

// Every root hooks under the tree that its lightest edge leads to. The total order allows one kind of cycle, two trees
// that choose the same edge, which hooks_under breaks; so nothing is read that is written, and stores are plain.
// choice.of(v, entry) gives the tree that v has chosen, and the edge; kNoVertex: v is no root, or has no edge.
// choice.keeps(v, u, hooks, entry) says whether the edge is kept, and which it is.
template <class Choice>
struct HookTrees {
  Choice choice;
  View<VertexId> parent;
  Chosen chosen;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    append_kept(warp, chosen.entry, chosen.count[0], [&](std::uint64_t v, EdgeId& entry) {
      return v < parent.size() && hook(static_cast<VertexId>(v), entry);
    });
  }

 private:
  WARPGRAPH_DEVICE bool hook(VertexId v, EdgeId& entry) const {
    const VertexId u = choice.of(v, entry);
    const bool hooks = u != kNoVertex && sweep::hooks_under(v, u, choice.is_mutual(v, u, entry));
    if (Choice::kBegins || hooks) parent[v] = hooks ? u : v;
    return choice.keeps(v, u, hooks, entry);
  }
};

}  // namespace warpgraph::algorithms::forest
