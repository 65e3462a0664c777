// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph {

struct SsspOptions {
  std::uint64_t source = 0;  // as the user calls it
  // Does not look whether a length is negative.
  bool trust_lengths = false;
  EngineOptions engine = {};
};

// What distances of edges of this type are counted in: unsigned where lengths are integers.
template <EdgeValueType EdgeValue>
using Distance =
    std::conditional_t<std::is_floating_point_v<EdgeValue>, EdgeValue,
                       std::conditional_t<std::is_same_v<EdgeValue, std::int64_t>, std::uint64_t, std::uint32_t>>;

// Of vertices that cannot be reached: infinity, or the largest number there is, at which integers stop counting.
template <class T>
inline constexpr T kUnreachable = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                                       : std::numeric_limits<T>::max();

// Shortest paths from one source, by relaxing the edges of whatever vertex has come closer, in any order (Bellman and
// Ford). Wins where weighted and unweighted distance are much alike; loses to an ordered relaxation where short detours
// are found late. Edges without a value have length 1.
// Throws InputError if there is no such source or if a length is negative.
template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> sssp(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                 const SsspOptions& options = {});
template <EdgeValueType EdgeValue>
ShardedResult<Distance<EdgeValue>> sssp(const ShardedGraph<EdgeValue>& graph, const SsspOptions& options = {});

}  // namespace warpgraph
