// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/neighbourhood_program.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/graph/global_ids.hpp>
#include <warpgraph/framework/run/values_are.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/view.hpp>

// The vertex programs behind the algorithms that are vertex programs: what bfs_levels, sssp, widest_path,
// component_labels, pagerank, circuit, heat and neural_network give to run. Take them where the function does
// not fit: on a GraphView (edges computed, or directions exchanged), from several sources, with one member replaced
// (derive from the program and declare that member again), with start. The functions check what a program
// cannot: that the source is there, that edge values are fit, that sums fit their type. So the promises below hold on
// edge values that the functions accept.
// A file that runs a program is a kernel source (docs/guide/kernels.md). A vertex is a vertex of the device's graph:
// find_vertex gives that of a user's name. docs/guide/programming-guide.md has the contract of every member.
namespace warpgraph::algorithms::programs {

// Breadth-first search: how many edges away from the source a vertex is; kNoVertex if it cannot be reached.
// kFirstHitSuffices: all neighbours that were reached in the superstep before have the same level, and a vertex that
// was reached keeps its level. So the engine may search in both directions: an unreached vertex looks for one reached
// neighbour and stops there (pull-first), or reached vertices push. The rule that switches is
// Beamer's (2012), with alpha and beta of PlanThresholds (tuning_options.hpp).
// kUniformUpdates: superstep i updates vertices to level i + 1 and no other, so devices tell each other vertices only.
struct Levels {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = true;
  static constexpr bool kUniformUpdates = true;
  VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == source ? 0 : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue level, NoValue) const { return level + 1; }  // of reached ones only
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue level) const { return level < old; }
};

// Breadth-first search: the neighbour from which a vertex was reached; the source from itself, kNoVertex if the vertex
// cannot be reached. kFirstHitSuffices: any neighbour that was reached in the superstep before will do. Deterministic
// runs (EngineOptions::deterministic) look at all of them and take the lowest. Updates are not uniform, so more bytes
// travel between devices than for Levels.
struct Parents {
  using VertexValue = VertexId;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = true;
  static constexpr ValuesAre kValuesAre = ValuesAre::kVertices;
  VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == source ? source : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue, NoValue, VertexId neighbour) const { return neighbour; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue parent) const { return parent < old; }
};

// Shortest paths: the distance from the source; kUnreachable<T> (sssp.hpp) for a vertex that cannot be reached. T:
// float, double or an unsigned integer; lengths are converted to it, and must not be negative.
// priority: the distance. A path through a vertex is no shorter than the path to it, so the nearest vertices may go
// first, and those no farther than the nearest update are final.
// kMonotoneVisit: of two paths that go on along the same edge, the shorter one stays the shorter.
// A sum that an integer does not hold leaves the vertex unreached; sssp looks for such vertices and throws.
template <class T>
struct Distances {
  using VertexValue = T;
  using EdgeValue = T;
  using Reduction = Min;
  static constexpr bool kMonotoneVisit = true;
  VertexId source;

  WARPGRAPH_DEVICE static constexpr T unreachable() { return Min::identity<T>(); }

  WARPGRAPH_DEVICE T initial(VertexId v) const { return v == source ? T{} : unreachable(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE T visit(T distance, T length) const {
    const T sum = distance + length;
    if constexpr (std::is_integral_v<T>) return sum < distance ? unreachable() : sum;
    return sum;
  }
  WARPGRAPH_DEVICE bool updated(T old, T distance) const { return distance < old; }
  WARPGRAPH_DEVICE T priority(T distance) const { return distance; }
};

// Widest paths: the largest, over all paths from the source, of the path's smallest edge value. kUnlimited<T> for the
// source, kNoWidth<T> for a vertex that cannot be reached (widest_path.hpp).
// priority: the widest first, because a path through a vertex is no wider than the path to it. ~width falls as width
// grows and does not overflow, where -width would for the lowest integer.
// kPriorityStep: a width is the value of one edge, so all widths lie among the edge values, however long the paths are.
// The step of distances, many mean edge values where rows are short, would take all of them at once.
template <class T>
struct Widths {
  using VertexValue = T;
  using EdgeValue = T;
  using Reduction = Max;
  static constexpr bool kMonotoneVisit = true;
  static constexpr double kPriorityStep = 1.0 / 16;
  VertexId source;

  WARPGRAPH_DEVICE T initial(VertexId v) const { return v == source ? Min::identity<T>() : Max::identity<T>(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE T visit(T width, T edge) const { return width < edge ? width : edge; }
  WARPGRAPH_DEVICE bool updated(T old, T width) const { return width > old; }
  WARPGRAPH_DEVICE T priority(T width) const {
    if constexpr (std::is_integral_v<T>)
      return ~width;
    else
      return -width;
  }
};

// Label propagation: the lowest vertex from which a path leads to a vertex; in an undirected graph, the lowest vertex
// of its component.
struct Labels {
  using VertexValue = VertexId;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr ValuesAre kValuesAre = ValuesAre::kLowestVertices;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue label, NoValue) const { return label; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue label) const { return label < old; }
};

// The same for graphs over ranks whose ids have 64 bits. `id`: of each of the rank's numbers; empty: the numbers.
struct GlobalLabels {
  using VertexValue = GlobalId;
  using EdgeValue = NoValue;
  using Reduction = Min;
  View<const GlobalId> id;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return id.empty() ? v : id[v]; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue label, NoValue) const { return label; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue label) const { return label < old; }
};

// Communities by label propagation, a neighbourhood program: the commonest of the neighbours' labels, the lowest of
// those that are equally common. `place`: that of each vertex in the order of the names, which decides what is lowest;
// empty: vertices are in it. kBothDirections: a directed graph's edges count at both of their ends.
struct FrequentLabels {
  using VertexValue = VertexId;
  using EdgeValue = NoValue;
  using Heard = Group<VertexId>;
  static constexpr bool kBothDirections = true;
  static constexpr ValuesAre kValuesAre = ValuesAre::kVertices;
  View<const VertexId> place;

  WARPGRAPH_DEVICE VertexId initial(VertexId v) const { return place.empty() ? v : place[v]; }
  WARPGRAPH_DEVICE VertexId key(VertexId label, NoValue) const { return label; }
  WARPGRAPH_DEVICE Heard choose(const Heard& best, VertexId label, std::int64_t count) const {
    return count > best.sum || (count == best.sum && label < best.key) ? Heard{label, count} : best;
  }
  WARPGRAPH_DEVICE VertexId apply(VertexId, const Heard& chosen) const { return chosen.key; }
  WARPGRAPH_DEVICE bool updated(VertexId old, VertexId label) const { return old != label; }
};

// PageRank by power iteration. Ranks add up to 1 if the chances to start over do.
// publish: a vertex shows each of its outgoing edges an equal part of its rank. kNeedsOutDegree: v.out_degree is right
// on graphs with incoming edges only, too.
// Aggregate: the rank of vertices without outgoing edges, which the next superstep spreads over all vertices as `start`
// says, and the sum of all changes, which ends the run. So every superstep evaluates every vertex.
template <std::floating_point Rank>
struct PageRanks {
  struct Aggregate {
    double dangling = 0;  // rank of the vertices without outgoing edges
    double change = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(const Aggregate& a, const Aggregate& b) {
      return {a.dangling + b.dangling, a.change + b.change};
    }
  };
  using VertexValue = Rank;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  static constexpr bool kNeedsOutDegree = true;

  Rank damping;             // the chance to follow an edge, in [0, 1)
  Rank everywhere;          // the chance to start over at a vertex, if it is the same for all: 1 / vertices
  View<const Rank> starts;  // and if it is not: one for each vertex, on the device
  double tolerance;         // the run ends when the changes of a superstep add up to no more; 0: at the superstep limit
  Rank dangling = 0;        // of the superstep before

  WARPGRAPH_DEVICE Rank start(VertexId v) const { return starts.empty() ? everywhere : starts[v]; }
  WARPGRAPH_DEVICE Rank initial(VertexId v) const { return start(v); }
  WARPGRAPH_DEVICE static Rank publish(Rank rank, const Vertex& v) {
    return v.out_degree == 0 ? 0 : rank / static_cast<Rank>(v.out_degree);
  }
  WARPGRAPH_DEVICE Rank visit(Rank part, NoValue) const { return part; }
  WARPGRAPH_DEVICE Rank apply(Rank, Rank sum, const Vertex& v) const {
    return damping * sum + start(v) * (1 - damping + damping * dangling);
  }
  WARPGRAPH_DEVICE bool updated(Rank old, Rank rank) const { return old != rank; }
  WARPGRAPH_DEVICE Aggregate aggregate(Rank old, Rank rank, const Vertex& v) const {
    const double change = static_cast<double>(rank) - static_cast<double>(old);
    return {v.out_degree == 0 ? static_cast<double>(rank) : 0.0, change < 0 ? -change : change};
  }
  bool next(const Aggregate& sum, std::uint32_t superstep) {
    dangling = static_cast<Rank>(sum.dangling);
    return superstep == 0 || tolerance <= 0 || sum.change > tolerance;
  }
};

// The engine adds aggregates up; the sum of two changes is the larger one, so what `next` gets is the largest of all.
struct LargestChange {
  float value = 0;
  friend WARPGRAPH_DEVICE LargestChange operator+(const LargestChange& a, const LargestChange& b) {
    return a.value < b.value ? b : a;
  }
};

// What the three simulations share: every vertex computes a float from those of its sources, superstep by superstep,
// until none changes by more than the tolerance. Not a program by itself: visit and the reduction are missing.
struct Relaxation {
  using VertexValue = float;
  using EdgeValue = float;
  using Aggregate = LargestChange;

  View<const float> start;  // a value for each vertex, on the device
  double tolerance;         // the run ends when no value has changed by more; 0: at the superstep limit

  WARPGRAPH_DEVICE float initial(VertexId v) const { return start[v]; }
  WARPGRAPH_DEVICE bool updated(float old, float now) const { return old != now; }
  WARPGRAPH_DEVICE Aggregate aggregate(float old, float now, const Vertex&) const {
    return {now < old ? old - now : now - old};
  }
  bool next(const Aggregate& largest, std::uint32_t superstep) const {
    return superstep == 0 || tolerance <= 0 || static_cast<double>(largest.value) > tolerance;
  }
};

// The sum of the values of a vertex's sources, weighted by the edges' values, and the sum of these weights.
struct WeightedSum {
  float value;
  float weight;
};

struct WeightedRelaxation : Relaxation {
  WARPGRAPH_DEVICE WeightedSum visit(float value, float weight) const { return {weight * value, weight}; }
  WARPGRAPH_DEVICE WeightedSum reduce(const WeightedSum& a, const WeightedSum& b) const {
    return {a.value + b.value, a.weight + b.weight};
  }
  WARPGRAPH_DEVICE WeightedSum identity() const { return {0, 0}; }
};

// Circuit: potentials of nodes between conductances, the edge values, which must not be negative (circuit.hpp).
struct Potentials : WeightedRelaxation {
  View<const std::uint8_t> is_fixed;  // 1 for each vertex that keeps its potential, else 0; on the device

  WARPGRAPH_DEVICE float apply(float old, const WeightedSum& current, const Vertex& v) const {
    return is_fixed[v.id] != 0 || current.weight == 0 ? old : current.value / current.weight;
  }
};

// Heat: temperatures that even out along conductivities, the edge values, which must not be negative (heat.hpp).
struct Temperatures : WeightedRelaxation {
  float rate;  // the length of a step: stable up to heat_rate_limit

  WARPGRAPH_DEVICE float apply(float old, const WeightedSum& heat) const {
    return old + rate * (heat.value - heat.weight * old);
  }
};

// Neural network: outputs of neurons; the edge values are weights (neural_network.hpp).
struct Outputs : Relaxation {
  using Reduction = Plus;

  WARPGRAPH_DEVICE float visit(float output, float weight) const { return weight * output; }
  WARPGRAPH_DEVICE float apply(float old, float sum, const Vertex& v) const {
    return v.in_degree == 0 ? old : std::tanh(sum);
  }
};

}  // namespace warpgraph::algorithms::programs
