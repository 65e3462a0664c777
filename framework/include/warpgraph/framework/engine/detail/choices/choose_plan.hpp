// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/framework/run/tuning_options.hpp>
#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::detail {

// The plans that a program and a graph allow.
class AllowedPlans {
 public:
  void set(Plan plan, bool is_possible) { possible_[static_cast<std::size_t>(plan)] = is_possible; }
  // False for a number that is no plan.
  [[nodiscard]] bool has(Plan plan) const {
    const auto i = static_cast<std::size_t>(plan);
    return i < possible_.size() && possible_[i];
  }
  // "push, push-loop"
  [[nodiscard]] std::string names() const;

 private:
  std::array<bool, kPlanCount> possible_{};
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
  std::uint64_t settled_edges = 0;  // of first-hit programs: outgoing edges of all that were updated
  std::uint64_t loop_edges = 0;     // frontiers of up to so many go into launches of many supersteps
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

// By these thresholds, on a graph of so many vertices and edges.
[[nodiscard]] DirectionRule direction_rule(const PlanThresholds& thresholds, std::uint64_t vertices,
                                           std::uint64_t edges);

Plan choose_plan(const AllowedPlans& allowed, const SuperstepFacts& now, const PlanThresholds& thresholds);

}  // namespace warpgraph::detail
