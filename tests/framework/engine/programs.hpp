// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/program.hpp>

// Programs for the tests of the engine, one for each thing that a program can be: those of the library, and others for
// what none of these is.
namespace warpgraph::test {

using algorithms::programs::Labels;
using algorithms::programs::Levels;
using algorithms::programs::Parents;
using Distances = algorithms::programs::Distances<std::uint32_t>;
using Widths = algorithms::programs::Widths<std::int32_t>;

// Which of 64 sources reach a vertex, a bit each.
struct ReachedFrom {
  using VertexValue = std::uint64_t;
  using EdgeValue = NoValue;
  using Reduction = Or;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v < 64 ? std::uint64_t{1} << v : 0; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v < 64; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue sources, NoValue) const { return sources; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue sources) const { return sources != old; }
};

// Two least distances over the incoming edges, with who they come from: a value of several fields that no atomic
// operation reduces, so it is pulled only.
struct Nearest {
  struct VertexValue {
    std::uint32_t distance;
    VertexId origin;
    std::uint32_t edges;
    friend bool operator==(const VertexValue&, const VertexValue&) = default;
  };
  using EdgeValue = std::uint32_t;

  WARPGRAPH_DEVICE static bool is_source(VertexId v) { return v % 97 == 3; }
  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const {
    return is_source(v) ? VertexValue{0, v, 0} : VertexValue{kNoVertex, kNoVertex, kNoVertex};
  }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return is_source(v); }
  WARPGRAPH_DEVICE VertexValue visit(const VertexValue& from, EdgeValue weight) const {
    if (from.distance == kNoVertex) return from;
    return {from.distance + weight, from.origin, from.edges + 1};
  }
  WARPGRAPH_DEVICE static bool is_less(const VertexValue& a, const VertexValue& b) {
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.origin != b.origin ? a.origin < b.origin : a.edges < b.edges;
  }
  WARPGRAPH_DEVICE VertexValue identity() const { return {kNoVertex, kNoVertex, kNoVertex}; }
  WARPGRAPH_DEVICE VertexValue reduce(const VertexValue& a, const VertexValue& b) const {
    return is_less(b, a) ? b : a;
  }
  WARPGRAPH_DEVICE bool updated(const VertexValue& old, const VertexValue& now) const { return is_less(now, old); }
};

// The nearest of many sources, as Nearest, with values that are exchanged as a whole; in the order of the distance.
// Ties go to the lower source.
template <class Value>
struct NearestSource {
  using VertexValue = Value;
  using EdgeValue = std::uint32_t;
  using Distance = decltype(Value::distance);
  static constexpr bool kIdempotentReduce = true;
  static constexpr bool kMonotoneVisit = true;
  static constexpr Distance kFar = std::numeric_limits<Distance>::max();

  WARPGRAPH_DEVICE static bool is_source(VertexId v) { return v % 97 == 3; }
  WARPGRAPH_DEVICE Value initial(VertexId v) const {
    Value value = identity();
    if (is_source(v)) value.distance = 0;
    if (is_source(v)) value.owner = v;
    return value;
  }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return is_source(v); }
  WARPGRAPH_DEVICE Value visit(const Value& from, EdgeValue weight) const {
    if (from.distance == kFar) return from;
    Value further = from;
    further.distance = from.distance + static_cast<Distance>(weight);
    return further;
  }
  WARPGRAPH_DEVICE static bool is_less(const Value& a, const Value& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.owner < b.owner;
  }
  WARPGRAPH_DEVICE Value identity() const {
    Value value{};
    value.distance = kFar;
    value.owner = kNoVertex;
    return value;
  }
  WARPGRAPH_DEVICE Value reduce(const Value& a, const Value& b) const { return is_less(b, a) ? b : a; }
  WARPGRAPH_DEVICE bool updated(const Value& old, const Value& now) const { return is_less(now, old); }
  WARPGRAPH_DEVICE Distance priority(const Value& value) const { return value.distance; }
};
struct alignas(8) OwnerAndDistance {
  VertexId owner;
  float distance;  // a whole number
  friend bool operator==(const OwnerAndDistance&, const OwnerAndDistance&) = default;
};
struct alignas(16) LongDistanceAndOwner {
  std::uint64_t distance;
  VertexId owner;
  std::uint32_t unused;
  friend bool operator==(const LongDistanceAndOwner&, const LongDistanceAndOwner&) = default;
};
using NearestOf8Bytes = NearestSource<OwnerAndDistance>;
using NearestOf16Bytes = NearestSource<LongDistanceAndOwner>;

// The greatest common divisor of what is reached, by a reduction of the program's own on numbers.
struct Divisors {
  using VertexValue = std::uint64_t;
  using EdgeValue = NoValue;
  static constexpr bool kIdempotentReduce = true;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return (v % 7 + 1) * (v % 11 + 1) * std::uint64_t{720720}; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue divisor, NoValue) const { return divisor; }
  WARPGRAPH_DEVICE VertexValue identity() const { return 0; }
  WARPGRAPH_DEVICE VertexValue reduce(VertexValue a, VertexValue b) const {
    while (b != 0) {
      const VertexValue left = a % b;
      a = b;
      b = left;
    }
    return a;
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue divisor) const { return divisor != old; }
};

// Rounds of counting walks: everyone's value is the sum of what the neighbours published, wrapping around. Every vertex
// is updated in every superstep; the driver limits their number.
struct Walks {
  using VertexValue = std::uint32_t;
  using EdgeValue = std::uint32_t;
  using Reduction = Plus;
  static constexpr bool kEvaluateAll = true;
  static constexpr bool kNeedsOutDegree = true;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v * 2654435761u; }
  WARPGRAPH_DEVICE std::uint64_t publish(VertexValue value, const Vertex& v) const { return value ^ v.out_degree; }
  WARPGRAPH_DEVICE std::uint32_t visit(std::uint64_t seen, EdgeValue weight) const {
    return static_cast<std::uint32_t>(seen) * weight;
  }
  WARPGRAPH_DEVICE VertexValue apply(VertexValue old, std::uint32_t sum, const Vertex& v) const {
    return old + 3 * sum + v.id + static_cast<std::uint32_t>(v.in_degree);
  }
  WARPGRAPH_DEVICE bool updated(VertexValue, VertexValue) const { return true; }
};

// Sums that know of each other: stops when the sum of all values has passed a bound.
struct Growth {
  struct Aggregate {
    std::uint64_t sum = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(const Aggregate& a, const Aggregate& b) { return {a.sum + b.sum}; }
  };
  using VertexValue = std::uint64_t;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  static constexpr bool kNeedsOutDegree = true;
  std::uint64_t bound = 0;
  std::uint64_t share = 0;  // of the sum of the superstep before

  WARPGRAPH_DEVICE VertexValue initial(const Vertex& v) const { return v.out_degree + 1; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue value, NoValue) const { return value; }
  WARPGRAPH_DEVICE VertexValue apply(VertexValue old, VertexValue sum) const { return old + sum + share; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue now) const { return old != now; }
  WARPGRAPH_DEVICE Aggregate aggregate(VertexValue, VertexValue now, const Vertex&) const { return {now}; }
  bool next(const Aggregate& total, std::uint32_t superstep) {
    share = total.sum / 1024;
    return total.sum < bound && superstep < 40;
  }
};

}  // namespace warpgraph::test
