// SPDX-License-Identifier: Apache-2.0
#include "gp_metis.hpp"

#include <cstdint>
#include <utility>

#include "limits.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::gp_metis {

Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options, Merge merge) {
  const Limits limits = find_limits(graph, options);
  const auto coarsen = [&](const LevelGraph& level, Weight max_weight, std::uint64_t seed) {
    const Buffer<VertexId> mate = match(stream, level, max_weight, seed);
    VertexId coarse_vertices = 0;
    Buffer<VertexId> map = coarse_map(stream, mate, coarse_vertices);
    LevelGraph coarse = contract(stream, level, mate, map, coarse_vertices, merge, seed);
    return Coarser{std::move(coarse), std::move(map)};
  };
  const auto improve = [&](const LevelGraph& level, Assignment& parts, std::uint64_t seed) {
    return refine(stream, level, limits, parts, seed);
  };
  return v_cycle(stream, graph, options, limits, {coarsen, improve});
}

}  // namespace warpgraph::partitioning::gp_metis
