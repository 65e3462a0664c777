// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/operators.hpp>

#include "../level/team.hpp"
#include "candidate.hpp"

// A graph is divided in two: by a thread of the host, or by the lanes of a warp. All arrays lie where that is.
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

// Room for what a bisection knows.
struct BisectionRoom {
  View<std::uint8_t> side;  // of each vertex
  View<Weight> gain;        // the weight that leaves the cut if the vertex changes sides
  View<Weight> degree;      // weight of the vertex's edges
  View<Weight> weight;      // [side * constraints + constraint]
  View<std::uint8_t> flag;  // of each vertex, for who improves the bisection
  View<VertexId> moved;     // the vertices that were moved, for who undoes it
};

// What one bisection is preferred to another for.
struct Quality {
  double violation;  // how far the sides are beyond their limits; 0 if they are not
  Weight cut;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_better_than(const Quality& other) const {
    return violation != other.violation ? violation < other.violation : cut < other.cut;
  }
};

// All vertices on the right, but for those that are fixed on the left.
template <class Team>
WARPGRAPH_DEVICE void put_on_right(const Team& team, const BisectedGraph& graph, const SplitView& split,
                                   View<std::uint8_t> side) {
  team.for_each(0, graph.vertices(), [&](std::uint64_t v) {
    side[v] = graph.is_fixed(static_cast<VertexId>(v)) && graph.fixed[v] < split.first_right ? 0 : 1;
  });
}

// The two sides of a graph under construction, with what is needed to choose a move and to compare two of them. What
// all lanes read and one of them writes later (the weights, a vertex's side and gain) has a barrier in between.
template <class Team>
class Bisection {
 public:
  // With the sides of the vertices that the room has. Keeps references to all but the team.
  WARPGRAPH_DEVICE Bisection(const Team& team, const BisectedGraph& graph, const SplitView& split,
                             const BisectionRoom& room)
      : team_(team), graph_(graph), split_(split), room_(room) {
    count();
  }

  // v changes sides; body(u) for each neighbour.
  template <class Body>
  WARPGRAPH_DEVICE void move(VertexId v, Body&& body) {
    const std::uint8_t from = room_.side[v];
    const std::uint8_t to = 1 - from;
    cut_ -= room_.gain[v];
    on_left_ = on_left_after(from);
    team_.for_each(graph_.row[v], graph_.row[v + 1], [&](EdgeId edge) {
      const VertexId u = graph_.column[edge];
      if (u == v) return;
      const Weight twice = 2 * graph_.edge_weight[edge];
      add(room_.gain[u], room_.side[u] == to ? -twice : twice);
      body(u);
    });
    team_.once([&] {
      room_.side[v] = to;
      room_.gain[v] = -room_.gain[v];
      for (std::uint32_t j = 0; j < graph_.constraints; ++j) {
        room_.weight[at(from, j)] -= graph_.weight(v, j);
        room_.weight[at(to, j)] += graph_.weight(v, j);
      }
    });
  }
  WARPGRAPH_DEVICE void move(VertexId v) {
    move(v, [](VertexId) {});
  }

  [[nodiscard]] WARPGRAPH_DEVICE const Team& team() const { return team_; }
  [[nodiscard]] WARPGRAPH_DEVICE const BisectedGraph& graph() const { return graph_; }
  [[nodiscard]] WARPGRAPH_DEVICE const BisectionRoom& room() const { return room_; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint8_t side(VertexId v) const { return room_.side[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_boundary(VertexId v) const { return room_.gain[v] > -room_.degree[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE Weight cut() const { return cut_; }

  // How far the sides are beyond their limits; 0 if they are not.
  [[nodiscard]] WARPGRAPH_DEVICE double violation() const {
    return violation([&](int s, std::uint32_t j) { return room_.weight[at(s, j)]; }, on_left_);
  }
  [[nodiscard]] WARPGRAPH_DEVICE double violation_after(VertexId v) const {
    const int from = room_.side[v];
    return violation(
        [&](int s, std::uint32_t j) {
          return room_.weight[at(s, j)] + (s == from ? -graph_.weight(v, j) : graph_.weight(v, j));
        },
        on_left_after(from));
  }
  // By how much one vertex can change that, at most.
  [[nodiscard]] WARPGRAPH_DEVICE double share_of(VertexId v) const {
    double sum = 0;
    for (std::uint32_t j = 0; j < graph_.constraints; ++j) sum += static_cast<double>(graph_.weight(v, j)) / scale(j);
    return sum;
  }
  // The side that has to give vertices away if there is a violation: it weighs too much, or the other has too few.
  [[nodiscard]] WARPGRAPH_DEVICE int heavy_side() const {
    const std::uint32_t vertices = graph_.constraints;
    const auto beyond = [&](int side) {
      return team_.sum_in_order(graph_.constraints + 1, [&](std::uint32_t limit) {
        return excess(limit == vertices ? 1 - side : side, limit, on_left_,
                      [&](int s, std::uint32_t j) { return room_.weight[at(s, j)]; });
      });
    };
    return beyond(1) > beyond(0) ? 1 : 0;
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool has_room_on_left(VertexId v) const {
    for (std::uint32_t j = 0; j < graph_.constraints; ++j)
      if (room_.weight[at(0, j)] + graph_.weight(v, j) > split_.max[at(0, j)]) return false;
    return true;
  }
  // How far the left side is above its target; below 0 if it has not reached it.
  [[nodiscard]] WARPGRAPH_DEVICE double progress() const {
    return team_.sum_in_order(graph_.constraints, [&](std::uint32_t j) {
      return (static_cast<double>(room_.weight[at(0, j)]) - split_.target[at(0, j)]) / scale(j);
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
        across += room_.side[u] != room_.side[v] ? graph_.edge_weight[edge] : 0;
      }
      room_.degree[v] = all;
      room_.gain[v] = 2 * across - all;
    });
    const auto sum = [&](auto&& value) { return team_.reduce(0, n, Weight{0}, Plus{}, value); };
    cut_ = sum([&](std::uint64_t v) { return (room_.gain[v] + room_.degree[v]) / 2; }) / 2;
    on_left_ = n - static_cast<VertexId>(sum([&](std::uint64_t v) { return Weight{room_.side[v]}; }));
    for (int s = 0; s < 2; ++s)
      for (std::uint32_t j = 0; j < graph_.constraints; ++j) {
        const Weight weight =
            sum([&](std::uint64_t v) { return room_.side[v] == s ? graph_.weight(static_cast<VertexId>(v), j) : 0; });
        team_.once([&] { room_.weight[at(s, j)] = weight; });
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
  const BisectionRoom& room_;
  VertexId on_left_ = 0;
  Weight cut_ = 0;
};

}  // namespace warpgraph::partitioning
