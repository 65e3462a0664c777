// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "level/level_graph.hpp"

namespace warpgraph::partitioning {

// What the parts may weigh. All arrays are [part * constraints + constraint].
struct Limits {
  PartId parts = 1;
  std::uint32_t constraints = 1;
  std::vector<Weight> total;   // of each constraint
  std::vector<double> target;  // weight that each part should have
  std::vector<Weight> max;
  std::vector<Weight> min;  // of each part, first constraint

  [[nodiscard]] std::size_t at(PartId part, std::uint32_t constraint) const {
    return std::size_t{part} * constraints + constraint;
  }
};

// Checks the options against the graph, and throws UsageError or InputError.
void check_options(const PartitionInput& graph, const PartitionOptions& options);
[[nodiscard]] Limits find_limits(const PartitionInput& graph, const PartitionOptions& options);
// options.start, but for the vertices that are fixed elsewhere.
[[nodiscard]] std::vector<PartId> start_of(const PartitionOptions& options);

// The largest weight / target - 1.
[[nodiscard]] double imbalance_of(const Limits& limits, const std::vector<Weight>& weights);
// How much all parts together weigh beyond what they may, as a share of the total.
[[nodiscard]] double excess_of(const Limits& limits, const std::vector<Weight>& weights);

}  // namespace warpgraph::partitioning
