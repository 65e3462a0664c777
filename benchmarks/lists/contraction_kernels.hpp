// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/operators.hpp>

#include "peel_kernels.hpp"

// The passes of Contraction (contraction.hpp) that make edges of chains and find ways back from them. All but Expand
// are over the vertices of the whole graph, or over the elements of lists: a vertex of a chain has two, 2i of the walk
// that comes to it from its one side, and 2i + 1 of the walk that comes from the other.
namespace warpgraph::benchmarks {

// Vertices before this one: those that stay in the upper half, those of chains in the lower one.
using Places = std::uint64_t;
WARPGRAPH_DEVICE inline VertexId kept_before(Places places) { return static_cast<VertexId>(places >> 32); }
WARPGRAPH_DEVICE inline VertexId chained_before(Places places) { return static_cast<VertexId>(places); }

// One element more than there are vertices.
struct MeasurePlaces {
  View<const Kind> kind;
  View<Places> place;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const Kind is = v < kind.size() ? kind[v] : Kind::kHangs;
    place[v] = is == Kind::kStays ? Places{1} << 32 : is == Kind::kInChain ? Places{1} : Places{0};
  }
};

struct FindSides {
  Lengths edges;
  View<const Kind> kind;
  View<const Places> place;
  View<VertexId> side;        // where the walk of an element comes from
  View<std::int64_t> length;  // of the edge from there

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kInChain) return;
    std::uint64_t element = std::uint64_t{chained_before(place[v])} * 2;
    edges.for_row(v, [&](EdgeId e, VertexId u) {
      if (kind[u] == Kind::kHangs) return;
      side[element] = u;
      length[element] = edges.at(e);
      ++element;
    });
  }
};

// The element of the walk that comes to `v`, a vertex of a chain, from `u`.
WARPGRAPH_DEVICE inline std::uint32_t element_from(View<const VertexId> side, Places of_v, VertexId u) {
  const std::uint32_t element = chained_before(of_v) * 2;
  return side[element] == u ? element : element + 1;
}

struct LinkChains {
  View<const Kind> kind;
  View<const Places> place;
  View<const VertexId> side;
  View<std::uint32_t> next;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kInChain) return;
    const std::uint32_t begin = chained_before(place[v]) * 2;
    for (std::uint32_t element = begin; element < begin + 2; ++element) {
      const VertexId u = side[element ^ 1u];
      next[element] = kind[u] == Kind::kInChain ? element_from(side, place[u], static_cast<VertexId>(v)) : element;
    }
  }
};

struct FindTails {
  View<const std::uint32_t> next;
  View<const std::uint32_t> head;
  View<std::uint32_t> tail;  // of the list of a head
  WARPGRAPH_DEVICE void operator()(std::uint64_t element) const {
    if (next[element] == element) tail[head[element]] = static_cast<std::uint32_t>(element);
  }
};

// The two vertices that stay from which a vertex is reached, as numbers of the contracted graph, and how far it is from
// them.
struct Way {
  VertexId from[2];
  std::uint32_t length[2];
};

struct FindWays {
  View<const Kind> kind;
  View<const Places> place;
  View<const VertexId> side;
  View<const std::uint32_t> head;
  View<const std::int64_t> before;
  View<Way> way;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId number = kept_before(place[v]);
    if (kind[v] == Kind::kStays) way[v] = {{number, number}, {0, 0}};
    if (kind[v] != Kind::kInChain) return;
    const std::uint32_t element = chained_before(place[v]) * 2;
    for (std::uint32_t i = 0; i < 2; ++i) {
      way[v].from[i] = kept_before(place[side[head[element + i]]]);
      way[v].length[i] = static_cast<std::uint32_t>(before[element + i]);
    }
  }
};

// A vertex further up in the upper half, and how far it is in the lower one.
struct BeginHang {
  Lengths edges;
  View<const Kind> kind;
  View<const VertexId> up;
  View<std::uint64_t> hang;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] == Kind::kHangs) hang[v] = std::uint64_t{up[v]} << 32 | edges.between(static_cast<VertexId>(v), up[v]);
  }
};

struct JumpUp {
  View<const Kind> kind;
  View<std::uint64_t> hang;
  View<std::uint32_t> moved;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kHangs) return;
    const std::uint64_t own = atomic::load(hang[v]);
    if (kind[own >> 32] != Kind::kHangs) return;
    const std::uint64_t further = atomic::load(hang[own >> 32]);
    atomic::store(hang[v], further + (own & 0xffffffffu));
    if (atomic::load(moved[0]) == 0) atomic::store(moved[0], 1);
  }
};

struct HangWays {
  View<const Kind> kind;
  View<const std::uint64_t> hang;
  View<Way> way;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kHangs) return;
    const auto length = static_cast<std::uint32_t>(hang[v]);
    const Way top = way[hang[v] >> 32];
    way[v] = {{top.from[0], top.from[1]}, {top.length[0] + length, top.length[1] + length}};
  }
};

// Every neighbour that is left of a vertex that stays is one itself, or begins a chain.
struct MeasureRows {
  Lengths edges;
  View<const Kind> kind;
  View<const Places> place;
  View<EdgeId> first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kStays) return;
    EdgeId count = 0;
    edges.for_row(v, [&](EdgeId, VertexId u) { count += kind[u] == Kind::kHangs ? 0 : 1; });
    first[kept_before(place[v])] = count;
  }
};

struct ListEdges {
  Lengths edges;
  View<const Kind> kind;
  View<const Places> place;
  View<const VertexId> side;
  View<const std::uint32_t> tail;
  View<const std::int64_t> length;
  View<const std::int64_t> before;
  View<const EdgeId> first;
  View<VertexId> source;
  View<VertexId> target;
  View<std::int32_t> value;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kStays) return;
    EdgeId to = first[kept_before(place[v])];
    edges.for_row(v, [&](EdgeId e, VertexId u) {
      if (kind[u] == Kind::kHangs) return;
      VertexId end = u;
      std::int64_t far = edges.at(e);
      if (kind[u] == Kind::kInChain) {
        const std::uint32_t last = tail[element_from(side, place[u], static_cast<VertexId>(v))];
        end = side[last ^ 1u];
        far = before[last] + length[last ^ 1u];
      }
      source[to] = kept_before(place[v]);
      target[to] = kept_before(place[end]);
      value[to] = static_cast<std::int32_t>(far);
      ++to;
    });
  }
};

struct Expand {
  View<const Way> way;
  View<const std::uint32_t> distance;
  View<std::uint32_t> all;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const Way from = way[v];
    const std::uint32_t near = distance[from.from[0]];
    all[v] = near == kUnreached ? kUnreached : Min{}(near + from.length[0], distance[from.from[1]] + from.length[1]);
  }

  static constexpr std::uint32_t kUnreached = 0xffffffffu;
};

}  // namespace warpgraph::benchmarks
