// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/program.hpp>

// Programs as a reader of docs/guide/programming-guide.md may write them. Each uses members together that no program of
// the library does.
namespace warpgraph::test {

WARPGRAPH_DEVICE inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b + 0x2545f4914f6cdd1du;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 31);
}

// A maximal independent set (Luby 1986), with new random numbers in every round: an undecided vertex whose number is
// not above those of its undecided neighbours joins the set, and its neighbours stay out.
struct IndependentSet {
  enum State : std::uint8_t { kUndecided, kInside, kOutside };
  using VertexValue = std::uint8_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  struct Aggregate {
    std::uint64_t undecided = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(Aggregate a, Aggregate b) { return {a.undecided + b.undecided}; }
  };
  static constexpr std::uint64_t kLeast = 0;
  static constexpr std::uint64_t kLargest = ~std::uint64_t{0};
  std::uint32_t round = 0;

  // Between these, and another for each vertex.
  WARPGRAPH_DEVICE std::uint64_t number(VertexId v) const {
    return (mixed(round, v) & 0x7fffffff00000000u) | (std::uint64_t{v} + 1);
  }
  WARPGRAPH_DEVICE VertexValue initial(VertexId) const { return kUndecided; }
  WARPGRAPH_DEVICE std::uint64_t publish(VertexValue state, VertexId v) const {
    return state == kInside ? kLeast : state == kOutside ? kLargest : number(v);
  }
  WARPGRAPH_DEVICE std::uint64_t visit(std::uint64_t shown, NoValue) const { return shown; }
  WARPGRAPH_DEVICE VertexValue apply(VertexValue state, std::uint64_t least, VertexId v) const {
    if (state != kUndecided) return state;
    if (least == kLeast) return kOutside;
    return number(v) <= least ? kInside : kUndecided;
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue state) const { return state != old; }
  WARPGRAPH_DEVICE Aggregate aggregate(VertexValue, VertexValue state, VertexId) const {
    return {state == kUndecided ? 1u : 0u};
  }
  bool next(const Aggregate& sum, std::uint32_t superstep) {
    round = superstep;
    return sum.undecided != 0;
  }
};

// Every function takes part in a hash, with all that it is given and with the member that `next` changes, so that a
// function that is called with another member, value, edge or vertex shows in the result. Some vertices are not
// updated.
struct Hashes {
  struct VertexValue {
    std::uint64_t hash;
    std::uint32_t updates;
    std::uint32_t id;
    friend bool operator==(const VertexValue&, const VertexValue&) = default;
  };
  struct Shown {
    std::uint64_t hash;
    std::uint32_t round;
  };
  using EdgeValue = std::int64_t;
  using Reduction = Plus;
  struct Aggregate {
    std::uint64_t hash = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(Aggregate a, Aggregate b) { return {a.hash + b.hash}; }
  };
  static constexpr bool kNeedsOutDegree = true;
  std::uint32_t supersteps;
  std::uint32_t round = 77;

  WARPGRAPH_DEVICE VertexValue initial(const Vertex& v) const {
    return {mixed(mixed(v.id, v.in_degree), mixed(v.out_degree, round)), 0, v.id};
  }
  WARPGRAPH_DEVICE Shown publish(const VertexValue& value, const Vertex& v) const {
    return {mixed(mixed(value.hash, value.updates), mixed(v.id, v.out_degree)), round};
  }
  WARPGRAPH_DEVICE std::uint64_t visit(const Shown& shown, EdgeValue edge, VertexId from, VertexId to) const {
    return mixed(mixed(shown.hash, shown.round),
                 mixed(static_cast<std::uint64_t>(edge), mixed(mixed(from, to), round)));
  }
  WARPGRAPH_DEVICE VertexValue apply(const VertexValue& old, std::uint64_t sum, const Vertex& v) const {
    return {mixed(mixed(old.hash, sum), mixed(v.in_degree, round)), old.updates + 1, v.id};
  }
  WARPGRAPH_DEVICE bool updated(const VertexValue& old, const VertexValue& value) const {
    return mixed(old.hash, mixed(value.hash, round)) % 3 != 0;
  }
  WARPGRAPH_DEVICE Aggregate aggregate(const VertexValue& old, const VertexValue& value, const Vertex& v) const {
    return {mixed(mixed(old.hash, value.hash), mixed(v.id, round))};
  }
  bool next(const Aggregate& sum, std::uint32_t superstep) {
    round = static_cast<std::uint32_t>(mixed(sum.hash, superstep));
    return superstep < supersteps;
  }
};

// A breadth-first search whose values say how many vertices were reached before, which `next` knows of the Aggregate,
// and in which superstep: the first hit suffices, and every vertex is part of the sum.
struct Waves {
  struct Aggregate {
    std::uint64_t reached = 0;
    std::uint64_t newly = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(Aggregate a, Aggregate b) {
      return {a.reached + b.reached, a.newly + b.newly};
    }
  };
  using VertexValue = std::uint64_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = true;
  static constexpr bool kUniformUpdates = true;
  static constexpr VertexValue kFar = ~std::uint64_t{0};
  VertexId source;
  std::uint64_t wave = 0;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return active_initially(v) ? 0 : kFar; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v % 40 == source; }
  WARPGRAPH_DEVICE std::uint64_t publish(VertexValue, VertexId) const { return wave; }
  WARPGRAPH_DEVICE VertexValue visit(std::uint64_t shown, NoValue) const { return shown; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue value) const { return value < old; }
  WARPGRAPH_DEVICE Aggregate aggregate(VertexValue old, VertexValue value, VertexId) const {
    return {value != kFar ? 1u : 0u, value != old ? 1u : 0u};
  }
  bool next(const Aggregate& sum, std::uint32_t superstep) {
    wave = sum.reached * 1000 + superstep;
    return superstep == 0 || sum.newly != 0;
  }
};

// Levels of a breadth-first search that a vertex shows under a mask of its own, which the edge takes off: a neighbour
// that reads what another vertex shows, or what this one showed before, gets a wrong level.
template <bool kFirst>
struct MaskedLevels {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = kFirst;
  static constexpr bool kUniformUpdates = true;
  VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == source ? 0 : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE static std::uint32_t mask(VertexId v) { return (v + 1) * 2654435761u; }
  WARPGRAPH_DEVICE static std::uint32_t publish(VertexValue level, VertexId v) { return level ^ mask(v); }
  WARPGRAPH_DEVICE VertexValue visit(std::uint32_t shown, NoValue, VertexId neighbour) const {
    const VertexValue level = shown ^ mask(neighbour);
    return level == kNoVertex ? kNoVertex : level + 1;
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue level) const { return level < old; }
};

// Shortest distances where some vertices are closed, and where an edge costs a toll that depends on both its ends.
struct Tolls {
  using VertexValue = std::uint32_t;
  using EdgeValue = std::uint32_t;
  using Reduction = Min;
  static constexpr VertexValue kFar = ~std::uint32_t{0};
  VertexId source;

  WARPGRAPH_DEVICE static std::uint32_t toll(VertexId from, VertexId to) { return (3 * from + 5 * to) % 8; }
  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == source ? 0 : kFar; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue distance, EdgeValue length, VertexId from, VertexId to) const {
    return distance == kFar || to % 7 == 5 ? kFar : distance + length + toll(from, to);
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue distance) const { return distance < old; }
  WARPGRAPH_DEVICE VertexValue priority(VertexValue distance) const { return distance; }
};

// Levels of a breadth-first search with a mark of the vertex behind them: all hits of a vertex are the same, and those
// of different vertices are not.
struct MarkedLevels {
  using VertexValue = std::uint64_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = true;
  VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == source ? v : ~std::uint64_t{0}; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue value, NoValue, VertexId, VertexId to) const {
    return (((value >> 32) + 1) << 32) + to;
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue value) const { return value < old; }
};

// Tolls, level by level.
struct SynchronousTolls : Tolls {
  static constexpr bool kSynchronous = true;
};

// Sums of products of both ends of an edge.
struct Pairs {
  using VertexValue = std::uint64_t;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  static constexpr bool kEvaluateAll = true;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue value, NoValue, VertexId from, VertexId to) const {
    return mixed(value, mixed(from, to));
  }
  WARPGRAPH_DEVICE VertexValue apply(VertexValue old, VertexValue sum) const { return old + sum; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue value) const { return old != value; }
};

}  // namespace warpgraph::test
