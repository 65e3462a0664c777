// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/algorithms/sssp_parents.hpp>
#include <warpgraph/framework/engine/pull.hpp>
#include <warpgraph/framework/graph/row_lengths.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "common/value_types.hpp"

namespace warpgraph::algorithms {
namespace {

// The lowest neighbour that is nearer to the source and from which the edge makes up the distance.
template <class T>
struct NearerParents {
  using VertexValue = T;
  using EdgeValue = T;
  using Reduction = Min;
  View<const T> distance;

  WARPGRAPH_DEVICE VertexId visit(T from, T length, VertexId neighbour, VertexId v) const {
    const T own = distance[v];
    return from < own && own != kUnreachable<T> && from + length == own ? neighbour : kNoVertex;
  }
};

// The lowest neighbour at the same distance that has a parent: over an edge of length 0, or one that rounding makes 0.
template <class T>
struct EqualParents {
  using VertexValue = T;
  using EdgeValue = T;
  using Reduction = Min;
  View<const T> distance;
  View<const VertexId> parent;

  WARPGRAPH_DEVICE VertexId visit(T from, T length, VertexId neighbour, VertexId v) const {
    const T own = distance[v];
    return from == own && own != kUnreachable<T> && from + length == own && parent[neighbour] != kNoVertex ? neighbour
                                                                                                           : kNoVertex;
  }
};

template <class T>
struct FindWithoutParent {
  View<const T> distance;
  View<const VertexId> parent;
  View<std::uint32_t> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (parent[v] == kNoVertex && distance[v] != kUnreachable<T>) atomic::store(found[0], 1u);
  }
};

struct TakeParents {
  View<const VertexId> next;
  View<VertexId> parent;
  View<std::uint32_t> changed;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (parent[v] != kNoVertex || next[v] == kNoVertex) return;
    parent[v] = next[v];
    atomic::store(changed[0], 1u);
  }
};

struct SetParent {
  View<VertexId> parent;
  VertexId vertex;
  WARPGRAPH_DEVICE void operator()(std::uint64_t) const { parent[vertex] = vertex; }
};

// Whether act(flag) sets the flag, which is 0 before.
template <class Act>
bool sets_flag(StreamRef stream, Buffer<std::uint32_t>& flag, Act&& act) {
  fill(stream, flag, 0);
  act();
  return to_host(stream, flag).front() != 0;
}

}  // namespace

template <EdgeValueType EdgeValue>
Buffer<VertexId> sssp_parents(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                              Buffer<Distance<EdgeValue>>& distance, VertexName source) {
  using T = Distance<EdgeValue>;
  const VertexId count = graph.vertex_count();
  expects(distance.size() == count, "sssp_parents: a distance for every vertex");
  const VertexId start = find_vertex(graph.ids(), count, source);
  const AdjacencyView<EdgeValue>& incoming = graph.view().incoming;
  const rows::RowLengths lengths = rows::measure_rows(stream, incoming.row);
  Buffer<VertexId> parent(stream, count, "sssp parents");
  Buffer<std::uint32_t> flag(stream, 1, "sssp parents");
  Pull<NearerParents<T>, EdgeValue> nearer(stream, incoming, lengths, NearerParents<T>{distance.view()});
  nearer(distance.view(), parent.view());
  kernel::for_each(stream, 1, SetParent{parent.view(), start});
  const auto some_have_none = [&] {
    return sets_flag(stream, flag, [&] {
      kernel::for_each(stream, count, FindWithoutParent<T>{distance.view(), parent.view(), flag.view()});
    });
  };
  if (!some_have_none()) return parent;
  Buffer<VertexId> next(stream, count, "sssp parents");
  Pull<EqualParents<T>, EdgeValue> equal(stream, incoming, lengths, EqualParents<T>{distance.view(), parent.view()});
  const auto some_get_one = [&] {
    return sets_flag(stream, flag, [&] {
      equal(distance.view(), next.view());
      kernel::for_each(stream, count, TakeParents{next.view(), parent.view(), flag.view()});
    });
  };
  while (some_get_one() && some_have_none()) continue;
  return parent;
}

#define WARPGRAPH_INSTANTIATE(E) \
  template Buffer<VertexId> sssp_parents<E>(StreamRef, const DeviceGraph<E>&, Buffer<Distance<E>>&, VertexName)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
