// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>

#include "rows.hpp"

// The passes of peeling (peel.hpp) that find out which vertices hang in trees, lie in chains and stay. All but those
// over the vertices to keep are over the vertices of the graph.
namespace warpgraph::algorithms::contraction {

enum class Kind : std::uint8_t { kHangs, kStays, kInChain };

// Vertices before this one: those that stay in the upper half, those of chains in the lower one.
using Places = std::uint64_t;
WARPGRAPH_DEVICE inline VertexId kept_before(Places places) { return static_cast<VertexId>(places >> 32); }
WARPGRAPH_DEVICE inline VertexId chained_before(Places places) { return static_cast<VertexId>(places); }

// What is left of a vertex's neighbours in one word, the sum of entry_of(u) over them: of a single neighbour, its
// entry; of two, 2 in the upper half, as numbers are below 2^31. Carries of more neighbours make the upper half larger.
WARPGRAPH_DEVICE inline std::uint64_t entry_of(VertexId u) { return std::uint64_t{1} << 32 | u; }
WARPGRAPH_DEVICE inline std::uint64_t count_of(std::uint64_t entries) { return entries >> 32; }
// Nothing is left then, or of the last two vertices of a tree an entry less than nothing.
WARPGRAPH_DEVICE inline bool is_peeled(std::uint64_t entries) {
  return entries == 0 || count_of(entries) >= (std::uint64_t{1} << 32) - 2;
}

struct MarkKept {
  View<const VertexId> keep;  // each once
  View<std::uint8_t> stays;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { stays[keep[i]] = 1; }
};

struct BeginPeel {
  Rows<NoValue> rows;
  View<std::uint64_t> left;
  View<VertexId> up;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    std::uint64_t sum = 0;
    rows.for_row(v, [&](VertexId u, std::uint64_t) { sum += entry_of(u); });
    left[v] = sum;
    up[v] = kNoVertex;
  }
};

struct PeelTrees {
  View<const std::uint8_t> stays;
  View<std::uint64_t> left;
  View<VertexId> up;  // the neighbour that a peeled vertex hangs from

  WARPGRAPH_DEVICE void operator()(std::uint64_t leaf) const {
    auto v = static_cast<VertexId>(leaf);
    while (stays[v] == 0) {
      const std::uint64_t last = atomic::load(left[v]);
      if (count_of(last) != 1 || atomic::compare_exchange(left[v], last, 0) != last) return;
      const auto u = static_cast<VertexId>(last);
      const std::uint64_t had = atomic::fetch_add(left[u], std::uint64_t{0} - entry_of(v));
      // Nothing was left of u: both are the last of a tree and hang from each other. The lower one is the root.
      if (had != 0 || u < v) up[v] = u;
      v = u;
    }
  }
};

// The last vertex of a tree depends on how far each lane came. The lowest one stays instead: the vertices between the
// two hang the other way round. A tree is known by its lowest vertex.
struct HangFromLowest {
  View<const std::uint8_t> stays;
  View<const std::uint64_t> left;
  View<const VertexId> component;
  View<VertexId> up;

  WARPGRAPH_DEVICE void operator()(std::uint64_t last) const {
    if (stays[last] != 0 || !is_peeled(left[last]) || component[last] == last) return;
    if (atomic::load(up[last]) != kNoVertex) return;
    VertexId below = kNoVertex;
    for (VertexId v = component[last]; v != kNoVertex;) {
      const VertexId next = up[v];
      atomic::store(up[v], below);
      below = v;
      v = next;
    }
  }
};

struct FindKinds {
  View<const std::uint8_t> stays;
  View<const std::uint64_t> left;
  View<const VertexId> up;
  View<const VertexId> component;
  View<Kind> kind;
  View<VertexId> lowest;  // of a component: 0 if a vertex of it stays

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    kind[v] = up[v] != kNoVertex                        ? Kind::kHangs
              : count_of(left[v]) == 2 && stays[v] == 0 ? Kind::kInChain
                                                        : Kind::kStays;
    VertexId& mark = lowest[component[v]];
    if (kind[v] == Kind::kStays && atomic::load(mark) != 0) atomic::store(mark, 0);
  }
};

// Components in which no vertex stays are cycles, with trees: the lowest vertex of the cycle will stay.
struct FindLowest {
  View<const Kind> kind;
  View<const VertexId> component;
  View<VertexId> lowest;  // that number and 1

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kInChain) return;
    VertexId& mark = lowest[component[v]];
    if (atomic::load(mark) > v + 1) atomic::fetch_min(mark, static_cast<VertexId>(v + 1));
  }
};

struct CutCycles {
  View<const VertexId> component;
  View<const VertexId> lowest;
  View<Kind> kind;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (lowest[component[v]] == v + 1) kind[v] = Kind::kStays;
  }
};

// One element more than there are vertices.
struct MeasurePlaces {
  View<const Kind> kind;
  View<Places> place;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const Kind is = v < kind.size() ? kind[v] : Kind::kHangs;
    place[v] = is == Kind::kStays ? Places{1} << 32 : is == Kind::kInChain ? Places{1} : Places{0};
  }
};

struct NumberKept {
  View<const VertexId> keep;
  View<const Places> place;
  View<VertexId> number;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { number[i] = kept_before(place[keep[i]]); }
};

}  // namespace warpgraph::algorithms::contraction
