// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/sssp.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/memory.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/framework/shard/reduce_over_row.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "common/value_types.hpp"
#include "distances.hpp"
#include "verify/message.hpp"

namespace warpgraph::algorithms {

namespace {

template <EdgeValueType EdgeValue>
bool are_lengths([[maybe_unused]] const rows::EdgeValueRange<EdgeValue>& range) {
  if constexpr (graphs::kHasValue<EdgeValue>)
    return range.least >= 0 && range.greatest <= std::numeric_limits<EdgeValue>::max();
  else
    return true;
}

}  // namespace

template <EdgeValueType EdgeValue>
void expect_lengths([[maybe_unused]] StreamRef stream, [[maybe_unused]] const AdjacencyView<EdgeValue>& edges,
                    const rows::EdgeValueRange<EdgeValue>& lengths, [[maybe_unused]] const NameOf& name_of_target,
                    [[maybe_unused]] const NameOf& name_of_source) {
  if (are_lengths(lengths)) return;
  if constexpr (graphs::kHasValue<EdgeValue>) {
    const std::vector<EdgeId> row = to_host(stream, edges.row);
    const std::vector<VertexId> column = to_host(stream, edges.column);
    const std::vector<EdgeValue> length = to_host(stream, edges.value);
    for (VertexId v = 0; v + std::size_t{1} < row.size(); ++v)
      for (EdgeId e = row[v]; e < row[v + std::size_t{1}]; ++e) {
        if (are_lengths(rows::EdgeValueRange<EdgeValue>{length[e], length[e]})) continue;
        const std::string edge = name_of_source ? "the edge from " + to_string(name_of_source(column[e])) : "an edge";
        throw InputError("shortest paths: " + edge + " to " + to_string(name_of_target(v)) + " has the " +
                         (length[e] < 0 ? "negative " : "") + "length " + verify::text_of(length[e]));
      }
  }
}

template <EdgeValueType EdgeValue>
void throw_too_far(VertexName name) {
  const std::string begin = "shortest paths: the distance of vertex " + to_string(name);
  const auto refuse = [&](ValueType wider, const std::string& end) {
    throw RefusedGraphError<InputError>(graphs::RefusedGraph(graphs::RefusedGraph::Reason::kNarrowWeights, wider),
                                        begin + end);
  };
  if (std::is_same_v<EdgeValue, std::int32_t>)
    refuse(ValueType::kInt64, " does not fit into 32 bits; lengths of int64 have distances of 64");
  if (std::is_same_v<EdgeValue, std::int64_t>)
    refuse(ValueType::kDouble, " is 2^63 or more; lengths of double have distances that are rounded");
  if (std::is_same_v<EdgeValue, float>)
    refuse(ValueType::kDouble, " is beyond the range of float; lengths of double have a wider one");
  throw InputError(begin + " is beyond the range of double");
}

namespace {

using programs::Distances;

// Two numbers below it add up to one that the type holds.
template <class T>
constexpr T large() {
  if constexpr (std::is_floating_point_v<T>)
    return std::numeric_limits<T>::max() / 4;
  else
    return T{1} << (sizeof(T) == 4 ? 31 : 61);
}

// 31 bits hold no large one.
template <EdgeValueType EdgeValue>
bool is_large([[maybe_unused]] EdgeValue length) {
  if constexpr (graphs::kHasValue<EdgeValue> && !std::is_same_v<EdgeValue, std::int32_t>)
    return length >= large<EdgeValue>();
  return false;
}

// Whether a path may be so long. It has at most as many edges as there are vertices. A sum of floats is less than four
// times the exact one: it stands still where the next length is 2^-25 of it.
template <EdgeValueType EdgeValue>
bool may_be_large(EdgeValue greatest, std::uint64_t vertices) {
  constexpr double kRounding = std::is_floating_point_v<EdgeValue> ? 4 : 1;
  return kRounding * static_cast<double>(greatest) * static_cast<double>(vertices) >=
         static_cast<double>(large<Distance<EdgeValue>>());
}

template <class T>
struct FindLargeDistance {
  View<const T> distance;
  View<std::uint32_t> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (distance[i] >= large<T>() && distance[i] != kUnreachable<T>) atomic::store(found[0], 1u);
  }
};

template <class T>
bool has_large_distance(StreamRef stream, View<const T> distance) {
  Buffer<std::uint32_t> found(stream, 1, "large distances");
  fill(stream, found, 0);
  kernel::for_each(stream, distance.size(), FindLargeDistance<T>{distance, found});
  return to_host(stream, found).front() != 0;
}

// The incoming edges of some vertices, in the host's memory.
struct Rows {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
};

// For each row, whether a vertex with a distance is among the neighbours.
template <class T>
std::vector<std::uint8_t> find_reached(std::span<const T> distance, const Rows& rows) {
  std::vector<std::uint8_t> has_reached(rows.row.size() - 1);
  for (std::size_t i = 0; i < has_reached.size(); ++i) {
    const auto neighbours = std::span(rows.column).subspan(rows.row[i], rows.row[i + 1] - rows.row[i]);
    has_reached[i] = std::ranges::any_of(neighbours, [&](VertexId u) { return distance[u] != kUnreachable<T>; });
  }
  return has_reached;
}

// Throws for the lowest vertex that is farther than the type holds. In a run that has converged that is a vertex
// without a distance which has a neighbour with one. With lengths of int64 it is one above INT64_MAX, too: C and the
// command line give signed integers of 64 bits. `distance`: of vertices that follow `first`, as has_reached is
// (find_reached).
template <EdgeValueType EdgeValue>
void refuse_distances_too_far(const NameOf& name_of, std::span<const Distance<EdgeValue>> distance,
                              std::span<const std::uint8_t> has_reached, VertexId first, bool has_converged) {
  using T = Distance<EdgeValue>;
  for (std::size_t i = 0; i < has_reached.size(); ++i) {
    const bool is_beyond_signed = std::is_same_v<EdgeValue, std::int64_t> && distance[i] > static_cast<T>(INT64_MAX);
    if (distance[i] == kUnreachable<T> ? has_converged && has_reached[i] != 0 : is_beyond_signed)
      throw_too_far<EdgeValue>(name_of(static_cast<VertexId>(first + i)));
  }
}

}  // namespace

// Distances that the type does not hold can occur only where a length or a distance is large, so only such results are
// looked at edge by edge.
template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> distances_from(StreamRef stream, const DeviceGraph<EdgeValue>& graph, VertexId source,
                                           const EngineOptions& options, const NameOf& name_of) {
  using T = Distance<EdgeValue>;
  const auto& incoming = graph.view().incoming;
  const auto lengths = graph.facts()->value_range(stream, incoming.value);
  expect_lengths(stream, incoming, lengths, name_of, name_of);
  auto result = warpgraph::run(stream, graph, Distances<T>{source}, options);
  if constexpr (graphs::kHasValue<EdgeValue>) {
    if (!may_be_large(lengths.greatest, graph.vertex_count())) return result;
    if (is_large(lengths.greatest) || has_large_distance<T>(stream, result.values.view())) {
      const std::vector<T> distance = to_host(stream, result.values);
      const auto reached = find_reached<T>(distance, {to_host(stream, incoming.row), to_host(stream, incoming.column)});
      refuse_distances_too_far<EdgeValue>(name_of, distance, reached, 0, result.converged());
    }
  }
  return result;
}

template <EdgeValueType EdgeValue>
MemoryPlan distances_memory(StreamRef stream, VertexId vertices, EdgeId edges) {
  return engine_memory<Distances<Distance<EdgeValue>>>(stream, vertices, edges, /*has_outgoing=*/true);
}

template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> sssp(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SsspOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  return distances_from(stream, graph, source, options.engine, [&](VertexId v) { return graph.ids().name_of(v); });
}

namespace {

// The lengths of the device's edges. Throws if one is none.
template <EdgeValueType EdgeValue>
rows::EdgeValueRange<EdgeValue> lengths_of_shard(const ShardedGraph<EdgeValue>& graph,
                                                 const shards::Shard<EdgeValue>& shard, StreamRef stream) {
  const auto edges = shard.incoming.view();
  const auto lengths = shard.facts->held.value_range(stream, edges.value);
  if (are_lengths(lengths)) return lengths;
  const shards::LocalIds local_ids = shard.local_ids.view();
  const std::vector<VertexId> vertices = to_host(stream, local_ids.id);
  const auto name_of = [&](VertexId v) { return graph.ids().name_of(v); };
  NameOf name_of_source;  // where the rank knows it
  if (!graph.has_global_ids())
    name_of_source = [&](VertexId local) { return name_of(local_ids.are_ids() ? local : vertices[local]); };
  expect_lengths(
      stream, edges, lengths, [&](VertexId row) { return name_of(shard.held.first + row); }, name_of_source);
  return lengths;
}

// Throws if a distance of the device's own vertices is too far. It has the distances of these, and of those that it
// reads.
template <EdgeValueType EdgeValue>
void look_at_distances(const ShardedGraph<EdgeValue>& graph, const shards::Shard<EdgeValue>& shard, StreamRef stream,
                       View<const Distance<EdgeValue>> distance, bool has_converged) {
  const VertexRange rows = graph.layout().grid ? shard.held : shard.own;
  const auto incoming = shard.incoming.view();
  const View<const EdgeId> row = incoming.row.subview(rows.first - shard.held.first, std::uint64_t{rows.size()} + 1);
  const std::vector<Distance<EdgeValue>> all = to_host(stream, distance);
  const std::vector<std::uint8_t> reached = shards::reduce_over_row(
      graph.layout(), find_reached<Distance<EdgeValue>>(all, {to_host(stream, row), to_host(stream, incoming.column)}),
      [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); });
  refuse_distances_too_far<EdgeValue>([&](VertexId v) { return graph.ids().name_of(v); },
                                      std::span(all).subspan(shard.own.first - shard.local_ids.first, shard.own.size()),
                                      reached, shard.own.first, has_converged);
}

bool on_any(Ranks& ranks, bool mine) { return ranks::all_reduce(ranks, static_cast<int>(mine), std::bit_or<>()) != 0; }

}  // namespace

template <EdgeValueType EdgeValue>
ShardedResult<Distance<EdgeValue>> sssp(const ShardedGraph<EdgeValue>& graph, const SsspOptions& options) {
  using T = Distance<EdgeValue>;
  const VertexId source = find_vertex(graph, options.source);
  return ranks::fail_together(graph.layout().ranks, [&] {
    [[maybe_unused]] EdgeValue greatest{};  // of this rank
    for (int i = 0; i < graph.device_count(); ++i) {
      [[maybe_unused]] const auto lengths = lengths_of_shard(graph, graph.shard(i), graph.stream(i));
      if constexpr (graphs::kHasValue<EdgeValue>) greatest = std::max(greatest, lengths.greatest);
    }
    auto result = warpgraph::run(graph, Distances<T>{source}, options.engine);
    if constexpr (graphs::kHasValue<EdgeValue>) {
      if (!graph.layout().has_others() && !may_be_large(greatest, graph.total_vertex_count())) return result;
      for (int i = 0; i < graph.device_count(); ++i) {
        const auto& shard = graph.shard(i);
        const StreamRef stream = graph.stream(i);
        const View<const T> distance = result.values[static_cast<std::size_t>(i)];
        bool is_looked_at = is_large(greatest) || has_large_distance<T>(stream, distance);
        // On a grid other ranks have edges of the own vertices.
        if (graph.layout().grid) is_looked_at = on_any(*graph.layout().ranks, is_looked_at);
        if (is_looked_at) look_at_distances(graph, shard, stream, distance, result.converged());
      }
    }
    return result;
  });
}

#define WARPGRAPH_INSTANTIATE(E)                                                                                     \
  template void expect_lengths<E>(StreamRef, const AdjacencyView<E>&, const rows::EdgeValueRange<E>&, const NameOf&, \
                                  const NameOf&);                                                                    \
  template void throw_too_far<E>(VertexName);                                                                        \
  template Result<Distance<E>> distances_from<E>(StreamRef, const DeviceGraph<E>&, VertexId, const EngineOptions&,   \
                                                 const NameOf&);                                                     \
  template MemoryPlan distances_memory<E>(StreamRef, VertexId, EdgeId);                                              \
  template Result<Distance<E>> sssp<E>(StreamRef, const DeviceGraph<E>&, const SsspOptions&);                        \
  template ShardedResult<Distance<E>> sssp<E>(const ShardedGraph<E>&, const SsspOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
