// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/sssp.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "common/value_types.hpp"

namespace warpgraph {
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

constexpr std::uint32_t kUnfit = 1;
constexpr std::uint32_t kLarge = 2;

template <class T>
struct FindLengths {
  View<const T> length;
  View<std::uint32_t> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    if (!(length[e] >= 0 && length[e] <= std::numeric_limits<T>::max())) atomic::fetch_or(found[0], kUnfit);
    if (length[e] >= large<T>()) atomic::fetch_or(found[0], kLarge);
  }
};

// Whether a length is large; 31 bits hold none that is. Throws if one is unfit.
template <EdgeValueType EdgeValue>
bool has_large(StreamRef stream, [[maybe_unused]] View<const EdgeValue> lengths) {
  if constexpr (std::is_same_v<EdgeValue, std::int32_t>) {
    Buffer<EdgeValue> least(stream, 1, "shortest length");
    reduce(stream, lengths, least.view(), Min{});
    if (to_host(stream, least).front() < 0) throw InputError("shortest paths: an edge has a negative length");
  } else if constexpr (kHasValue<EdgeValue>) {
    Buffer<std::uint32_t> found(stream, 1, "kinds of lengths");
    fill(stream, found, 0);
    for_each(stream, lengths.size(), FindLengths<EdgeValue>{lengths, found});
    const std::uint32_t kinds = to_host(stream, found).front();
    if ((kinds & kUnfit) != 0)
      throw InputError(std::is_integral_v<EdgeValue>
                           ? "shortest paths: an edge has a negative length"
                           : "shortest paths: an edge has a length that is negative, infinite or no number");
    return (kinds & kLarge) != 0;
  }
  return false;
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
  for_each(stream, distance.size(), FindLargeDistance<T>{distance, found});
  return to_host(stream, found).front() != 0;
}

template <EdgeValueType EdgeValue>
[[noreturn]] void throw_too_far(std::uint64_t vertex) {
  const std::string begin = "shortest paths: the distance of vertex " + std::to_string(vertex);
  const auto refuse = [&](ValueType wider, const std::string& end) {
    throw RefusedGraphError<InputError>(RefusedGraph(RefusedGraph::Reason::kNarrowWeights, wider), begin + end);
  };
  if (std::is_same_v<EdgeValue, std::int32_t>)
    refuse(ValueType::kInt64, " does not fit into 32 bits; lengths of int64 have distances of 64");
  if (std::is_same_v<EdgeValue, std::int64_t>)
    refuse(ValueType::kDouble, " is 2^63 or more; lengths of double have distances that are rounded");
  if (std::is_same_v<EdgeValue, float>)
    refuse(ValueType::kDouble, " is beyond the range of float; lengths of double have a wider one");
  throw InputError(begin + " is beyond the range of double");
}

// The incoming edges of some vertices, from `first` on, in the host's memory.
struct Rows {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  VertexId first;
};

// A vertex without a distance that has a neighbour with one is farther than the type holds; so is one whose signed
// distance would be negative: C and the command line give signed integers of 64 bits. Names the lowest. `distance`: by
// the ids of the columns, where that of the first row is `first`.
template <EdgeValueType EdgeValue>
void refuse_distances_too_far(const IdMap& ids, std::span<const Distance<EdgeValue>> distance, const Rows& rows,
                              std::size_t first) {
  using T = Distance<EdgeValue>;
  const auto& [row, column, first_vertex] = rows;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    const T mine = distance[first + i];
    bool is_too_far = false;
    if (mine != kUnreachable<T>)
      is_too_far = std::is_same_v<EdgeValue, std::int64_t> && mine > static_cast<T>(INT64_MAX);
    else
      is_too_far = std::any_of(column.begin() + static_cast<std::ptrdiff_t>(row[i]),
                               column.begin() + static_cast<std::ptrdiff_t>(row[i + 1]),
                               [&](VertexId u) { return distance[u] != kUnreachable<T>; });
    if (is_too_far) throw_too_far<EdgeValue>(ids.name_of(static_cast<VertexId>(first_vertex + i)));
  }
}

}  // namespace

// Distances that the type does not hold can occur only where a length or a distance is large, so only such results are
// looked at edge by edge.
template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> sssp(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SsspOptions& options) {
  using T = Distance<EdgeValue>;
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  const auto& incoming = graph.view().incoming;
  const bool is_suspect = has_large(stream, incoming.value);
  auto result = run_program(stream, graph, Distances<T>{source}, options.engine);
  if constexpr (kHasValue<EdgeValue>) {
    if (is_suspect || has_large_distance<T>(stream, result.values.view()))
      refuse_distances_too_far<EdgeValue>(
          graph.ids(), to_host(stream, result.values),
          {to_host(stream, incoming.row), to_host(stream, incoming.column), /*first=*/0}, 0);
  }
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<Distance<EdgeValue>> sssp(const ShardedGraph<EdgeValue>& graph, const SsspOptions& options) {
  using T = Distance<EdgeValue>;
  const VertexId source = find_vertex(graph, options.source);
  return fail_together(graph.layout().ranks, [&] {
    bool is_suspect = false;
    for (int i = 0; i < graph.device_count(); ++i)
      is_suspect |= has_large(graph.stream(i), graph.shard(i).incoming.view().value);
    auto result = run_program(graph, Distances<T>{source}, options.engine);
    if constexpr (kHasValue<EdgeValue>) {
      for (int i = 0; i < graph.device_count(); ++i) {
        // A device has the distances of its vertices, and of those that it reads.
        const auto& shard = graph.shard(i);
        const StreamRef stream = graph.stream(i);
        const View<const T> distance = result.values[static_cast<std::size_t>(i)];
        if (!is_suspect && !has_large_distance<T>(stream, distance)) continue;
        const auto incoming = shard.incoming.view();
        const VertexRange own = shard.own;
        const View<const EdgeId> row =
            incoming.row.subview(own.first - shard.held.first, std::uint64_t{own.size()} + 1);
        refuse_distances_too_far<EdgeValue>(graph.ids(), to_host(stream, distance),
                                            {to_host(stream, row), to_host(stream, incoming.column), own.first},
                                            own.first - shard.local_ids.first);
      }
    }
    return result;
  });
}

#define WARPGRAPH_INSTANTIATE(E)                                                              \
  template Result<Distance<E>> sssp<E>(StreamRef, const DeviceGraph<E>&, const SsspOptions&); \
  template ShardedResult<Distance<E>> sssp<E>(const ShardedGraph<E>&, const SsspOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
