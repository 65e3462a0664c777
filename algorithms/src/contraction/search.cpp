// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/contraction.hpp>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "common/value_types.hpp"
#include "paths/distances.hpp"
#include "rows.hpp"

namespace warpgraph::algorithms {
namespace contraction {
namespace {

// From distances of the vertices that are left to those of all. Where one end of a chain is reached and the other is
// not, the chain was left out of the graph because no distance is as long.
template <class Length, class Near>
struct Expand {
  View<const ContractedWay<Length>> way;
  View<const Near> near;
  View<Length> all;
  View<VertexId> too_far;  // the lowest of all vertices, and the lowest of those that are left

  WARPGRAPH_DEVICE static Length sum(Near distance, Length length) {
    if (distance == kUnreachable<Near>) return kUnreachable<Length>;
    const Near sum = AddLengths{}(distance, static_cast<Near>(length));
    return sum >= static_cast<Near>(kTooFar<Length>) ? kUnreachable<Length> : static_cast<Length>(sum);
  }
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const ContractedWay<Length> from = way[v];
    const Near near0 = near[from.from[0]];
    const Near near1 = near[from.from[1]];
    const bool reaches0 = near0 != kUnreachable<Near>;
    const bool reaches1 = near1 != kUnreachable<Near>;
    const Length distance = Min{}(sum(near0, from.length[0]), sum(near1, from.length[1]));
    all[v] = distance;
    if (!reaches0 && !reaches1) return;
    if (distance == kUnreachable<Length>) atomic::fetch_min(too_far[0], static_cast<VertexId>(v));
    if (reaches0 != reaches1) atomic::fetch_min(too_far[1], from.from[reaches0 ? 1 : 0]);
  }
};

// A vertex at the same place as one that is left, most likely that one.
template <class Length>
struct FindVertexAt {
  View<const ContractedWay<Length>> way;
  VertexId number;
  View<VertexId> found;  // the lowest
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const ContractedWay<Length> from = way[v];
    const bool is_there = from.from[0] == number && from.from[1] == number;
    if (is_there && from.length[0] == Length{} && from.length[1] == Length{})
      atomic::fetch_min(found[0], static_cast<VertexId>(v));
  }
};

template <EdgeValueType EdgeValue>
VertexName name_at(StreamRef stream, const ContractedGraph<EdgeValue>& graph, VertexId number) {
  Buffer<VertexId> found(stream, 1, "contraction names");
  fill(stream, found, kNoVertex);
  kernel::for_each(stream, graph.whole_vertex_count(), FindVertexAt<Distance<EdgeValue>>{graph.ways(), number, found});
  return graph.ids().name_of(to_host(stream, found).front());
}

template <EdgeValueType EdgeValue, class Near>
Buffer<Distance<EdgeValue>> expanded(StreamRef stream, const ContractedGraph<EdgeValue>& graph,
                                     const Result<Near>& near) {
  using Length = Distance<EdgeValue>;
  Buffer<Length> all(stream, graph.whole_vertex_count(), "distances");
  Buffer<VertexId> too_far(stream, 2, "contraction names");
  fill(stream, too_far, kNoVertex);
  kernel::for_each(stream, all.size(), Expand<Length, Near>{graph.ways(), near.values, all, too_far});
  const std::vector<VertexId> lowest = to_host(stream, too_far);
  if (!near.converged()) return all;
  if (lowest[0] != kNoVertex) throw_too_far<EdgeValue>(graph.ids().name_of(lowest[0]));
  if (lowest[1] != kNoVertex) throw_too_far<EdgeValue>(name_at(stream, graph, lowest[1]));
  return all;
}

// Of the types that are left of a graph with these values.
template <EdgeValueType EdgeValue, class Visit>
auto with_graph(const ContractedGraph<EdgeValue>& graph, Visit&& visit) {
  if constexpr (std::is_same_v<EdgeValue, NoValue>) {
    return visit(std::get<DeviceGraph<std::int32_t>>(graph.graph()));
  } else if constexpr (std::is_same_v<EdgeValue, std::int32_t>) {
    const auto* const narrow = std::get_if<DeviceGraph<std::int32_t>>(&graph.graph());
    return narrow != nullptr ? visit(*narrow) : visit(std::get<DeviceGraph<std::int64_t>>(graph.graph()));
  } else {
    return visit(std::get<DeviceGraph<EdgeValue>>(graph.graph()));
  }
}

}  // namespace
}  // namespace contraction

template <EdgeValueType EdgeValue>
VertexId ContractedGraph<EdgeValue>::number_of(VertexName source) const {
  const auto found = std::ranges::lower_bound(parts_.kept, source, {}, &std::pair<VertexName, VertexId>::first);
  if (found != parts_.kept.end() && found->first == source) return found->second;
  (void)find_vertex(ids(), whole_vertex_count(), source);
  throw UsageError("contraction: the source " + to_string(source) + " is not among the vertices that were kept");
}

template <EdgeValueType EdgeValue>
MemoryPlan contracted_search_memory(StreamRef stream, const ContractedGraph<EdgeValue>& graph) {
  MemoryPlan plan = contraction::with_graph(graph, [&]<EdgeValueType Left>(const DeviceGraph<Left>& left) {
    return distances_memory<Left>(stream, left.vertex_count(), left.edge_count());
  });
  return plan.add_array<Distance<EdgeValue>>("distances", graph.whole_vertex_count());
}

template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> sssp(StreamRef stream, const ContractedGraph<EdgeValue>& graph,
                                 const SsspOptions& options) {
  expects(
      options.engine.until.empty(),
      "sssp: until has no effect on a contracted graph: its vertices are those of the whole graph, and the search is "
      "among those that are left");
  const VertexId source = graph.number_of(options.source);
  stream.device().require(contracted_search_memory(stream, graph), "a search in a contracted graph");
  return contraction::with_graph(graph, [&]<EdgeValueType Left>(const DeviceGraph<Left>& left) {
    const auto name_of = [&](VertexId number) { return contraction::name_at(stream, graph, number); };
    auto near = distances_from(stream, left, source, options.engine, name_of);
    Result<Distance<EdgeValue>> result;
    result.values = contraction::expanded(stream, graph, near);
    static_cast<RunReport&>(result) = std::move(near);
    result.advice.clear();  // it is about the graph that is left
    return result;
  });
}

Result<std::uint32_t> bfs_levels(StreamRef stream, const ContractedGraph<NoValue>& graph, const BfsOptions& options) {
  static_assert(kUnreachable<std::uint32_t> == kNoVertex);
  return sssp(stream, graph, {options.source, options.engine});
}

#define WARPGRAPH_INSTANTIATE(E)                                                         \
  template VertexId ContractedGraph<E>::number_of(VertexName) const;                     \
  template MemoryPlan contracted_search_memory<E>(StreamRef, const ContractedGraph<E>&); \
  template Result<Distance<E>> sssp<E>(StreamRef, const ContractedGraph<E>&, const SsspOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
