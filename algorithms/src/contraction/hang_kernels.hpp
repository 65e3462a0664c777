// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>

#include "peel_kernels.hpp"

// The passes that find where trees hang, and how far below. All are over the vertices of the whole graph.
namespace warpgraph::algorithms::contraction {

// A vertex further up, and how far it is.
template <class Length>
struct Hang {
  VertexId up;
  Length length;
};

// What these lengths are counted in: sums of floats are rounded in the end.
template <EdgeValueType EdgeValue>
using HangLength = std::conditional_t<std::is_floating_point_v<EdgeValue>, double, Distance<EdgeValue>>;

template <EdgeValueType EdgeValue>
struct BeginHang {
  using Length = HangLength<EdgeValue>;
  Rows<EdgeValue> rows;
  View<const Kind> kind;
  View<const VertexId> up;
  View<Hang<Length>> hang;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] == Kind::kHangs) hang[v] = {up[v], as_length<Length>(rows.between(v, up[v]))};
  }
};

// How many vertices that hang are before one.
WARPGRAPH_DEVICE inline std::uint64_t hanging_before(std::uint64_t v, Places place) {
  return v - kept_before(place) - chained_before(place);
}

// A vertex that hangs from one that hangs looks where that one hangs. All look before one moves.
template <class Length>
struct LookUp {
  View<const Kind> kind;
  View<const Places> place;
  View<const Hang<Length>> hang;
  View<Hang<Length>> next;  // of the vertices that hang
  View<std::uint32_t> moves;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kHangs) return;
    const Hang<Length> own = hang[v];
    if (kind[own.up] != Kind::kHangs) return;
    const Hang<Length> further = hang[own.up];
    next[hanging_before(v, place[v])] = {further.up, AddLengths{}(own.length, further.length)};
    if (atomic::load(moves[0]) == 0) atomic::store(moves[0], 1);
  }
};

template <class Length>
struct MoveUp {
  View<const Kind> kind;
  View<const Places> place;
  View<const Hang<Length>> next;
  View<Hang<Length>> hang;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] == Kind::kHangs && kind[hang[v].up] == Kind::kHangs) hang[v] = next[hanging_before(v, place[v])];
  }
};

template <class Length, class Below>
struct HangWays {
  View<const Kind> kind;
  View<const Hang<Below>> hang;
  View<ContractedWay<Length>> way;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kHangs) return;
    const ContractedWay<Length> top = way[hang[v].up];
    way[v] = {{top.from[0], top.from[1]}, {below(top.length[0], hang[v].length), below(top.length[1], hang[v].length)}};
  }
  WARPGRAPH_DEVICE static Length below(Length top, Below length) {
    return as_length<Length>(AddLengths{}(static_cast<Below>(top), length));
  }
};

}  // namespace warpgraph::algorithms::contraction
