// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>

namespace warpgraph {

// The vertices in ascending order of what the user calls them: where vertex v of the device's graph stands in it is
// place[v]. Empty if that is v.
[[nodiscard]] std::vector<VertexId> user_places(const IdMap& ids);

// The vertex that the user calls `name`, in a graph of `vertex_count` vertices. Throws InputError if there is none.
[[nodiscard]] VertexId find_vertex(const IdMap& ids, VertexId vertex_count, std::uint64_t name);

// A value for each vertex on the host, in the user's order: ascending in the vertices' names. Waits for the stream.
template <class Value>
[[nodiscard]] std::vector<Value> to_host(StreamRef stream, const Buffer<Value>& values, const IdMap& ids) {
  std::vector<Value> mine = to_host(stream, values);
  const std::vector<VertexId> place = user_places(ids);
  if (place.empty()) return mine;
  std::vector<Value> ordered(mine.size());
  for (std::size_t v = 0; v < mine.size(); ++v) ordered[place[v]] = mine[v];
  return ordered;
}

enum class RunEnd {
  kConverged,       // no vertex was updated, or the program's next() ended it
  kSuperstepLimit,  // EngineOptions::most_supersteps
  kStopped,         // EngineOptions::after_superstep said so
  kCancelled,       // RunningProgram::cancel
};

// What every run reports, whatever its values are.
struct RunReport {
  RunEnd end = RunEnd::kConverged;
  std::vector<SuperstepStatistics> supersteps;

  [[nodiscard]] bool converged() const { return end == RunEnd::kConverged; }
};

// What a run leaves. The values lie in the device's memory, in the order of the device's graph.
template <class Value>
struct Result : RunReport {
  Buffer<Value> values;

  [[nodiscard]] std::vector<Value> to_host(StreamRef stream, const IdMap& ids) const {
    return warpgraph::to_host(stream, values, ids);
  }
};

}  // namespace warpgraph
