// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host_graph.hpp"

namespace warpgraph::partitioning {

// What a bisection is asked for. The arrays have one element a constraint.
struct Split {
  std::array<std::vector<double>, 2> target;  // weight of each side
  std::array<std::vector<Weight>, 2> max;
  std::array<VertexId, 2> min_vertices = {1, 1};
  PartId first_right = 0;  // vertices that are fixed in this part or a later one are fixed on the right
};

// The two sides of a graph under construction, with what is needed to compare two of them.
class Bisection {
 public:
  Bisection(const HostGraph& graph, const Split& split);

  std::vector<std::uint8_t> side;  // 0 or 1 of each vertex

  // Takes all sums anew, after `side` was changed.
  void count();
  void move(VertexId v, Weight gain);
  // The weight that leaves the cut if v changes sides.
  [[nodiscard]] Weight gain(VertexId v) const;
  // How far the sides are beyond their limits; 0 if they are not.
  [[nodiscard]] double violation() const { return violation(weight_, vertices_); }
  [[nodiscard]] double violation_after(VertexId v) const;
  // By how much one vertex can change that, at most.
  [[nodiscard]] double share_of(VertexId v) const;
  // The side that has to give vertices away if there is a violation.
  [[nodiscard]] std::size_t heavy_side() const;
  [[nodiscard]] Weight cut() const { return cut_; }
  [[nodiscard]] bool is_fixed(VertexId v) const { return !graph_->fixed.empty() && graph_->fixed[v] != kFreePart; }
  [[nodiscard]] const std::vector<Weight>& weight(int which) const { return weight_[static_cast<std::size_t>(which)]; }
  [[nodiscard]] const HostGraph& graph() const { return *graph_; }
  [[nodiscard]] const Split& split() const { return *split_; }

  [[nodiscard]] bool is_better_than(const Bisection& other) const {
    const double mine = violation();
    const double theirs = other.violation();
    return mine != theirs ? mine < theirs : cut_ < other.cut_;
  }

 private:
  using Weights = std::array<std::vector<Weight>, 2>;
  using Counts = std::array<VertexId, 2>;
  [[nodiscard]] double violation(const Weights& weight, const Counts& vertices) const;

  const HostGraph* graph_;
  const Split* split_;
  Weights weight_;
  Counts vertices_ = {0, 0};
  Weight cut_ = 0;
  mutable Weights trial_;
};

// Grows side 0 from a vertex that is drawn, always by the vertex with the highest gain (greedy graph growing of Karypis
// and Kumar 1998).
void grow(Bisection& bisection, std::uint64_t seed);
// Moves vertices one by one, each at most once a pass, the best first, and keeps the best state (Fiduccia and
// Mattheyses 1982). Returns whether anything became better.
bool refine_pass(Bisection& bisection, std::uint64_t seed);
// All of it, on several levels: the sides of the vertices.
[[nodiscard]] Bisection bisect(const HostGraph& graph, const Split& split, std::uint64_t seed);

}  // namespace warpgraph::partitioning
