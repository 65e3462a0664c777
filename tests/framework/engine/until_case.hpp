// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/run/result.hpp>

#include "framework/engine/engine_case.hpp"

// Runs that end when some vertices are settled, against the serial definition.
namespace warpgraph::test {

// `found`: what such a run has left.
template <class Value>
void expect_settled(const RunReport& report, const std::vector<Value>& found, const std::vector<Value>& expected,
                    const std::vector<VertexId>& targets) {
  EXPECT_TRUE(report.end == RunEnd::kTargetsSettled || report.end == RunEnd::kConverged);
  for (const VertexId target : targets) EXPECT_EQ(found[target], expected[target]) << "vertex " << target;
  if (report.converged()) {
    EXPECT_EQ(found, expected);
  }
}

inline std::uint64_t walked_edges(const RunReport& report) {
  std::uint64_t edges = 0;
  for (const SuperstepStatistics& each : report.supersteps) edges += each.active_edges;
  return edges;
}

// A grid, and a vertex that is near to vertex 0, beside what else there is.
inline constexpr VertexId kWidth = kSanitized ? 40 : 70;
inline constexpr VertexId kNearby = 3 * kWidth + 4;
inline const Graph<std::int32_t>& wide_grid() {
  static const Graph<std::int32_t> graph =
      small_graph("grid2d", {{"width", std::to_string(kWidth)}, {"height", std::to_string(kWidth)}});
  return graph;
}

// `near`: of a run until kNearby; `all`: of one without targets.
inline void expect_a_small_part(const RunReport& near, const RunReport& all) {
  EXPECT_EQ(near.end, RunEnd::kTargetsSettled);
  EXPECT_LT(walked_edges(near) * 4, walked_edges(all));
  // In the order of a priority a superstep is as long as the launch that it is in.
  if (near.supersteps.front().plan == Plan::kPriority) return;
  EXPECT_LT(near.supersteps.size() * 2, all.supersteps.size());
}

}  // namespace warpgraph::test
