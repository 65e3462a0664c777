// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "../coarsen/hierarchy.hpp"
#include "../effort.hpp"
#include "../limits.hpp"
#include "part_state.hpp"

namespace warpgraph::partitioning {

// The way from the coarsest level of a hierarchy to the finest: groups of parts are divided where a level has enough
// vertices for more of them, and the partition of each level is refined. With peers there is one on each of them.
class Uncoarsening {
 public:
  // `peer`: null if there are none. Adds the time that it takes to `times`.
  Uncoarsening(StreamRef stream, Peer* peer, const PartitionOptions& options, const Limits& limits,
               PartitionTimes& times)
      : stream_(stream), peer_(peer), options_(options), limits_(limits), times_(times) {}

  // `part`: of the last level; empty if there is no partition yet. Only the finest level of `levels` is left; its
  // partition is returned. `report` gets an entry for each level.
  [[nodiscard]] Buffer<PartId> operator()(Hierarchy& levels, Buffer<PartId> part, const Effort& effort,
                                          std::uint64_t seed, std::vector<PartitionLevel>& report);
  // Refines a partition of the only level.
  [[nodiscard]] Buffer<PartId> refine_only(const Hierarchy& levels, Buffer<PartId> part, const Effort& effort,
                                           std::uint64_t seed, PartitionLevel& report);

  // The excess and the cut that the last refinement has left; less is better.
  [[nodiscard]] const std::pair<double, Weight>& result() const { return result_; }
  // And the weights of the parts.
  [[nodiscard]] const std::vector<Weight>& weights() const { return weights_; }
  [[nodiscard]] const PartitionTimes& times() const { return times_; }

 private:
  void set_depth(int depth);
  // Divides the groups of the present depth into those of another one.
  [[nodiscard]] Buffer<PartId> divide(const Hierarchy& levels, Buffer<PartId> group, int depth, const Effort& effort);
  [[nodiscard]] Buffer<PartId> refine_last(const Hierarchy& levels, Buffer<PartId> part, const Effort& effort,
                                           std::uint64_t seed, PartitionLevel& report);
  // What the first peer has found.
  [[nodiscard]] Buffer<PartId> to_peers(const LevelGraph& level, Buffer<PartId> part);
  void check(PartState& state, bool is_finest);

  StreamRef stream_;
  Peer* peer_;
  const PartitionOptions& options_;
  const Limits& limits_;
  PartitionTimes& times_;
  int depth_ = 0;        // of the groups of parts that the vertices are divided among
  Limits group_limits_;  // at that depth
  std::pair<double, Weight> result_;
  std::vector<Weight> weights_;
  Weight cut_ = -1;  // in checked builds: of the coarser level, which that of its projection must be; -1: not known
};

}  // namespace warpgraph::partitioning
