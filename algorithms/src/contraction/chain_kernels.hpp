// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>

#include "peel_kernels.hpp"

// The passes that make edges of chains. They are over the vertices of the whole graph, or over the elements of lists: a
// vertex of a chain has two, 2i of the walk that comes to it from its one side, and 2i + 1 of the walk that comes from
// the other.
namespace warpgraph::algorithms::contraction {

template <EdgeValueType EdgeValue>
struct FindSides {
  Rows<EdgeValue> rows;
  View<const Kind> kind;
  View<const Places> place;
  View<VertexId> side;          // where the walk of an element comes from
  View<Sum<EdgeValue>> length;  // of the edge from there

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kInChain) return;
    std::uint64_t element = std::uint64_t{chained_before(place[v])} * 2;
    rows.for_row(v, [&](VertexId u, Sum<EdgeValue> far) {
      if (kind[u] == Kind::kHangs) return;
      side[element] = u;
      length[element] = far;
      ++element;
    });
  }
};

// The element of the walk that comes to a vertex of a chain from `u`.
WARPGRAPH_DEVICE inline std::uint32_t element_from(View<const VertexId> side, Places of_vertex, VertexId u) {
  const std::uint32_t element = chained_before(of_vertex) * 2;
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

template <class Length, class From>
struct FindWays {
  View<const Kind> kind;
  View<const Places> place;
  View<const VertexId> side;
  View<const std::uint32_t> head;
  View<const From> before;  // how far an element is from where its list comes from
  From longest;
  View<ContractedWay<Length>> way;
  View<std::uint32_t> is_longer;  // whether a chain is longer than `longest`

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId number = kept_before(place[v]);
    if (kind[v] == Kind::kStays) way[v] = {{number, number}, {0, 0}};
    if (kind[v] != Kind::kInChain) return;
    const std::uint32_t element = chained_before(place[v]) * 2;
    for (std::uint32_t i = 0; i < 2; ++i) {
      way[v].from[i] = kept_before(place[side[head[element + i]]]);
      way[v].length[i] = as_length<Length>(before[element + i]);
    }
    if (AddLengths{}(before[element], before[element + 1]) > longest && atomic::load(is_longer[0]) == 0)
      atomic::store(is_longer[0], 1);
  }
};

// Every neighbour that is left of a vertex that stays is one itself, or begins a chain.
struct CountRowsLeft {
  Rows<NoValue> rows;
  View<const Kind> kind;
  View<const Places> place;
  View<EdgeId> first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kStays) return;
    EdgeId count = 0;
    rows.for_row(v, [&](VertexId u, std::uint64_t) { count += kind[u] == Kind::kHangs ? 0 : 1; });
    first[kept_before(place[v])] = count;
  }
};

// Edges that are longer than a value holds are on no shortest path: loops stand for them, which are left out.
template <EdgeValueType EdgeValue, class Value>
struct ListEdges {
  using Far = Sum<EdgeValue>;
  Rows<EdgeValue> rows;
  View<const Kind> kind;
  View<const Places> place;
  View<const VertexId> side;
  View<const std::uint32_t> tail;
  View<const Far> length;
  View<const Far> before;
  View<const EdgeId> first;
  View<VertexId> source;
  View<VertexId> target;
  View<Value> value;

  // Of the chain whose lists have these heads, both ways the same to the last bit.
  WARPGRAPH_DEVICE Far length_of(std::uint32_t head, std::uint32_t other_head) const {
    const std::uint32_t low = Min{}(head, other_head);
    const std::uint32_t high = head ^ other_head ^ low;
    return AddLengths{}(before[high ^ 1u], length[high]);
  }

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (kind[v] != Kind::kStays) return;
    const VertexId from = kept_before(place[v]);
    EdgeId to = first[from];
    rows.for_row(v, [&](VertexId u, Far far) {
      if (kind[u] == Kind::kHangs) return;
      VertexId end = u;
      if (kind[u] == Kind::kInChain) {
        const std::uint32_t head = element_from(side, place[u], static_cast<VertexId>(v));
        const std::uint32_t other_head = tail[head] ^ 1u;
        end = side[other_head];
        far = length_of(head, other_head);
      }
      const bool fits = far <= static_cast<Far>(std::numeric_limits<Value>::max());
      source[to] = from;
      target[to] = fits ? kept_before(place[end]) : from;
      value[to] = fits ? static_cast<Value>(far) : Value{};
      ++to;
    });
  }
};

}  // namespace warpgraph::algorithms::contraction
