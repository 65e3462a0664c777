// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/sssp.hpp>

#include <string>
#include <vector>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "value_types.hpp"

namespace warpgraph {
namespace {

// The distance of all vertices that are so far away or farther, but can be reached. Of 64 bits one is left out: C and
// the command line give signed integers.
template <class T>
constexpr T too_far() {
  constexpr T kMost = std::numeric_limits<T>::max();
  if (std::is_floating_point_v<T>) return kMost;
  return sizeof(T) == 4 ? kMost - 1 : kMost / 2 + 1;
}

template <class T>
struct Distances {
  using VertexValue = T;
  using EdgeValue = T;
  using Reduction = Min;
  VertexId source;

  WARPGRAPH_DEVICE T initial(VertexId v) const { return v == source ? T{} : unreachable(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE T visit(T distance, T length) const {
    constexpr T kTooFar = too_far<T>();
    const T sum = distance + length;  // without a branch before it, which the load of the length would wait for
    return sum < distance || sum > kTooFar ? Max{}(distance, kTooFar) : sum;  // no path stays no path
  }
  WARPGRAPH_DEVICE bool updated(T old, T distance) const { return distance < old; }
  WARPGRAPH_DEVICE T priority(T distance) const { return distance; }

 private:
  WARPGRAPH_DEVICE static constexpr T unreachable() { return Min::identity<T>(); }
};

template <class T>
struct FindUnfit {
  View<const T> length;
  View<std::uint32_t> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    if (!(length[e] >= 0 && length[e] <= std::numeric_limits<T>::max())) atomic::fetch_or(found[0], 1u);
  }
};

template <EdgeValueType EdgeValue>
void refuse_unfit_lengths(StreamRef stream, [[maybe_unused]] View<const EdgeValue> lengths) {
  if constexpr (std::is_floating_point_v<EdgeValue>) {
    Buffer<std::uint32_t> found(stream, 1, "unfit lengths");
    fill(stream, found, 0);
    for_each(stream, lengths.size(), FindUnfit<EdgeValue>{lengths, found});
    if (to_host(stream, found).front() != 0)
      throw InputError("shortest paths: an edge has a length that is negative, infinite or no number");
  } else if constexpr (kHasValue<EdgeValue>) {
    Buffer<EdgeValue> least(stream, 1, "shortest length");
    reduce(stream, lengths, least.view(), Min{});
    if (to_host(stream, least).front() < EdgeValue{}) throw InputError("shortest paths: an edge has a negative length");
  }
}

// The lowest of the vertices that can be reached and are too far away.
template <class T>
struct FindTooFar {
  View<const T> distance;
  VertexId first;
  View<VertexId> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (distance[i] >= too_far<T>() && distance[i] != kUnreachable<T>)
      atomic::fetch_min(found[0], static_cast<VertexId>(first + i));
  }
};

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

// The distances of some vertices, from `first` on, where they are.
template <class T>
struct OwnDistances {
  StreamRef stream;
  View<const T> distance;
  VertexId first;
};

// Edges without a value are too few for a path that is too long.
template <EdgeValueType EdgeValue>
void refuse_distances_too_far([[maybe_unused]] const IdMap& ids,
                              [[maybe_unused]] const std::vector<OwnDistances<Distance<EdgeValue>>>& parts) {
  if constexpr (kHasValue<EdgeValue>) {
    std::vector<Buffer<VertexId>> found;
    for (const auto& [stream, distance, first] : parts) {
      found.emplace_back(stream, 1, "vertex too far away");
      fill(stream, found.back(), kNoVertex);
      for_each(stream, distance.size(), FindTooFar<Distance<EdgeValue>>{distance, first, found.back()});
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const VertexId vertex = to_host(parts[i].stream, found[i]).front();
      if (vertex != kNoVertex) throw_too_far<EdgeValue>(ids.name_of(vertex));
    }
  }
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> sssp(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SsspOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  refuse_unfit_lengths(stream, graph.view().incoming.value);
  auto result = run_program(stream, graph, Distances<Distance<EdgeValue>>{source}, options.engine);
  refuse_distances_too_far<EdgeValue>(graph.ids(), {{stream, result.values.view(), 0}});
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<Distance<EdgeValue>> sssp(const ShardedGraph<EdgeValue>& graph, const SsspOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  for (int i = 0; i < graph.device_count(); ++i)
    refuse_unfit_lengths(graph.stream(i), graph.shard(i).incoming.view().value);
  auto result = run_program(graph, Distances<Distance<EdgeValue>>{source}, options.engine);
  std::vector<OwnDistances<Distance<EdgeValue>>> own;
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    const VertexRange range = result.own[i];
    const VertexId held = result.first.empty() ? 0 : result.first[i];
    own.push_back({graph.streams()[i], result.values[i].view().subview(range.first - held, range.size()), range.first});
  }
  refuse_distances_too_far<EdgeValue>(graph.ids(), own);
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                              \
  template Result<Distance<E>> sssp<E>(StreamRef, const DeviceGraph<E>&, const SsspOptions&); \
  template ShardedResult<Distance<E>> sssp<E>(const ShardedGraph<E>&, const SsspOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
