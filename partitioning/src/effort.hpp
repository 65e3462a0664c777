// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/partitioning/partition.hpp>

namespace warpgraph::partitioning {

inline constexpr std::uint32_t kMaxRounds = 200;  // of one refinement

// A round that is traced leaves so many numbers: the cut, whether it rebalanced, and the weight of each part.
constexpr std::uint64_t trace_row_size(std::uint64_t parts) { return 2 + parts; }

// What a preset stands for.
struct Effort {
  std::uint32_t attempts;    // of each bisection of the coarsest graph
  std::uint32_t patience;    // rounds of refinement without a better state
  std::vector<int> finest;   // RefineRules::eighths of the refinements of the finest level, one after the other
  std::vector<int> coarser;  // and of all others
  int cycles;                // of coarsening and refinement: the first partitions, later ones improve
};

[[nodiscard]] inline Effort effort_of(PartitionPreset preset) {
  switch (preset) {
    case PartitionPreset::kFast:
      return {4, 6, {2}, {6}, 1};
    case PartitionPreset::kDefault:
      return {8, 12, {4, 2}, {6, 2}, 1};
    case PartitionPreset::kStrong:
      break;
  }
  return {16, 12, {6, 3, 0}, {6, 3, 0}, 3};
}

}  // namespace warpgraph::partitioning
