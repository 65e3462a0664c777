// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/plan.hpp>

namespace warpgraph::detail {

// What a program and a graph allow.
struct Possibilities {
  bool pull_all = false;
  bool pull_active = false;
  bool pull_first = false;
  bool push = false;
  bool push_loop = false;
  bool priority = false;  // the program has one
  bool priority_loop = false;

  [[nodiscard]] bool has(Plan plan) const;
};

// Where a run stands before a superstep.
struct Situation {
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

Plan choose_plan(const Possibilities& possible, const Situation& now, const PlanThresholds& thresholds);

}  // namespace warpgraph::detail
