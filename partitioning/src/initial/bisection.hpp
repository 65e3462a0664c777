// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/operators.hpp>

#include "../level/level_graph.hpp"
#include "../level/team.hpp"

// A graph is divided in two: by a thread of the host, or by the lanes of a warp. The arrays lie in the memory of that
// machine.
namespace warpgraph::partitioning {

struct BisectedGraph {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const Weight> edge_weight;
  View<const Weight> vertex_weight;  // [vertex * constraints + constraint]
  View<const PartId> fixed;          // empty: all are free
  std::uint32_t constraints;

  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertices() const { return static_cast<VertexId>(row.size() - 1); }
  [[nodiscard]] WARPGRAPH_DEVICE Weight weight(VertexId v, std::uint32_t constraint) const {
    return vertex_weight[std::uint64_t{v} * constraints + constraint];
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_fixed(VertexId v) const { return !fixed.empty() && fixed[v] != kFreePart; }
};

// What a bisection is asked for. The arrays are [side * constraints + constraint]; the left side is 0.
struct SplitView {
  View<const double> target;  // weight of each side
  View<const Weight> max;
  VertexId min_vertices[2];
  PartId first_right;  // vertices that are fixed in this part or a later one are fixed on the right
};

// Room for what a bisection knows of each vertex, but for `weight`.
struct BisectionArrays {
  View<std::uint8_t> side;  // 0 is the left one
  View<Weight> gain;        // the weight that leaves the cut if the vertex changes sides
  View<Weight> degree;      // weight of the vertex's edges
  View<Weight> weight;      // [side * constraints + constraint]
  View<std::uint8_t> mark;  // growing marks those that were refused, a pass those that are done
  View<VertexId> moved;     // the vertices that a pass has moved, in order
};

// What one bisection is preferred to another for.
struct Quality {
  double violation;  // how far the sides are beyond their limits; 0 if they are not
  Weight cut;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_better_than(const Quality& other) const {
    return violation != other.violation ? violation < other.violation : cut < other.cut;
  }
};

// Puts all vertices on the right, except those that are fixed on the left.
template <class Team>
WARPGRAPH_DEVICE void put_on_right(const Team& team, const BisectedGraph& graph, const SplitView& split,
                                   View<std::uint8_t> side) {
  team.for_each(0, graph.vertices(), [&](std::uint64_t v) {
    side[v] = graph.is_fixed(static_cast<VertexId>(v)) && graph.fixed[v] < split.first_right ? 0 : 1;
  });
}

// The two sides of a graph under construction, with what is needed to choose a move and to compare two of them. A
// barrier lies between a read by all lanes and a later write by one of them: of the weights, and of a vertex's side and
// gain.
template <class Team>
class Bisection {
 public:
  // Begins with the sides that the arrays have. The graph, the split and the arrays must outlive it.
  WARPGRAPH_DEVICE Bisection(const Team& team, const BisectedGraph& graph, const SplitView& split,
                             const BisectionArrays& arrays)
      : team_(team), graph_(graph), split_(split), arrays_(arrays) {
    count();
  }

  // v changes sides; body(u) for each neighbour.
  template <class Body>
  WARPGRAPH_DEVICE void move(VertexId v, Body&& body) {
    const std::uint8_t from = arrays_.side[v];
    const std::uint8_t to = 1 - from;
    cut_ -= arrays_.gain[v];
    on_left_ = on_left_after(from);
    team_.for_each(graph_.row[v], graph_.row[v + 1], [&](EdgeId edge) {
      const VertexId u = graph_.column[edge];
      if (u == v) return;
      const Weight twice = 2 * graph_.edge_weight[edge];
      add(arrays_.gain[u], arrays_.side[u] == to ? -twice : twice);
      body(u);
    });
    team_.once([&] {
      arrays_.side[v] = to;
      arrays_.gain[v] = -arrays_.gain[v];
      for (std::uint32_t j = 0; j < graph_.constraints; ++j) {
        arrays_.weight[at(from, j)] -= graph_.weight(v, j);
        arrays_.weight[at(to, j)] += graph_.weight(v, j);
      }
    });
  }
  WARPGRAPH_DEVICE void move(VertexId v) {
    move(v, [](VertexId) {});
  }

  [[nodiscard]] WARPGRAPH_DEVICE const Team& team() const { return team_; }
  [[nodiscard]] WARPGRAPH_DEVICE const BisectedGraph& graph() const { return graph_; }
  [[nodiscard]] WARPGRAPH_DEVICE const BisectionArrays& arrays() const { return arrays_; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint8_t side(VertexId v) const { return arrays_.side[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_boundary(VertexId v) const { return arrays_.gain[v] > -arrays_.degree[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE Weight cut() const { return cut_; }

  // How far the sides are beyond their limits; 0 if they are not.
  [[nodiscard]] WARPGRAPH_DEVICE double violation() const {
    return violation([&](int s, std::uint32_t j) { return arrays_.weight[at(s, j)]; }, on_left_);
  }
  [[nodiscard]] WARPGRAPH_DEVICE double violation_after(VertexId v) const {
    const int from = arrays_.side[v];
    return violation(
        [&](int s, std::uint32_t j) {
          return arrays_.weight[at(s, j)] + (s == from ? -graph_.weight(v, j) : graph_.weight(v, j));
        },
        on_left_after(from));
  }
  // By how much one vertex can change that, at most.
  [[nodiscard]] WARPGRAPH_DEVICE double share_of(VertexId v) const {
    double sum = 0;
    for (std::uint32_t j = 0; j < graph_.constraints; ++j) sum += static_cast<double>(graph_.weight(v, j)) / scale(j);
    return sum;
  }
  // The side to take vertices from while there is a violation: the one that is further beyond its limits, or whose
  // other side has too few vertices.
  [[nodiscard]] WARPGRAPH_DEVICE int heavy_side() const {
    const std::uint32_t vertices = graph_.constraints;
    const auto beyond = [&](int side) {
      return team_.sum_in_order(graph_.constraints + 1, [&](std::uint32_t limit) {
        return excess(limit == vertices ? 1 - side : side, limit, on_left_,
                      [&](int s, std::uint32_t j) { return arrays_.weight[at(s, j)]; });
      });
    };
    return beyond(1) > beyond(0) ? 1 : 0;
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool has_room_on_left(VertexId v) const {
    for (std::uint32_t j = 0; j < graph_.constraints; ++j)
      if (arrays_.weight[at(0, j)] + graph_.weight(v, j) > split_.max[at(0, j)]) return false;
    return true;
  }
  // How far the left side is above its target; below 0 if it has not reached it.
  [[nodiscard]] WARPGRAPH_DEVICE double progress() const {
    return team_.sum_in_order(graph_.constraints, [&](std::uint32_t j) {
      return (static_cast<double>(arrays_.weight[at(0, j)]) - split_.target[at(0, j)]) / scale(j);
    });
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t at(int side, std::uint32_t constraint) const {
    return static_cast<std::uint32_t>(side) * graph_.constraints + constraint;
  }
  // If a vertex leaves a side.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId on_left_after(int from) const {
    return from == 0 ? on_left_ - 1 : on_left_ + 1;
  }
  // What the weights of a constraint are divided by.
  [[nodiscard]] WARPGRAPH_DEVICE double scale(std::uint32_t j) const {
    return split_.target[at(0, j)] + split_.target[at(1, j)] + 1;
  }
  // A row may name a neighbour twice.
  WARPGRAPH_DEVICE static void add(Weight& to, Weight weight) {
    if constexpr (Team::kIsAlone)
      to += weight;
    else
      atomic::fetch_add(to, weight);
  }

  WARPGRAPH_DEVICE void count() {
    const VertexId n = graph_.vertices();
    team_.for_each(0, n, [&](std::uint64_t v) {
      Weight all = 0;
      Weight across = 0;
      for (EdgeId edge = graph_.row[v]; edge < graph_.row[v + 1]; ++edge) {
        const VertexId u = graph_.column[edge];
        if (u == v) continue;
        all += graph_.edge_weight[edge];
        across += arrays_.side[u] != arrays_.side[v] ? graph_.edge_weight[edge] : 0;
      }
      arrays_.degree[v] = all;
      arrays_.gain[v] = 2 * across - all;
    });
    const auto sum = [&](auto&& value) { return team_.reduce(0, n, Weight{0}, Plus{}, value); };
    cut_ = sum([&](std::uint64_t v) { return (arrays_.gain[v] + arrays_.degree[v]) / 2; }) / 2;
    on_left_ = n - static_cast<VertexId>(sum([&](std::uint64_t v) { return Weight{arrays_.side[v]}; }));
    for (int s = 0; s < 2; ++s)
      for (std::uint32_t j = 0; j < graph_.constraints; ++j) {
        const Weight weight =
            sum([&](std::uint64_t v) { return arrays_.side[v] == s ? graph_.weight(static_cast<VertexId>(v), j) : 0; });
        team_.once([&] { arrays_.weight[at(s, j)] = weight; });
      }
  }

  template <class WeightOf>
  [[nodiscard]] WARPGRAPH_DEVICE double violation(WeightOf&& weight, VertexId on_left) const {
    const std::uint32_t of_side = graph_.constraints + 1;
    return team_.sum_in_order(2 * of_side, [&](std::uint32_t i) {
      return excess(static_cast<int>(i / of_side), i % of_side, on_left, weight);
    });
  }
  // How far a side is beyond a limit: the weight of each constraint, and last the vertices that it must have.
  template <class WeightOf>
  [[nodiscard]] WARPGRAPH_DEVICE double excess(int side, std::uint32_t limit, VertexId on_left,
                                               WeightOf&& weight) const {
    if (limit == graph_.constraints) {
      const VertexId vertices = side == 0 ? on_left : graph_.vertices() - on_left;
      return vertices < split_.min_vertices[side] ? split_.min_vertices[side] - vertices : 0;
    }
    const Weight beyond = weight(side, limit) - split_.max[at(side, limit)];
    return beyond > 0 ? static_cast<double>(beyond) / scale(limit) : 0;
  }

  Team team_;
  const BisectedGraph& graph_;
  const SplitView& split_;
  const BisectionArrays& arrays_;
  VertexId on_left_ = 0;
  Weight cut_ = 0;
};

}  // namespace warpgraph::partitioning
