// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/plan.hpp>
#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::detail {

// What a program and a graph allow.
struct AllowedPlans {
  bool pull_all = false;
  bool pull_active = false;
  bool pull_first = false;
  bool push = false;
  bool push_loop = false;
  bool priority = false;  // the program has one
  bool priority_loop = false;

  [[nodiscard]] bool has(Plan plan) const;
  // Throws UsageError, which names the plans that there are, if this one is not among them.
  void expect(Plan asked) const;
};

// Where a run stands before a superstep.
struct SuperstepFacts {
  std::uint32_t superstep = 0;
  bool pulls_unsettled = false;    // the graph is one where that wins over the order of the priority
  bool starts_everywhere = false;  // superstep 0 evaluates every vertex
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t frontier_vertices = 0;
  std::uint64_t frontier_edges = 0;
  bool knows_edges = true;          // if not, frontier_edges means nothing
  std::uint64_t settled_edges = 0;  // of first-hit programs: outgoing edges of all that were updated
  Plan last = Plan::kPush;
};

// Direction-optimising search: whether pulling wins. It stops at another size of the frontier than it begins, so that
// the plan does not change to and fro.
struct DirectionRule {
  double alpha;
  double beta;
  std::uint64_t vertices;
  std::uint64_t edges;

  // `settled_edges`: outgoing edges of all that were updated.
  [[nodiscard]] WARPGRAPH_DEVICE bool pulls(bool was_pulling, std::uint64_t frontier_vertices,
                                            std::uint64_t frontier_edges, std::uint64_t settled_edges) const {
    if (was_pulling) return static_cast<double>(frontier_vertices) * beta > static_cast<double>(vertices);
    const double unsettled = static_cast<double>(edges) - static_cast<double>(settled_edges);
    return static_cast<double>(frontier_edges) * alpha > unsettled;
  }
};

Plan choose_plan(const AllowedPlans& possible, const SuperstepFacts& now, const PlanThresholds& thresholds);

}  // namespace warpgraph::detail
