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
  if (std::is_same_v<EdgeValue, std::int32_t>)
    throw InputError(begin + " does not fit into 32 bits; lengths of int64 (--weights int64) have distances of 64");
  if (std::is_same_v<EdgeValue, std::int64_t>)
    throw InputError(begin + " is 2^63 or more; lengths of double (--weights double) have distances that are rounded");
  if (std::is_same_v<EdgeValue, float>)
    throw InputError(begin + " is beyond the range of float; lengths of double (--weights double) have a wider one");
  throw InputError(begin + " is beyond the range of double");
}

// The incoming edges of some vertices, from `first` on, in the host's memory.
struct Rows {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  VertexId first;
};

// A vertex without a distance that has a neighbour with one is farther than the type holds; so is one whose signed
// distance would be negative: C and the command line give signed integers of 64 bits. Names the lowest.
template <EdgeValueType EdgeValue>
void refuse_distances_too_far(const IdMap& ids, const std::vector<Distance<EdgeValue>>& distance,
                              const std::vector<Rows>& parts) {
  using T = Distance<EdgeValue>;
  VertexId lowest = kNoVertex;
  for (const auto& [row, column, first] : parts) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      const auto v = static_cast<VertexId>(first + i);
      bool is_too_far = false;
      if (distance[v] != kUnreachable<T>)
        is_too_far = std::is_same_v<EdgeValue, std::int64_t> && distance[v] > static_cast<T>(INT64_MAX);
      else
        is_too_far = std::any_of(column.begin() + static_cast<std::ptrdiff_t>(row[i]),
                                 column.begin() + static_cast<std::ptrdiff_t>(row[i + 1]),
                                 [&](VertexId u) { return distance[u] != kUnreachable<T>; });
      if (is_too_far) lowest = std::min(lowest, v);
    }
  }
  if (lowest != kNoVertex) throw_too_far<EdgeValue>(ids.name_of(lowest));
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
          {{to_host(stream, incoming.row), to_host(stream, incoming.column), /*first=*/0}});
  }
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<Distance<EdgeValue>> sssp(const ShardedGraph<EdgeValue>& graph, const SsspOptions& options) {
  using T = Distance<EdgeValue>;
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  bool is_suspect = false;
  for (int i = 0; i < graph.device_count(); ++i)
    is_suspect |= has_large(graph.stream(i), graph.shard(i).incoming.view().value);
  auto result = run_program(graph, Distances<T>{source}, options.engine);
  if constexpr (kHasValue<EdgeValue>) {
    for (std::size_t i = 0; i < result.values.size() && !is_suspect; ++i) {
      const VertexRange own = result.own[i];
      const VertexId held = result.first.empty() ? 0 : result.first[i];
      is_suspect =
          has_large_distance<T>(graph.streams()[i], result.values[i].view().subview(own.first - held, own.size()));
    }
    if (!is_suspect) return result;
    std::vector<Rows> parts;
    for (int i = 0; i < graph.device_count(); ++i) {
      const auto& shard = graph.shard(i);
      const auto incoming = shard.incoming.view();
      Rows rows{to_host(graph.stream(i), incoming.row), to_host(graph.stream(i), incoming.column), shard.held.first};
      if (!shard.local_ids.view().are_ids()) {
        const std::vector<VertexId> id = to_host(graph.stream(i), shard.local_ids.id);
        for (VertexId& local : rows.column) local = id[local];
      }
      parts.push_back(std::move(rows));
    }
    refuse_distances_too_far<EdgeValue>(graph.ids(), result.to_host(graph.streams(), IdMap()), parts);
  }
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                              \
  template Result<Distance<E>> sssp<E>(StreamRef, const DeviceGraph<E>&, const SsspOptions&); \
  template ShardedResult<Distance<E>> sssp<E>(const ShardedGraph<E>&, const SsspOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
