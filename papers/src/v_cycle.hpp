// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "coarsen/clusters.hpp"
#include "limits.hpp"

// What the methods that coarsen by matchings have in common: one V, whose lower end is the host's work.
namespace warpgraph::partitioning {

// A partition of a level on the device. The weights stay when it is projected to the next level.
struct Assignment {
  Buffer<PartId> part;
  Buffer<Weight> weight;  // of each part
  Buffer<Weight> max;
  Buffer<Weight> min;  // that refinement leaves to a part
};

struct VSteps {
  // The next coarser level; no vertex of it is heavier than the weight, unless it is a single one.
  std::function<Coarser(const LevelGraph& level, Weight max_weight, std::uint64_t seed)> coarsen;
  // Returns the number of passes.
  std::function<std::uint32_t(const LevelGraph& level, Assignment& parts, std::uint64_t seed)> refine;
};

// Coarsens on the device until few vertices are left, or matchings find few pairs; the host's threads partition the
// coarsest level by recursive bisection, which coarsens further and grows regions, and repair makes it valid; the
// device projects and refines.
[[nodiscard]] Partition v_cycle(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options,
                                const Limits& limits, const VSteps& steps);

}  // namespace warpgraph::partitioning
