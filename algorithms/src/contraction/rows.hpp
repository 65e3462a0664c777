// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>

// Rows of a graph as contraction sees them, and the lengths that it adds up.
namespace warpgraph::algorithms::contraction {

// What sums of lengths are counted in.
template <EdgeValueType EdgeValue>
using Sum = std::conditional_t<std::is_floating_point_v<EdgeValue>, double, std::uint64_t>;

// The least length that no distance has: of distances of 32 bits 2^32 - 1, of 64 bits 2^63, of floats infinity.
template <class Length>
inline constexpr Length kTooFar = std::is_floating_point_v<Length> ? std::numeric_limits<Length>::infinity()
                                  : sizeof(Length) == 4            ? std::numeric_limits<Length>::max()
                                                                   : Length(std::uint64_t{1} << 63);

// Sums of lengths up to kTooFar, which is as far as it goes.
struct AddLengths {
  template <class Length>
  WARPGRAPH_DEVICE constexpr Length operator()(Length a, Length b) const {
    if constexpr (std::is_floating_point_v<Length>)
      return a + b;
    else
      return a >= kTooFar<Length> - b ? kTooFar<Length> : static_cast<Length>(a + b);
  }
};

// A sum in another type, up to kTooFar.
template <class Length, class From>
WARPGRAPH_DEVICE constexpr Length as_length(From sum) {
  if constexpr (std::is_same_v<Length, From>)
    return sum;
  else if constexpr (std::is_floating_point_v<Length>)
    return sum > static_cast<From>(std::numeric_limits<Length>::max()) ? kTooFar<Length> : static_cast<Length>(sum);
  else
    return sum >= kTooFar<Length> ? kTooFar<Length> : static_cast<Length>(sum);
}

// Rows without loops, and of parallel edges with the shortest alone. Neighbours ascend.
template <EdgeValueType EdgeValue>
struct Rows {
  using Length = Sum<EdgeValue>;
  AdjacencyView<EdgeValue> edges;

  WARPGRAPH_DEVICE Length at([[maybe_unused]] EdgeId e) const {
    if constexpr (graphs::kHasValue<EdgeValue>)
      return static_cast<Length>(edges.value[e]);
    else
      return 1;
  }
  // body(u, length) for each neighbour.
  template <class Body>
  WARPGRAPH_DEVICE void for_row(std::uint64_t v, Body&& body) const {
    const EdgeId end = edges.row[v + 1];
    for (EdgeId e = edges.row[v]; e < end;) {
      const VertexId u = edges.column[e];
      Length least = at(e);
      for (++e; e < end && edges.column[e] == u; ++e) least = Min{}(least, at(e));
      if (u != v) body(u, least);
    }
  }
  // Of the edge to a neighbour.
  WARPGRAPH_DEVICE Length between(std::uint64_t v, VertexId u) const {
    EdgeId first = edges.row[v];
    EdgeId last = edges.row[v + 1];
    const EdgeId end = last;
    while (first < last) {
      const EdgeId middle = first + (last - first) / 2;
      if (edges.column[middle] < u)
        first = middle + 1;
      else
        last = middle;
    }
    Length least = at(first);
    for (++first; first < end && edges.column[first] == u; ++first) least = Min{}(least, at(first));
    return least;
  }
};

}  // namespace warpgraph::algorithms::contraction
