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

// The two sides of a graph under construction, with what is needed to choose a move and to compare two of them.
class Bisection {
 public:
  // All vertices are on the right, but for those that are fixed on the left.
  Bisection(const HostGraph& graph, const Split& split);
  Bisection(const HostGraph& graph, const Split& split, std::vector<std::uint8_t> side);

  // v changes sides; then body(u) for each neighbour.
  template <class Body>
  void move(VertexId v, Body&& body) {
    change_sums(v);
    gain_[v] = -gain_[v];
    const std::uint8_t now = side_[v];
    graph_->for_neighbours(v, [&](VertexId u, Weight weight) {
      if (u == v) return;
      gain_[u] += side_[u] == now ? -2 * weight : 2 * weight;
      body(u);
    });
  }
  void move(VertexId v) {
    move(v, [](VertexId) {});
  }
  // 0 is the left one.
  [[nodiscard]] std::uint8_t side(VertexId v) const { return side_[v]; }
  // The weight that leaves the cut if v changes sides.
  [[nodiscard]] Weight gain(VertexId v) const { return gain_[v]; }
  [[nodiscard]] bool is_boundary(VertexId v) const { return gain_[v] > -degree_[v]; }
  // How far the sides are beyond their limits; 0 if they are not.
  [[nodiscard]] double violation() const;
  [[nodiscard]] double violation_after(VertexId v) const;
  // By how much one vertex can change that, at most.
  [[nodiscard]] double share_of(VertexId v) const;
  // The side that has to give vertices away if there is a violation.
  [[nodiscard]] std::size_t heavy_side() const;
  [[nodiscard]] bool has_room_on_left(VertexId v) const;
  // How far the left side is above its target; below 0 if it has not reached it.
  [[nodiscard]] double progress() const;
  [[nodiscard]] Weight cut() const { return cut_; }
  [[nodiscard]] bool is_fixed(VertexId v) const { return !graph_->fixed.empty() && graph_->fixed[v] != kFreePart; }
  [[nodiscard]] const HostGraph& graph() const { return *graph_; }

  [[nodiscard]] bool is_better_than(const Bisection& other) const {
    const double mine = violation();
    const double theirs = other.violation();
    return mine != theirs ? mine < theirs : cut_ < other.cut_;
  }

 private:
  using Counts = std::array<VertexId, 2>;
  void count();
  void change_sums(VertexId v);
  template <class WeightOf>
  [[nodiscard]] double violation(WeightOf&& weight, const Counts& vertices) const;

  const HostGraph* graph_;
  const Split* split_;
  std::vector<std::uint8_t> side_;
  std::vector<Weight> gain_;
  std::vector<Weight> degree_;  // weight of the edges of each vertex
  std::vector<double> scale_;   // what the weights of each constraint are divided by
  std::array<std::vector<Weight>, 2> weight_;
  Counts vertices_ = {0, 0};
  Weight cut_ = 0;
};

// The best of several ways to grow the left side from a vertex, refined, on several levels.
[[nodiscard]] Bisection bisect(const HostGraph& graph, const Split& split, std::uint64_t seed);

}  // namespace warpgraph::partitioning
